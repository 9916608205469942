import { useQuery } from '@tanstack/react-query'
import { Clapperboard, PaintBucket, Scaling, Scissors } from 'lucide-react'
import type { Level } from '#contract/image-options.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useVideoRecipe } from '#studio/hooks/use-studio.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { BackgroundChoice, LevelChoice } from '#studio/ui/recipe-choices.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import type { SettingsGroup } from '#studio/ui/settings-panel.tsx'
import { VideoExportPanel } from './video-export-panel.tsx'
import { sizeLabels, sizeOrder } from './video-format-notes.ts'

/** The recipe for all videos. */
export const videoGroups: readonly SettingsGroup[] = [
  { id: 'video-cutout', title: 'Cutout', icon: Scissors, panel: VideoCutoutPanel },
  { id: 'video-background', title: 'Background', icon: PaintBucket, panel: VideoBackgroundPanel },
  { id: 'video-size', title: 'Size', icon: Scaling, panel: VideoSizePanel },
  { id: 'video-export', title: 'Export', icon: Clapperboard, panel: VideoExportPanel },
]

const meanings: Readonly<Record<Level, string>> = {
  fast: 'Few frames are looked at, the others follow the movement. The quickest.',
  balanced: 'Frames where something changes are looked at, the others follow the movement.',
  fine: 'Every frame is looked at closely. Best for hair and quick movement; takes the longest.',
}

/** How much work goes into each frame. */
function VideoCutoutPanel() {
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

const choices = sizeOrder.map((value) => ({
  value,
  label: sizeLabels[value].label,
  hint: sizeLabels[value].note,
}))

/** How large the written video is at most. */
function VideoSizePanel() {
  const [{ size, format }, change] = useVideoRecipe()
  return (
    <>
      <Segmented legend="Size" choices={choices} value={size} onChange={(next) => change({ size: next })} />
      <p className="text-xs text-ink-soft">
        {sizeLabels[size].note}
        {format === 'gif' && (size === 'full' || size === 'hd') ? ' A GIF has at most 1280.' : ''}
      </p>
    </>
  )
}

/** What the subject is put on in the saved video. */
function VideoBackgroundPanel() {
  const [{ background, channels, format }, change] = useVideoRecipe()
  if (channels === 'alpha')
    return (
      <p className="text-xs text-ink-soft">A mask has no background. Choose another content under Export.</p>
    )
  const note =
    format === 'mp4'
      ? 'MP4 has no transparency: the background becomes white. Choose a colour, or another format.'
      : channels === 'rgb'
        ? 'Without transparency the background becomes white.'
        : 'The subject alone, see-through around it.'
  return (
    <BackgroundChoice value={background} note={note} onChange={(color) => change({ background: color })} />
  )
}
