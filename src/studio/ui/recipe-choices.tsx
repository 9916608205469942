import { useId, useState } from 'react'
import { formatColor, parseColor } from '#contract/color.ts'
import { type Level, levels } from '#contract/image-options.ts'
import { messages } from '#studio/messages/messages.ts'
import { Segmented } from './segmented.tsx'

const text = messages.ui

const swatches = [
  ['#ffffff', text.swatches.white],
  ['#f2f0eb', text.swatches.paper],
  ['#d9d9d9', text.swatches.lightGrey],
  ['#1b1c20', text.swatches.ink],
  ['#f7c8c0', text.swatches.blush],
  ['#ffd24a', text.swatches.sun],
  ['#7fc8a9', text.swatches.mint],
  ['#3d6fe0', text.swatches.blue],
] as const

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
      <>
        <ColorField label={text.background.field} value={value} onChange={onChange} />
        <div className="flex flex-wrap gap-1.5">
          {swatches.map(([color, name]) => (
            <button
              key={color}
              type="button"
              aria-label={name}
              aria-pressed={value === color}
              title={name}
              onClick={() => onChange(color)}
              className="touchable size-7 rounded-full inset-ring inset-ring-field-line outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-ink"
              style={{ background: color }}
            />
          ))}
        </div>
      </>
    )}
  </>
)

const levelChoices = levels.map((value) => ({ value, label: text.levels[value] }))

type LevelChoiceProps = { readonly value: Level; readonly onChange: (level: Level) => void }

/** How much work goes into the matte. */
export const LevelChoice = ({ value, onChange }: LevelChoiceProps) => (
  <Segmented legend={text.level} choices={levelChoices} value={value} onChange={onChange} />
)

type ColorFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (color: string) => void
}

/** A colour by picker or by text: hex, rgb() or a CSS name, as the API accepts them (D-11). */
function ColorField({ label, value, onChange }: ColorFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? value
  const valid = parseColor(text) !== null
  return (
    <div className="flex items-center gap-2">
      <input
        type="color"
        aria-label={messages.ui.pickColor(label)}
        value={formatColor(parseColor(value) ?? { r: 255, g: 255, b: 255 })}
        onChange={(event) => {
          setDraft(null)
          onChange(event.currentTarget.value)
        }}
        className="size-9 shrink-0 cursor-pointer rounded-sm border border-field-line bg-raised p-1 pointer-coarse:size-11"
      />
      <label htmlFor={id} className="sr-only">
        {messages.ui.typeColor(label)}
      </label>
      <input
        id={id}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={!valid}
        onChange={(event) => {
          const typed = event.currentTarget.value.trim()
          setDraft(typed)
          const color = parseColor(typed)
          if (color) onChange(formatColor(color))
        }}
        onBlur={() => valid && setDraft(null)}
        className={`figures h-9 w-full min-w-0 rounded-sm bg-raised px-2.5 font-mono text-sm inset-ring pointer-coarse:h-11 ${valid ? 'inset-ring-field-line' : 'text-fault inset-ring-fault'}`}
      />
    </div>
  )
}
