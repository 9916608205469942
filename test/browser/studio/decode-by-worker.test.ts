import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { decodeInDisplayP3 } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-codecs.ts'
import { cutOutHere } from '#studio/features/image/queue/first-result.ts'
import { decodeByWorker } from '#studio/media/decoders/decode-by-worker.ts'
import { preparePicture } from '#studio/media/prepare-picture.ts'
import { defaultRecipe } from '#studio/state/recipe.ts'
import { ascii, uint32 } from '#support/byte-arrays.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { box } from '#support/make-mp4.ts'
import { heicOfDisplayP3, heicWithAlpha, jxlWithAlpha, tiffOfDisplayP3 } from '#support/small-pictures.ts'

/** The colour in the middle of each quarter of the picture, as a page in sRGB shows it. */
const quarters = (bitmap: ImageBitmap) => {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const at = (x: number, y: number) => [
    ...(context?.getImageData(Math.floor(width * x), Math.floor(height * y), 1, 1).data ?? []),
  ]
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}

const expectNear = (got: readonly number[] | undefined, wanted: readonly number[]) =>
  wanted.forEach((value, channel) => {
    expect(Math.abs((got?.[channel] ?? Number.NaN) - value)).toBeLessThanOrEqual(4)
  })

test.each([
  ['heif', heicWithAlpha],
  ['jxl', jxlWithAlpha],
] as const)('a picture in %s keeps its size, colours and transparency', async (kind, bytes) => {
  const { bitmap, hasAlpha } = await decodeByWorker(kind, new Blob([bytes]))
  expect(hasAlpha).toBe(true)
  expect([bitmap.width, bitmap.height]).toEqual([64, 48])
  const [first, second, third, fourth] = quarters(bitmap)
  expectNear(first, [200, 40, 40, 255])
  expectNear(second, [40, 60, 200, 255])
  expectNear(third, [200, 40, 40, 255])
  expect(fourth?.[3]).toBeLessThan(4)
})

test.each([
  ['heif', heicOfDisplayP3],
  ['tiff', tiffOfDisplayP3],
] as const)('a picture in %s of Display P3 keeps its colours and profile', async (fileKind, bytes) => {
  const { file } = await preparePicture({ file: new Blob([bytes]), name: 'a.b', fileKind, size: null })
  for (const colour of quarters(await createImageBitmap(file))) expectNear(colour, [60, 180, 90, 255])
  const wide = await decodeInDisplayP3(file)
  if (!wide || wide === 'madeSrgb') throw new Error('its profile is gone')
  expectNear([...wide.raster.data.slice(0, 4)], [100, 178, 101, 255])
})

test('a Photoshop file is refused by its colours and by its size', async () => {
  const head = new Uint8Array(40)
  head.set([0x38, 0x42, 0x50, 0x53, 0, 1])
  head.set([0, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 4], 12)
  const opened = () =>
    preparePicture({ file: new Blob([head]), name: 'print.psd', fileKind: 'psd', size: null })
  await expect(opened()).rejects.toMatchObject({ code: 'validation_error', reason: 'image_colors_unread' })
  head.set([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30], 14)
  await expect(opened()).rejects.toMatchObject({
    code: 'image_too_large',
    params: { kind: 'psd', width: 30_000, height: 30_000 },
  })
})

test.each([
  ['JPEG XL', 'jxl', 9000, [0xff, 0x0a, 0x3c, 0x19, 0x21]],
  [
    'PNG',
    'png',
    40_000,
    [
      ...[0x89, ...ascii('PNG\r\n\x1a\n')],
      ...box('IHDR', uint32(40_000), uint32(40_000), ascii('\x08\0\0\0\0crc!')),
    ],
  ],
] as const)('the list says of a %s how many pixels are too many', async (_, fileKind, side, head) => {
  const file = new Blob([Uint8Array.from(head)])
  const cut = cutOutHere({ service: inMemoryService(), client: new QueryClient() })
  const picture = { id: 'a', file, name: 'a', fileKind, prepared: null, recipe: defaultRecipe }
  const nothing = () => {}
  const call = { onProgress: nothing, onPrepared: nothing, onFirstLook: nothing }
  await expect(cut(picture, { ...call, signal: new AbortController().signal })).rejects.toMatchObject({
    reason: 'image_too_many_pixels',
    params: { kind: fileKind, width: side, height: side },
  })
})

test('a damaged HEIC is refused, and its worker ends', async () => {
  const cut = heicWithAlpha.slice(0, 700)
  await expect(decodeByWorker('heif', new Blob([cut]))).rejects.toThrow('libheif')
  const noise = heicWithAlpha.map((value, at) => (at > 40 ? (value * 7 + at) & 255 : value))
  await expect(decodeByWorker('heif', new Blob([noise]))).rejects.toThrow()
})

test('an abort ends the decoder at once', async () => {
  const abort = new AbortController()
  const decoding = decodeByWorker('heif', new Blob([heicWithAlpha]), abort.signal)
  abort.abort()
  await expect(decoding).rejects.toMatchObject({ name: 'AbortError' })
})

test('a HEIC becomes a picture that the API takes, and says so', async () => {
  const { file, note } = await preparePicture({
    file: new Blob([heicWithAlpha]),
    name: 'IMG_1.HEIC',
    fileKind: 'heif',
    size: null,
  })
  expect([file.name, note]).toEqual([
    'IMG_1.png',
    expect.stringContaining('Converted from HEIC to PNG first'),
  ])
})

test('a picture of Display P3 is converted without loss of its red', async () => {
  const [width, height] = [40, 30]
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
    at % 4 === 0 || at % 4 === 3 ? 255 : 0,
  )
  const picture = { kind: 'colour', raster: { width, height, data }, opaque: true } as const
  const file = await encodeImage(picture, 'png', { colorSpace: 'display-p3' })
  // What a browser opens it finds out by the bytes.
  for (const [fileKind, name] of [
    ['avif', 'red.avif'],
    ['heif', 'red.heic'],
  ] as const) {
    const prepared = await preparePicture({ file, name, fileKind, size: null })
    const wide = await decodeInDisplayP3(prepared.file)
    if (!wide || wide === 'madeSrgb') throw new Error('it is not wide')
    expectNear([...wide.raster.data.slice(2000, 2004)], [255, 0, 0, 255])
  }
})

/** A worker whose script is not there. */
const spawnMissing = () => new Worker('/no-such-decoder.js', { type: 'module' })

test('a decoder that did not load is named', async () => {
  await expect(
    decodeByWorker('heif', new Blob([heicWithAlpha]), undefined, spawnMissing),
  ).rejects.toMatchObject({
    code: 'internal_server_error',
    reason: 'worker_not_loaded',
  })
})
