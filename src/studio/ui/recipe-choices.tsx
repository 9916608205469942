import { type Level, levels } from '#contract/image-options.ts'
import { messages } from '#studio/messages/messages.ts'
import { ColorChoice } from './color-choice.tsx'
import { Segmented } from './segmented.tsx'

const text = messages.ui

const kinds = [
  { value: 'none', label: text.background.none },
  { value: 'color', label: text.background.color },
] as const

type BackgroundChoiceProps = {
  /** A colour as the API writes it; null for transparency. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Says what is behind the subject if no colour is chosen. */
  readonly note: string
}

/** The background of the saved file: transparency or a colour. */
export const BackgroundChoice = ({ value, onChange, note }: BackgroundChoiceProps) => (
  <>
    <Segmented
      legend={text.background.legend}
      choices={kinds}
      value={value === null ? 'none' : 'color'}
      onChange={(kind) => onChange(kind === 'none' ? null : '#ffffff')}
    />
    {value === null ? (
      <p className="text-xs text-ink-soft">{note}</p>
    ) : (
      <ColorChoice label={text.background.field} value={value} onChange={onChange} />
    )}
  </>
)

const levelChoices = levels.map((value) => ({ value, label: text.levels[value] }))

type LevelChoiceProps = { readonly value: Level; readonly onChange: (level: Level) => void }

/** How much work goes into the matte. */
export const LevelChoice = ({ value, onChange }: LevelChoiceProps) => (
  <Segmented legend={text.level} choices={levelChoices} value={value} onChange={onChange} />
)
