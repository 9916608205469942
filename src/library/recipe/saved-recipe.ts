import type { Recipe } from './recipe.ts'
import type { VideoRecipe } from './video-recipe.ts'

/** Settings that a person gave a name: what is made of a picture, of a clip, and how the files are called. */
export type SavedRecipe = {
  /** Of this browser, or of a preset. */
  readonly id: string
  readonly name: string
  readonly settings: Recipe
  /** What it makes of a clip: the same as of pictures, as far as clips can have it. */
  readonly clip: VideoRecipe
  /** The picture behind the subject; it travels with the recipe, and `settings` and `clip` name its SHA-256. */
  readonly picture: Blob | null
  /** The pattern of the names of its files, without extension, such as `{name}-{recipe}` (`output-names.ts`). */
  readonly names: string
}
