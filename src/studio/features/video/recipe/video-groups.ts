import { Clapperboard, PaintBucket, Scaling, Scissors } from 'lucide-react'
import type { SettingsGroup } from '#studio/ui/settings-panel.tsx'
import { VideoBackgroundPanel } from './video-background-panel.tsx'
import { VideoCutoutPanel } from './video-cutout-panel.tsx'
import { VideoSizePanel } from './video-size-panel.tsx'
import { WherePanel } from './where-panel.tsx'

/** The recipe for all videos. */
export const videoGroups: readonly SettingsGroup[] = [
  { id: 'video-cutout', title: 'Cutout', icon: Scissors, panel: VideoCutoutPanel },
  { id: 'video-background', title: 'Background', icon: PaintBucket, panel: VideoBackgroundPanel },
  { id: 'video-size', title: 'Size', icon: Scaling, panel: VideoSizePanel },
  { id: 'video-export', title: 'Export', icon: Clapperboard, panel: WherePanel },
]
