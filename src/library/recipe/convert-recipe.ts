import type { Item } from '#library/items/item.ts'
import { defaultRecipe, isOpaqueRecipe, type Recipe } from './recipe.ts'
import type { AnyRecipe, PartName } from './recipe-parts.ts'
import type { SavedRecipe } from './saved-recipe.ts'
import { defaultVideoRecipe, type VideoRecipe } from './video-recipe.ts'

/** The settings common to pictures and clips. */
const shared = <R extends Recipe | VideoRecipe>({
  level,
  background,
  picture,
  composition,
  size,
  channels,
}: R) => ({ level, background, picture, composition, size, channels })

/** Picture settings converted for clips: an MP4 if nothing is transparent. */
export const clipRecipeOf = (settings: Recipe): VideoRecipe => ({
  ...defaultVideoRecipe,
  ...shared(settings),
  format: isOpaqueRecipe(settings) ? 'mp4' : 'webm',
})

const hasGround = ({ background, composition }: Pick<Recipe, 'background' | 'composition'>): boolean =>
  background !== null || composition.background !== null

/** Clip settings converted for pictures. */
const pictureRecipeOf = (clip: VideoRecipe): Recipe => ({
  ...defaultRecipe,
  ...shared(clip),
  format: hasGround(clip) ? 'jpg' : 'png',
})

/** An item's settings, for both kinds. */
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

/** The parts of a recipe that change pictures and that clips lack. */
export const lostOnClips = ({
  settings,
  clip,
}: Pick<SavedRecipe, 'settings' | 'clip'>): readonly PartName[] => [
  ...(settings.crop ? (['crop'] as const) : []),
  ...(settings.exactSize && !clip.composition.canvas?.sticker ? (['dimensions'] as const) : []),
]

/** A recipe's settings for a kind of item. */
export const settingsFor = (kind: string, { settings, clip }: SavedRecipe): AnyRecipe =>
  kind === 'video' ? clip : settings
