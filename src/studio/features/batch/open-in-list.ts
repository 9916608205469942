import { readFileKind } from '#contract/sniff.ts'
import { changesOf, withPictureId } from '#library/recipe/apply-recipe.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { StudioState } from '#studio/hooks/use-studio.ts'
import type { PageList } from '#studio/items/media-kind.ts'

type Parts = { readonly list: PageList } & Pick<StudioState, 'backgroundPictures'>

/** Opens files in the list, with the settings of a recipe. The settings of the files that come next stay as they are. */
export async function openInList(
  files: readonly File[],
  { list, backgroundPictures }: Parts,
  recipe: SavedRecipe | null,
): Promise<void> {
  const before = new Set(list.get().items.map(({ id }) => id))
  await list.open(
    await Promise.all(
      files.map(async (file) => ({
        ...{ file, name: file.name, url: null },
        fileKind: await readFileKind(file).catch(() => 'unknown' as const),
      })),
    ),
  )
  if (!recipe) return
  const opened = list.get().items.filter(({ id }) => !before.has(id))
  list.setRecipes(changesOf(opened, withPictureId(recipe, backgroundPictures)))
}
