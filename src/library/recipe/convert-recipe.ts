import type { Item } from '#library/items/item.ts'
import { defaultRecipe, isOpaqueRecipe, type Recipe } from './recipe.ts'
import type { AnyRecipe, PartName } from './recipe-parts.ts'
import type { SavedRecipe } from './saved-recipe.ts'
import { defaultVideoRecipe, type VideoRecipe } from './video-recipe.ts'

/** What pictures and clips have in common. */
const shared = <R extends Recipe | VideoRecipe>({
  level,
  background,
  picture,
  composition,
  size,
  channels,
}: R) => ({ level, background, picture, composition, size, channels })

/** What settings of pictures make of a clip: an MP4 if nothing of it is transparent. */
export const clipRecipeOf = (settings: Recipe): VideoRecipe => ({
  ...defaultVideoRecipe,
  ...shared(settings),
  format: isOpaqueRecipe(settings) ? 'mp4' : 'webm',
})

const hasGround = ({ background, composition }: Pick<Recipe, 'background' | 'composition'>): boolean =>
  background !== null || composition.background !== null

/** What settings of clips make of a picture. */
const pictureRecipeOf = (clip: VideoRecipe): Recipe => ({
  ...defaultRecipe,
  ...shared(clip),
  format: hasGround(clip) ? 'jpg' : 'png',
})

/** Settings of an item as those of both kinds. */
export const bothOf = ({
  kind,
  recipe,
}: Pick<Item, 'kind' | 'recipe'>): Pick<SavedRecipe, 'settings' | 'clip'> => {
  if (kind === 'video') {
    const clip = recipe as VideoRecipe
    return { settings: pictureRecipeOf(clip), clip }
  }
  const settings = recipe as Recipe
  return { settings, clip: clipRecipeOf(settings) }
}

/** The parts of a recipe that would change a picture and that clips do not have. */
export const lostOnClips = ({
  settings,
  clip,
}: Pick<SavedRecipe, 'settings' | 'clip'>): readonly PartName[] => [
  ...(settings.crop ? (['crop'] as const) : []),
  ...(settings.exactSize && !clip.composition.canvas?.sticker ? (['dimensions'] as const) : []),
]

/** The settings of an item of a kind by a recipe. */
export const settingsFor = (kind: string, { settings, clip }: SavedRecipe): AnyRecipe =>
  kind === 'video' ? clip : settings
