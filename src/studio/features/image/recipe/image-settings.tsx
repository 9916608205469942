import { useQuery } from '@tanstack/react-query'
import { Crop, Download, PaintBucket, Scissors } from 'lucide-react'
import type { Level } from '#contract/image-options.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { BackgroundChoice, LevelChoice } from '#studio/ui/recipe-choices.tsx'
import type { SettingsGroup } from '#studio/ui/settings-panel.tsx'
import { CropPanel } from './crop-panel.tsx'
import { ExportPanel } from './export-panel.tsx'

const meanings: Readonly<Record<Level, string>> = {
  fast: 'One quick look at a small size. Good for clear subjects.',
  balanced: 'A quick look, and a closer one only where the first is in doubt.',
  fine: 'The closest look at every picture. Best for hair and fur; takes the longest.',
}

/** How much work goes into the cut. */
function CutoutPanel() {
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

/** What the subject is put on in the saved file. */
function BackgroundPanel() {
  const [{ background, channels, format }, change] = useRecipe()
  if (channels === 'alpha')
    return (
      <p className="text-xs text-ink-soft">A mask has no background. Choose another content under Export.</p>
    )
  const note =
    format === 'jpg'
      ? 'JPG has no transparency: the background becomes white.'
      : channels === 'rgb'
        ? 'Without transparency the background becomes white.'
        : 'The subject alone, with soft edges.'
  return (
    <BackgroundChoice value={background} note={note} onChange={(color) => change({ background: color })} />
  )
}

/** The recipe for all pictures. */
export const imageSettingsGroups: readonly SettingsGroup[] = [
  { id: 'cutout', title: 'Cutout', icon: Scissors, panel: CutoutPanel },
  { id: 'background', title: 'Background', icon: PaintBucket, panel: BackgroundPanel },
  { id: 'crop', title: 'Crop and size', icon: Crop, panel: CropPanel },
  { id: 'export', title: 'Export', icon: Download, panel: ExportPanel },
]
