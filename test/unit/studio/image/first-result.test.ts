import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { FileKind } from '#contract/file-kinds.ts'
import type { BackgroundService, ConvertedPicture } from '#library/background-service.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { cutOutHere, sendPicture } from '#studio/features/image/queue/first-result.ts'
import { convertedPicture } from '#studio/queries/converted-picture.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { inMemoryService } from '#support/in-memory-service.ts'

const size = { width: 40, height: 30 }
const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' })
const converted: ConvertedPicture = {
  file: jpeg,
  size,
  before: { size, bytes: 64 },
  isWritten: true,
  isMadeSrgb: false,
  leftOut: [],
}

/** A picture of the list, which the browser shows or not, and a device that converts it. */
const open = async (fileKind: FileKind, isShown: boolean, convert = async () => converted) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const memory = inMemoryService()
  const convertPicture = vi.fn(convert)
  const removeImage = vi.fn(memory.removeImage)
  const service = {
    ...memory,
    removeImage,
    onDevice: memory.onDevice && {
      ...memory.onDevice,
      workers: { ...memory.onDevice.workers, convertPicture },
    },
  } as BackgroundService
  const picture = {
    id: 'a',
    file: new Blob(['file']),
    name: `a.b.${fileKind}`,
    fileKind,
    recipe: defaultRecipe,
  }
  const info = { size: isShown ? size : null, thumbnail: null, isShown }
  client.setQueryData(pictureInfo(picture).queryKey, info)
  const call = { signal: new AbortController().signal, onProgress: () => {}, onFirstLook: () => {} }
  return { client, service, picture, convertPicture, removeImage, call }
}

test('this device cuts out the file itself, whatever its kind', async () => {
  const { client, service, picture, convertPicture, removeImage, call } = await open('heif', false)
  await cutOutHere({ service, client })(picture, call)
  expect(removeImage.mock.calls[0]?.[0]).toBe(picture.file)
  expect(removeImage.mock.calls[0]?.[2]).toMatchObject({ readsAll: true })
  expect(convertPicture).toHaveBeenCalledOnce()
  expect(client.getQueryData(pictureInfo(picture).queryKey)).toMatchObject({ size, isShown: false })
})

test('nothing is converted that the browser shows or nobody reads', async () => {
  for (const [kind, isShown] of [
    ['jpeg', true],
    ['avif', true],
    ['unknown', false],
  ] as const) {
    const { client, service, picture, convertPicture, call } = await open(kind, isShown)
    await cutOutHere({ service, client })(picture, call)
    expect(convertPicture).not.toHaveBeenCalled()
  }
})

test('a picture that the stage asks for no more is still converted', async () => {
  let resolve = (_: ConvertedPicture) => {}
  const promise = new Promise<ConvertedPicture>((done) => {
    resolve = done
  })
  const { client, service, picture, convertPicture, removeImage, call } = await open(
    'heif',
    false,
    () => promise,
  )
  const stage = client.fetchQuery(convertedPicture(service, picture)).catch(() => null)
  const cut = cutOutHere({ service, client })(picture, call)
  await turnEventLoop()
  expect(convertPicture).toHaveBeenCalledOnce()
  await client.cancelQueries({ queryKey: convertedPicture(service, picture).queryKey })
  resolve(converted)
  await Promise.all([stage, cut])
  expect(removeImage).toHaveBeenCalledOnce()
})

test('a service gets what it takes, under the name of the picture', async () => {
  const { client, service, picture, removeImage, call } = await open('heif', false)
  const remote = inMemoryService()
  const sent: Blob[] = []
  const connection = {
    get: () => ({
      service: {
        ...remote,
        removeImage: (image: Blob, ...rest: [never, never]) => {
          sent.push(image)
          return remote.removeImage(image, ...rest)
        },
      },
    }),
  } as unknown as Parameters<typeof sendPicture>[0]['connection']
  const send = sendPicture({ client, connection, service })
  const { note } = await send(picture, call)
  expect(note).toBe('Converted from HEIC to JPG first: 64 B to 4 B')
  expect(sent.map((file) => (file instanceof File ? [file.name, file.type] : []))).toEqual([
    ['a.b.jpg', 'image/jpeg'],
  ])
  expect(removeImage).not.toHaveBeenCalled()

  const plain = await open('jpeg', true)
  const other = await sendPicture({ client: plain.client, connection, service: plain.service })(
    { ...plain.picture, name: 'c.jpeg' },
    plain.call,
  )
  expect([other.note, (sent.at(-1) as File).name]).toEqual([null, 'c.jpeg'])
})
