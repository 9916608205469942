import { useQuery } from '@tanstack/react-query'
import type { Level } from '#contract/image-options.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useVideoRecipe } from '#studio/hooks/use-studio.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { LevelChoice } from '#studio/ui/level-choice.tsx'

const meanings: Readonly<Record<Level, string>> = {
  fast: 'Few frames are looked at, the others follow the movement. The quickest.',
  balanced: 'Frames where something changes are looked at, the others follow the movement.',
  fine: 'Every frame is looked at closely. Best for hair and quick movement; takes the longest.',
}

/** How much work goes into each frame. */
export function VideoCutoutPanel() {
  const [{ level }, change] = useVideoRecipe()
  const { data: device } = useQuery(deviceReport(useService()))
  const missing = device?.missingBytes[level] ?? 0
  return (
    <>
      <LevelChoice value={level} onChange={(next) => change({ level: next })} />
      <p className="min-h-10 text-xs text-ink-soft">
        {meanings[level]}
        {missing > 0 ? ` Up to ${formatBytes(missing)} of model files to fetch, once.` : ''}
      </p>
    </>
  )
}
