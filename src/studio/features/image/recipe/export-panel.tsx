import { channelSets } from '#contract/image-options.ts'
import { type FileFormat, fileFormats } from '#contract/result-file.ts'
import { sizePresetNames, sizePresets } from '#contract/size-presets.ts'
import { editsKey } from '#library/history/edit-history.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import {
  type LostOptions,
  recipeOfOptions,
  recipeOfWriting,
  toFileWriting,
  toImageOptions,
} from '#library/recipe/recipe.ts'
import { useEditedItem } from '#studio/features/image/edit/edited-item.ts'
import { readSettingsText, settingsText } from '#studio/features/image/edit/edits-text.ts'
import { SaveSet } from '#studio/features/image/export/save-set.tsx'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { errorSentence, fieldSentences } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { Segmented } from '#studio/ui/segmented.tsx'
import { SettingsExchange, type SettingsFound } from '#studio/ui/settings-exchange.tsx'
import { WritingSettings } from './writing-settings.tsx'

const { export: texts } = messages.image.settings
const noOptions: { readonly recipe: null; readonly lost: LostOptions } = { recipe: null, lost: {} }
const losses = messages.ui.recipeLosses
const exchangeTexts = messages.ui.settingsText

const formatChoices = (Object.keys(fileFormats) as FileFormat[]).map((value) => ({
  value,
  label: fileFormats[value].label,
  hint: texts.formats[value],
}))

/** The largest first. */
const sizeChoices = [...sizePresetNames]
  .sort((a, b) => sizePresets[b].maxPixels - sizePresets[a].maxPixels)
  .map((value) => ({ value, label: texts.sizes[value].label, hint: texts.sizes[value].hint }))

const channelChoices = channelSets.map((value) => ({ value, label: texts.contents[value] }))

/** The format, size and channels of the saved file. */
export function ExportPanel() {
  const [recipe, change] = useItemRecipe(isPicture)
  return (
    <>
      <Segmented
        legend={texts.format}
        choices={formatChoices}
        value={recipe.format}
        onChange={(format) => change({ format })}
      />
      <p className="text-xs text-ink-soft">{texts.formats[recipe.format]}</p>
      <WritingSettings />
      <Segmented
        legend={texts.size}
        choices={sizeChoices}
        value={recipe.size}
        onChange={(size) => change({ size })}
      />
      <p className="text-xs text-ink-soft">{texts.sizes[recipe.size].note}</p>
      <Segmented
        legend={texts.content}
        choices={channelChoices}
        value={recipe.channels}
        onChange={(channels) => change({ channels })}
      />
      {recipe.channels === 'alpha' ? <p className="text-xs text-ink-soft">{texts.mask}</p> : null}
      <SaveSet />
      <ImageSettingsText />
    </>
  )
}

/** Settings as text, with the edits of the picture. */
function ImageSettingsText() {
  const [recipe, change] = useItemRecipe(isPicture)
  const { item, edit } = useEditedItem()
  const own = item && editsKey(item.edits) !== null ? item.edits.present : null
  const read = (text: string): SettingsFound => {
    const { settings, file, composition, isCompositionLost, edits, editsError } = readSettingsText(text)
    const { recipe: found, lost } = settings ? recipeOfOptions(settings.options) : noOptions
    const apply = () => {
      if (found || composition || file)
        change({ ...found, ...recipeOfWriting(file), ...(composition && { composition }) })
      if (edits && item) edit(item.id, { type: 'replace', edits })
      return edits ? exchangeTexts.usedWithEdits : exchangeTexts.used
    }
    return {
      notes: [
        ...(lost.shape ? [losses.shape(lost.shape)] : []),
        ...(lost.padding ? [losses.padding] : []),
        ...Object.values(fieldSentences(settings?.leftOut ?? {})).flat(),
        ...(isCompositionLost ? [losses.composition] : []),
        ...(editsError ? [errorSentence(editsError)] : []),
      ],
      isExplained: editsError !== null,
      apply: found || composition || edits || file ? apply : null,
    }
  }
  return (
    <SettingsExchange
      copy={{
        label: own ? exchangeTexts.copyWithEdits : exchangeTexts.copy,
        text: () => settingsText(toImageOptions(recipe), recipe.composition, own, toFileWriting(recipe)),
        done: own ? exchangeTexts.copiedWithEdits : exchangeTexts.copied,
      }}
      help={exchangeTexts.help}
      read={read}
    />
  )
}
