import { useQuery } from '@tanstack/react-query'
import type { Level } from '#contract/image-options.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { deviceReport } from '#studio/queries/device.ts'
import { LevelChoice } from '#studio/ui/level-choice.tsx'

const meanings: Readonly<Record<Level, string>> = {
  fast: 'One quick look at a small size. Good for clear subjects.',
  balanced: 'A quick look, and a closer one only where the first is in doubt.',
  fine: 'The closest look at every picture. Best for hair and fur; takes the longest.',
}

/** How much work goes into the cut. */
export function CutoutPanel() {
  const [recipe, change] = useRecipe()
  const { data: device } = useQuery(deviceReport(useService()))
  const missing = device?.missingBytes[recipe.level] ?? 0
  return (
    <>
      <LevelChoice value={recipe.level} onChange={(level) => change({ level })} />
      <p className="min-h-10 text-xs text-ink-soft">
        {meanings[recipe.level]}
        {missing > 0 ? ` Up to ${formatBytes(missing)} of model files to fetch, once.` : ''}
      </p>
      {device?.backend === 'webgpu' ? (
        <p className="text-xs text-ink-soft">
          This device has WebGPU, so the large size is used: it costs little here.
        </p>
      ) : null}
    </>
  )
}
