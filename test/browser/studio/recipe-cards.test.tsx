import { expect, onTestFinished, test } from 'vitest'
import { createItemList } from '#library/items/item-list.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import type { VideoItem } from '#library/videos/video-item.ts'
import { newVideo } from '#library/videos/video-state.ts'
import { RecipeCards } from '#studio/features/recipes/recipe-cards.tsx'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { shippedRecipes } from '#studio/items/shipped-recipes.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { mediaKind } from '#support/open-items.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

/** What stands below each recipe while a clip is open, or nothing. */
const factsWith = async (isClipOpen: boolean) => {
  const list = createItemList<MediaKind>()
  list.register(
    mediaKind<VideoItem>({
      name: 'video',
      firstRecipe: defaultVideoRecipe,
      create: async (file, recipe) => newVideo(file, recipe),
    }),
  )
  if (isClipOpen) list.add([newVideo({ file: null, name: 'a.mp4', url: null }, defaultVideoRecipe)])
  const { box, remove } = await renderInStudio(
    <RecipeCards
      list={list}
      title={'Recipes'}
      recipes={shippedRecipes}
      firstKey={null}
      chosen={[]}
      renamedId={null}
      onChoose={() => {}}
    />,
    inMemoryService(),
  )
  onTestFinished(remove)
  return Object.fromEntries(
    [...box.querySelectorAll('li')].map((card) => [
      card.querySelector('input')?.ariaLabel,
      card.querySelector('p')?.textContent,
    ]),
  )
}

test('recipe cards tell the format that the open item gets', async () => {
  const [amazon, telegram] = ['Amazon main image', 'Telegram sticker']
  expect(await factsWith(false)).toMatchObject({
    [amazon]: 'JPG · 2000 × 2000',
    [telegram]: 'WebP · 512 × 512',
  })
  expect(await factsWith(true)).toMatchObject({ [amazon]: 'MP4', [telegram]: 'WebM · 512 × 512' })
})
