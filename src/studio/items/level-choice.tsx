import { useQuery } from '@tanstack/react-query'
import { type Level, levels } from '#contract/image-options.ts'
import { messages } from '#studio/messages/messages.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { useService } from '#studio/state/use-studio.ts'
import { Segmented } from '#studio/ui/segmented.tsx'

const text = messages.ui

type LevelChoiceProps = {
  readonly value: Level
  readonly onChange: (level: Level) => void
  /** The effect of each offered level; a level without a hint is shown only while it is the value. */
  readonly hints: Readonly<Partial<Record<Level, string>>>
}

/** Chooses the effort for the matte, and shows the necessary download. */
export function LevelChoice({ value, onChange, hints }: LevelChoiceProps) {
  const { data: device } = useQuery(deviceReport(useService()))
  const missing = device?.missingBytes[value] ?? 0
  return (
    <>
      <Segmented
        legend={text.level}
        choices={levels
          .filter((level) => hints[level] || level === value)
          .map((level) => ({ value: level, label: text.levels[level], hint: hints[level] ?? '' }))}
        value={value}
        onChange={onChange}
      />
      {missing > 0 ? <p className="text-xs text-ink-soft">{text.modelMissing(missing)}</p> : null}
    </>
  )
}
