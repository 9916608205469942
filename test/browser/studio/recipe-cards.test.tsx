import { act } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createItemList } from '#library/items/item-list.ts'
import { newPicture, type PictureItem } from '#library/pictures/picture-item.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
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

test('a name that is being typed stays when a picture is done', async () => {
  const list = createItemList<MediaKind>()
  const toItem = (file: File) =>
    newPicture({ id: file.name, name: file.name, file, fileKind: 'png' }, 'device', defaultRecipe)
  list.register(
    mediaKind<PictureItem>({
      name: 'image',
      firstRecipe: defaultRecipe,
      create: async ({ file }) => toItem(file),
    }),
  )
  const item = toItem(new File(['picture'], 'a.png'))
  list.add([item])
  const [recipe] = shippedRecipes
  const { box, remove } = await renderInStudio(
    <RecipeCards
      list={list}
      title={'Recipes'}
      recipes={shippedRecipes}
      firstKey={null}
      chosen={[]}
      renamedId={recipe?.id ?? null}
      onChoose={() => {}}
      onRename={() => {}}
    />,
    inMemoryService(),
  )
  onTestFinished(remove)
  const field = box.querySelector<HTMLInputElement>('input:not([type])')
  await userEvent.keyboard('Sh')
  expect(field?.value).toBe('Sh')
  await act(async () => list.update(item.id, (now) => ({ ...now, phase: 'done' }) as PictureItem))
  await userEvent.keyboard('op')
  expect(box.querySelector<HTMLInputElement>('input:not([type])')?.value).toBe('Shop')
})
