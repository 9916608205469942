import { channelSets } from '#contract/image-options.ts'
import { type FileFormat, fileFormats } from '#contract/result-file.ts'
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
import { LevelChoice } from '#studio/items/level-choice.tsx'
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

const channelChoices = channelSets.map((value) => ({
  value,
  label: texts.contents[value],
  hint: texts.contentHints[value],
}))

/** The care for the matte; the format and channels of the saved file. */
export function ExportPanel() {
  const [recipe, change] = useItemRecipe(isPicture)
  return (
    <>
      <LevelChoice
        value={recipe.level}
        hints={messages.image.settings.levels}
        onChange={(level) => change({ level })}
      />
      <Segmented
        legend={texts.format}
        choices={formatChoices}
        value={recipe.format}
        onChange={(format) => change({ format })}
      />
      <WritingSettings />
      <Segmented
        legend={texts.content}
        choices={channelChoices}
        value={recipe.channels}
        onChange={(channels) => change({ channels })}
      />
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
