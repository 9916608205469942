import { useQuery } from '@tanstack/react-query'
import { Crop, Download, PaintBucket, Scissors } from 'lucide-react'
import { isPicture } from '#library/pictures/picture-item.ts'
import { cutoutOf } from '#library/pictures/result-options.ts'
import type { Recipe } from '#library/recipe/recipe.ts'
import { CompositionFields } from '#studio/composition/composition-fields.tsx'
import { useService } from '#studio/hooks/use-service.ts'
import { useItemRecipe, useItemValue } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { LevelChoice } from '#studio/ui/level-choice.tsx'
import type { SettingsGroup } from '#studio/ui/settings-panel.tsx'
import { CropPanel } from './crop-panel.tsx'
import { ExportPanel } from './export-panel.tsx'

const texts = messages.image.settings

/** How much work goes into the matte. */
function CutoutPanel() {
  const [recipe, change] = useItemRecipe(isPicture)
  const { data: device } = useQuery(deviceReport(useService()))
  const missing = device?.missingBytes[recipe.level] ?? 0
  return (
    <>
      <LevelChoice value={recipe.level} onChange={(level) => change({ level })} />
      <p className="min-h-10 text-xs text-ink-soft">
        {texts.cutout.levels[recipe.level]} {missing > 0 ? texts.cutout.modelMissing(missing) : null}
      </p>
      {device?.backend === 'webgpu' ? <p className="text-xs text-ink-soft">{texts.cutout.webgpu}</p> : null}
    </>
  )
}

/** What stands behind and around the subject of the saved file. */
function BackgroundPanel() {
  const [recipe, change] = useItemRecipe(isPicture)
  // What a service cut out is composed here.
  const isSent = useItemValue(isPicture, (item) => item.runLocation === 'service' && cutoutOf(item) === null)
  if (recipe.channels === 'alpha') return <p className="text-xs text-ink-soft">{texts.background.none}</p>
  return (
    <CompositionFields
      value={recipe}
      onChange={change}
      note={transparencyNote(recipe)}
      lossNote={isSent ? texts.background.onDeviceOnly : null}
    />
  )
}

/** What is behind the subject if nothing is chosen. */
const transparencyNote = ({ format, channels }: Recipe): string => {
  if (format === 'jpg') return texts.background.jpg
  return channels === 'rgb' ? texts.background.opaque : texts.background.transparent
}

/** The groups of settings that all pictures share. */
export const imageSettingsGroups: readonly SettingsGroup[] = [
  { id: 'cutout', title: texts.cutout.title, icon: Scissors, panel: CutoutPanel },
  { id: 'background', title: texts.background.title, icon: PaintBucket, panel: BackgroundPanel },
  { id: 'crop', title: texts.crop.title, icon: Crop, panel: CropPanel },
  { id: 'export', title: texts.export.title, icon: Download, panel: ExportPanel },
]
