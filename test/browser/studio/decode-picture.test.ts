import { afterEach, expect, test, vi } from 'vitest'
import { decodePicture, decodeSmall, releaseWhenGone } from '#studio/media/decode-picture.ts'

const decoder = Object.getOwnPropertyDescriptor(globalThis, 'ImageDecoder')

afterEach(() => {
  vi.restoreAllMocks()
  if (decoder) Object.defineProperty(globalThis, 'ImageDecoder', decoder)
})

const picture = () => {
  const canvas = new OffscreenCanvas(8, 6)
  canvas.getContext('2d')?.fillRect(0, 0, 8, 6)
  return canvas.convertToBlob()
}

test('without ImageDecoder an image element decodes at the size asked for', async () => {
  Reflect.deleteProperty(globalThis, 'ImageDecoder')
  const file = await picture()
  const decode = vi.spyOn(globalThis, 'createImageBitmap')
  const { width, height } = await decodePicture(file, { resizeWidth: 4, resizeHeight: 3 })
  expect({ width, height }).toEqual({ width: 4, height: 3 })
  const [image] = decode.mock.calls[0] ?? []
  expect(image).toBeInstanceOf(HTMLImageElement)
  expect(image).toHaveProperty('src', 'data:,')
})

test('what is shown small is decoded small and never enlarged', async () => {
  const file = await picture()
  const sizeOf = async (sidePx: number) => {
    const { width, height } = await decodeSmall(file, sidePx)
    return [width, height]
  }
  expect(await sizeOf(3)).toEqual([8, 6])
  Reflect.deleteProperty(globalThis, 'ImageDecoder')
  expect(await sizeOf(3)).toEqual([4, 3])
  expect(await sizeOf(40)).toEqual([8, 6])
})

test('a file that is no picture is refused with and without ImageDecoder', async () => {
  const file = new Blob(['no picture'])
  await expect(decodePicture(file)).rejects.toThrow()
  Reflect.deleteProperty(globalThis, 'ImageDecoder')
  await expect(decodePicture(file)).rejects.toThrow()
})

test('an image that left the page gives its pixels back', async () => {
  const [gone, kept] = [new Image(), new Image()]
  for (const image of [gone, kept]) image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  document.body.append(gone, kept)
  const leave = [gone, kept].map(releaseWhenGone)
  gone.remove()
  for (const call of leave) call?.()
  await Promise.resolve()
  expect(gone.src).toBe('data:,')
  expect(kept.src).not.toBe('data:,')
  kept.remove()
})
