import { type Level, levels } from '#contract/image-options.ts'
import { messages } from '#studio/messages/messages.ts'
import { Segmented } from './segmented.tsx'

const text = messages.ui

const levelChoices = levels.map((value) => ({ value, label: text.levels[value] }))

type LevelChoiceProps = { readonly value: Level; readonly onChange: (level: Level) => void }

/** How much work goes into the matte. */
export const LevelChoice = ({ value, onChange }: LevelChoiceProps) => (
  <Segmented legend={text.level} choices={levelChoices} value={value} onChange={onChange} />
)
