import type { Composition } from '#contract/composition.ts'
import { type FrameSequence, sequenceFormats } from '#contract/frame-sequence.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { fileFormats, isLossy } from '#contract/result-file.ts'
import { groundKind } from '#library/recipe/ground-kind.ts'
import { keepsPixels, type Recipe } from '#library/recipe/recipe.ts'
import type { PartName } from '#library/recipe/recipe-parts.ts'
import type { VideoRecipe } from '#library/recipe/video-recipe.ts'
import { canvasName } from '#studio/composition/canvas-sizes.ts'
import { messages } from '#studio/messages/messages.ts'

const texts = messages.items.settings
const { kinds, canvas } = messages.composition
const { crop: cropTexts, export: imageTexts } = messages.image.settings
const { size: sizeTexts, export: videoTexts } = messages.video.settings
const { frames: frameTexts } = videoTexts

const formats = { ...fileFormats, ...videoFormats }

/** The value of a part of the settings in a few words: `Gradient`, `Off`, `WebP`. */
export const recipePartText = (name: PartName, recipe: Recipe | VideoRecipe): string => {
  const { composition } = recipe
  switch (name) {
    case 'level':
      return messages.ui.levels[recipe.level]
    case 'background':
      return recipe.background ?? kinds[groundKind(false, composition)]
    case 'shadow':
    case 'contactShadow':
    case 'outline':
    case 'placement':
      return onOrOff(composition, name)
    case 'canvas':
      return canvas.names[canvasName(recipe)]
    case 'crop':
      return 'crop' in recipe && recipe.crop ? ratioText(recipe.ratio) : texts.off
    case 'dimensions':
      return 'exactSize' in recipe && recipe.exactSize ? dimensionsText(recipe) : texts.off
    case 'format':
      return formats[recipe.format].label
    case 'quality':
      return 'quality' in recipe ? qualityText(recipe) : texts.off
    case 'depth':
      return 'depth' in recipe ? imageTexts.depths[recipe.depth] : texts.off
    case 'size':
      return 'hasSound' in recipe ? sizeTexts.sizes[recipe.size].label : imageTexts.sizes[recipe.size].label
    case 'channels':
      return imageTexts.contents[recipe.channels]
    case 'sound':
      return 'hasSound' in recipe && recipe.hasSound ? texts.on : texts.off
    case 'fields':
      return 'deinterlace' in recipe && recipe.deinterlace === 'field' ? texts.on : texts.off
    case 'matte':
      return 'hasMatte' in recipe && recipe.hasMatte ? texts.on : texts.off
    case 'sequence':
      return 'sequence' in recipe ? sequenceText(recipe.sequence) : texts.off
  }
}

const sequenceText = ({ format, alpha }: FrameSequence): string =>
  `${sequenceFormats[format].label}, ${frameTexts.alphas[alpha]}`

const onOrOff = (composition: Composition, name: keyof Composition): string =>
  composition[name] === null ? texts.off : texts.on

/** The quality of the chosen format, or of JPG if that format has none. */
const qualityText = (recipe: Recipe): string => {
  const { format, quality } = recipe
  return keepsPixels(recipe)
    ? imageTexts.lossless
    : imageTexts.qualityValue(quality[isLossy(format) ? format : 'jpg'])
}

const ratioText = (ratio: Recipe['ratio']): string => (ratio === 'free' ? cropTexts.free : ratio)

const dimensionsText = ({ width, height }: Recipe): string =>
  texts.dimensions(width ?? cropTexts.auto, height ?? cropTexts.auto)
