import { type Level, levels } from '#contract/image-options.ts'
import { Segmented } from './segmented.tsx'

const labels: Readonly<Record<Level, string>> = { fast: 'Fast', balanced: 'Balanced', fine: 'Fine' }
const choices = levels.map((value) => ({ value, label: labels[value] }))

type Props = { readonly value: Level; readonly onChange: (level: Level) => void }

/** How much work goes into the cut. */
export const LevelChoice = ({ value, onChange }: Props) => (
  <Segmented legend="Care" choices={choices} value={value} onChange={onChange} />
)
