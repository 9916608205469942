import { useQuery } from '@tanstack/react-query'
import { Crop, Download, PaintBucket } from 'lucide-react'
import { fileFormats } from '#contract/result-file.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import { cutoutOf } from '#library/pictures/picture-output.ts'
import type { Recipe } from '#library/recipe/recipe.ts'
import { CompositionFields } from '#studio/composition/composition-fields.tsx'
import { cutoutThumbnail } from '#studio/composition/cutout-thumbnail.ts'
import { type Ground, isTransparent } from '#studio/composition/looks.ts'
import type { SettingsGroup } from '#studio/items/settings-panel.tsx'
import { useItemRecipe, useItemValue } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { useStore } from '#studio/state/store.ts'
import { useService, useStudio } from '#studio/state/use-studio.ts'
import { CropPanel } from './crop-panel.tsx'
import { ExportPanel } from './export-panel.tsx'

const texts = messages.image.settings

/** The composition of the saved file. */
function BackgroundPanel() {
  const [recipe, change] = useItemRecipe(isPicture)
  const item = useItemValue(isPicture, (each) => each)
  const own = useStore(useStudio().backgroundPictures).get(recipe.picture) ?? null
  const { data: cutout = null } = useQuery({
    ...cutoutThumbnail(useService(), item),
    enabled: item.phase === 'done',
  })
  const { data: info } = useQuery(pictureInfo(item))
  // This device composes a service's cut-outs.
  const isSent = item.runLocation === 'service' && cutoutOf(item) === null
  if (recipe.channels === 'alpha') return <p className="text-xs text-ink-soft">{texts.background.none}</p>
  return (
    <CompositionFields
      value={recipe}
      onChange={change}
      onLook={(look) => change(lookChange(recipe, look))}
      pictures={{ cutout, photo: info?.thumbnail ?? null, own }}
      note={opaqueNote(recipe)}
      lossNote={isSent ? texts.background.onDeviceOnly : null}
    />
  )
}

/** The changes of a look to a recipe: a transparent look needs a format with transparency. */
export const lookChange = ({ format }: Recipe, look: Ground): Partial<Recipe> => ({
  ...look,
  ...(isTransparent(look) && { format: fileFormats[format].alpha ? format : 'png', channels: 'rgba' }),
})

/** A warning if an unset background becomes white. */
const opaqueNote = ({ format, channels }: Recipe): string | null => {
  if (format === 'jpg') return texts.background.jpg
  return channels === 'rgb' ? texts.background.opaque : null
}

/** The groups of settings that all pictures share. */
export const imageSettingsGroups: readonly SettingsGroup[] = [
  { id: 'background', title: texts.background.title, icon: PaintBucket, panel: BackgroundPanel },
  { id: 'crop', title: texts.crop.title, icon: Crop, panel: CropPanel },
  { id: 'export', title: texts.export.title, icon: Download, panel: ExportPanel },
]
