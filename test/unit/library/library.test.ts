import { expect, test } from 'vitest'
import { createItemList } from '#library/items/item-list.ts'
import { createImageQueue } from '#library/pictures/image-queue.ts'
import { makePicture } from '#library/pictures/make-picture.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import { pictureKind } from '#library/pictures/picture-kind.ts'
import { defaultRecipe, toImageOptions } from '#library/recipe/recipe.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'

test('a first look is in sRGB, which is sooner', async () => {
  const { onDevice, ...service } = inMemoryService()
  if (!onDevice) throw new Error('no device')
  const asked: (boolean | undefined)[] = []
  const editImage: typeof onDevice.editImage = (image, options, given, call) => {
    asked.push(given.keepsGamut)
    return onDevice.editImage(image, options, given, call)
  }
  const source = { blob: new Blob(['a photo']), isFirstLook: true } as const
  for (const looksFirst of [true, false])
    await makePicture(
      { ...service, onDevice: { ...onDevice, editImage } },
      source,
      { options: toImageOptions(defaultRecipe) },
      { looksFirst },
    )
  expect(asked).toEqual([false, true])
})

test('a file becomes a result without any page', async () => {
  const service = inMemoryService()
  const list = createItemList()
  const made: Blob[] = []
  const queue = createImageQueue(
    list,
    async ({ file, recipe }, call) => {
      const answer = await makePicture(service, { blob: file }, { options: toImageOptions(recipe) }, call)
      made.push(answer.image)
      return answer
    },
    () => Promise.reject(new Error('nothing is sent')),
    async (image) => image,
  )
  const kind = pictureKind(queue, { firstRecipe: defaultRecipe, remember: () => {}, forget: () => {} })
  list.register(kind)
  const file = new File(['a photo'], 'photo.jpg')
  await list.open([{ file, name: file.name, url: null, fileKind: 'jpeg' }])
  await eventually(() => expect(list.get().items.filter(isPicture).map(kind.phase)).toEqual(['done']))
  const [item] = list.get().items.filter(isPicture)
  expect(item).toMatchObject({ name: 'photo.jpg', thumbnail: made[0] })
})
