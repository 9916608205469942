import type { Recipe } from './recipe.ts'
import type { VideoRecipe } from './video-recipe.ts'

/** Named settings for pictures, clips and file names. */
export type SavedRecipe = {
  /** A stored id, or one of a preset. */
  readonly id: string
  readonly name: string
  readonly settings: Recipe
  /** The settings of clips: those of pictures, as far as clips support them. */
  readonly clip: VideoRecipe
  /** The background picture, stored with the recipe; `settings` and `clip` refer to its SHA-256. */
  readonly picture: Blob | null
  /** The pattern of file names, without extension, such as `{name}-{recipe}` (`output-names.ts`). */
  readonly names: string
}
