import { channelSets } from '#contract/image-options.ts'
import { type FileFormat, fileFormats } from '#contract/result-file.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import { LevelChoice } from '#studio/items/level-choice.tsx'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { Segmented } from '#studio/ui/segmented.tsx'
import { WritingSettings } from './writing-settings.tsx'

const { export: texts } = messages.image.settings

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

/** The level of the matte; the format and channels of the saved file. */
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
    </>
  )
}
