import { Crop, Download, PaintBucket, Scissors } from 'lucide-react'
import { memo } from 'react'
import { BackgroundPanel } from './background-panel.tsx'
import { CropPanel } from './crop-panel.tsx'
import { CutoutPanel } from './cutout-panel.tsx'
import { ExportPanel } from './export-panel.tsx'
import { Group } from './group.tsx'

export const groups = [
  { id: 'cutout', title: 'Cutout', icon: Scissors, panel: CutoutPanel },
  { id: 'background', title: 'Background', icon: PaintBucket, panel: BackgroundPanel },
  { id: 'crop', title: 'Crop and size', icon: Crop, panel: CropPanel },
  { id: 'export', title: 'Export', icon: Download, panel: ExportPanel },
] as const

/** All groups, or only `open` where they are tabs. Progress of the work does not render them again. */
export const RecipeGroups = memo(function RecipeGroups({ open }: { readonly open: string | null }) {
  return groups.map(({ id, title, panel: Panel }) => (
    <Group key={id} id={id} title={title} hidden={open !== null && open !== id}>
      <Panel />
    </Group>
  ))
})
