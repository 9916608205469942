import { Crop, Download, PaintBucket, Scissors } from 'lucide-react'
import type { SettingsGroup } from '#studio/ui/settings-panel.tsx'
import { BackgroundPanel } from './background-panel.tsx'
import { CropPanel } from './crop-panel.tsx'
import { CutoutPanel } from './cutout-panel.tsx'
import { ExportPanel } from './export-panel.tsx'

/** The recipe for all pictures. */
export const imageGroups: readonly SettingsGroup[] = [
  { id: 'cutout', title: 'Cutout', icon: Scissors, panel: CutoutPanel },
  { id: 'background', title: 'Background', icon: PaintBucket, panel: BackgroundPanel },
  { id: 'crop', title: 'Crop and size', icon: Crop, panel: CropPanel },
  { id: 'export', title: 'Export', icon: Download, panel: ExportPanel },
]
