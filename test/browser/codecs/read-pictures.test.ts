import { expect, test } from 'vitest'
import { decodeImage, decodeInDisplayP3 } from '#codecs/image/decode-image.ts'
import { heifDecoder } from '#codecs/image/heif/read.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { decoderReader } from '#codecs/image/read-by-decoder.ts'
import { parseImageOptions } from '#contract/image-options.ts'
import type { Raster } from '#engine/raster.ts'
import { createPictureConverter } from '#pipeline/convert-picture.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { ascii, concatBytes, uint32 } from '#support/byte-arrays.ts'
import { fakeMatter } from '#support/fake-matter.ts'
import { pngChunk, pngSignatureBytes } from '#support/image-files.ts'
import { box } from '#support/make-mp4.ts'
import {
  greenOfBlocks,
  heicOfBlocks,
  heicOfDisplayP3,
  heicRedderThanSrgb,
  heicWithAlpha,
  jxlWithAlpha,
  tiffOfDisplayP3,
} from '#support/small-pictures.ts'

const call = { signal: new AbortController().signal, onProgress: () => {} }

/** The colour in the middle of each quarter of a picture. */
const quarters = ({ width, height, data }: Raster) =>
  [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ].map(([x = 0, y = 0]) => {
    const at = (Math.floor(height * y) * width + Math.floor(width * x)) * 4
    return [...data.slice(at, at + 4)]
  })

const expectNear = (got: readonly number[] | undefined, wanted: readonly number[]) =>
  wanted.forEach((value, channel) => {
    expect(Math.abs((got?.[channel] ?? Number.NaN) - value)).toBeLessThanOrEqual(4)
  })

test.each([
  ['HEIC', heicWithAlpha],
  ['JPEG XL', jxlWithAlpha],
])('a picture in %s keeps its size, colours and transparency', async (_, bytes) => {
  const { raster, hasAlpha } = await decodeImage(new Blob([bytes]))
  expect([hasAlpha, raster.width, raster.height]).toEqual([true, 64, 48])
  const [first, second, third, fourth] = quarters(raster)
  expectNear(first, [200, 40, 40, 255])
  expectNear(second, [40, 60, 200, 255])
  expectNear(third, [200, 40, 40, 255])
  expect(fourth?.[3]).toBeLessThan(4)
})

test.each([
  ['HEIC', heicOfDisplayP3],
  ['TIFF', tiffOfDisplayP3],
])('a %s of Display P3 is read in sRGB and in its own colours', async (_, bytes) => {
  const file = new Blob([bytes])
  for (const colour of quarters((await decodeImage(file)).raster)) expectNear(colour, [60, 180, 90, 255])
  const wide = await decodeInDisplayP3(file)
  if (!wide || wide === 'madeSrgb') throw new Error('its profile is gone')
  expectNear([...wide.raster.data.slice(0, 4)], [100, 178, 101, 255])
})

test('a TIFF whose profile has tables is made sRGB by the browser', async () => {
  const bytes = tiffOfDisplayP3.slice()
  // One more tag in place of the rights.
  bytes.set(ascii('A2B0'), new TextDecoder('latin1').decode(bytes).indexOf('cprt'))
  const file = new Blob([bytes])
  expect(await decodeInDisplayP3(file)).toBe('madeSrgb')
  const { raster } = await decodeImage(file)
  expect([raster.width, raster.height]).toEqual([32, 24])
})

test.each([
  ['sRGB', heicWithAlpha, false],
  ['Display P3', heicRedderThanSrgb, true],
] as const)('a HEIC in %s is cut out without a lossy copy', async (_, bytes, keepsGamut) => {
  const image = new Blob([bytes])
  const matter = {
    ...fakeMatter,
    estimate: async () => ({ width: 2, height: 2, data: new Float32Array(4).fill(1) }),
  }
  const pipeline = openImagePipeline({ decodeImage, decodeInDisplayP3, encodeImage, matter })
  const request = { id: 'req_1', image, options: parseImageOptions({}), keepsGamut }
  const result = (await pipeline.removeImage(request, call)).image
  const wanted = await heifDecoder.read(image)
  const cutOut = keepsGamut ? await decodeInDisplayP3(result) : await decodeImage(result)
  if (!cutOut || cutOut === 'madeSrgb') throw new Error('it is in sRGB')
  let opaque = 0
  for (let at = 0; at < wanted.data.length; at += 4) {
    if (cutOut.raster.data[at + 3] !== 255) continue
    opaque += 1
    for (let channel = at; channel < at + 3; channel++)
      expect(Math.abs((cutOut.raster.data[channel] ?? 0) - (wanted.data[channel] ?? 0))).toBeLessThanOrEqual(
        1,
      )
  }
  expect(opaque).toBeGreaterThan(2000)
})

test('a HEIC of low quality has no edges of blocks', async () => {
  const { raster } = await decodeImage(new Blob([heicOfBlocks]))
  greenOfBlocks.forEach((green, x) => {
    expect(Math.abs((raster.data[(20 * 64 + x) * 4 + 1] ?? 0) - green)).toBeLessThanOrEqual(1)
  })
})

test('a Photoshop file is refused by its colours and by its size', async () => {
  const head = new Uint8Array(40)
  head.set([0x38, 0x42, 0x50, 0x53, 0, 1])
  head.set([0, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 4], 12)
  const opened = () => decodeImage(new Blob([head]), { shrinks: true })
  await expect(opened()).rejects.toMatchObject({
    code: 'validation_error',
    reason: 'image_colors_unread',
    details: { image_file: [expect.stringContaining('CMYK')] },
  })
  head.set([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30], 14)
  await expect(opened()).rejects.toMatchObject({
    code: 'image_too_large',
    params: { kind: 'psd', width: 30_000, height: 30_000 },
  })
})

const little = (...words: readonly number[]) => words.flatMap((word) => [word & 255, word >> 8])
const huge = uint32(20_000)
const properties = box(
  'iprp',
  box('ipco', box('ispe', uint32(0), uint32(64), uint32(64)), box('ispe', uint32(0), huge, huge)),
)

test.each([
  ['jxl', 9000, 9000, [0xff, 0x0a, 0x3c, 0x19, 0x21]],
  // Its rows go down.
  [
    'bmp',
    20_000,
    20_001,
    [...ascii('BM'), ...little(...Array(6).fill(0), 40, 0, 20_000, 0, 0x1_0000 - 20_001, 0xffff)],
  ],
  // A palette and an extension stand before the first frame, which reaches beyond the screen.
  [
    'gif',
    20_001,
    20_000,
    [
      ...ascii('GIF89a'),
      ...little(9, 9, 0x80),
      ...ascii('\0colour!\xf9\x01\t\0,'),
      ...little(1, 0, 20_000, 20_000),
      0,
    ],
  ],
  ['avif', 20_000, 20_000, [...box('ftyp', ascii('avif')), ...box('meta', uint32(0), properties)]],
] as const)(
  'pixels that no browser unpacks are refused by the head of a %s',
  async (kind, width, height, head) => {
    const file = new Blob([Uint8Array.from(head)])
    await expect(decodeImage(file, { shrinks: true })).rejects.toMatchObject({
      code: 'image_too_large',
      params: { kind, width, height },
    })
    // Of a head that breaks off nothing is claimed.
    const cut = decodeImage(file.slice(0, kind === 'jxl' ? 2 : 18), { shrinks: true })
    await expect(cut).rejects.toMatchObject({ reason: 'image_kind_unconvertible' })
  },
)

test('a PNG of too many pixels says how many it has', async () => {
  const sides = [uint32(40_000), uint32(30_000), ascii('\x08\0\0\0\0')]
  const file = new Blob([
    concatBytes(
      pngSignatureBytes,
      pngChunk('IHDR', concatBytes(...sides)),
      pngChunk('IDAT', [1]),
      pngChunk('IEND', []),
    ),
  ])
  await expect(decodeImage(file, { shrinks: true })).rejects.toMatchObject({
    code: 'image_too_large',
    message: expect.stringMatching(/PNG\. It has 40000 x 30000 pixels.* Save a smaller copy\.$/),
  })
  await expect(decodeImage(file)).rejects.toMatchObject({ code: 'image_too_large', reason: undefined })
})

test('a damaged HEIC is refused, and the next one is read', async () => {
  const noise = heicWithAlpha.map((value, at) => (at > 40 ? (value * 7 + at) & 255 : value))
  for (const bytes of [heicWithAlpha.slice(0, 700), noise])
    await expect(decodeImage(new Blob([bytes]))).rejects.toMatchObject({
      code: 'validation_error',
      details: { image_file: [expect.stringContaining('cannot read HEIC')] },
    })
  expect((await decodeImage(new Blob([heicWithAlpha]))).raster.width).toBe(64)
})

test('an aborted read rejects with the reason', async () => {
  const signal = AbortSignal.abort()
  for (const bytes of [heicWithAlpha, jxlWithAlpha])
    await expect(decodeImage(new Blob([bytes]), { signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('a decoder that did not load is no fault of the picture', async () => {
  const { read, readDeep } = decoderReader('heif', () => Promise.reject(new TypeError('offline')))
  const notLoaded = { code: 'internal_server_error', reason: 'worker_not_loaded' }
  await expect(read(new Blob([heicWithAlpha]), {})).rejects.toMatchObject(notLoaded)
  await expect(readDeep?.(new Blob([heicWithAlpha]))).rejects.toMatchObject(notLoaded)
})

test('what is converted keeps the red of Display P3', async () => {
  const data = Uint8ClampedArray.from({ length: 40 * 30 * 4 }, (_, at) =>
    at % 4 === 0 || at % 4 === 3 ? 255 : 0,
  )
  const picture = { kind: 'colour', raster: { width: 40, height: 30, data }, opaque: true } as const
  const avif = await encodeImage(picture, 'avif', { colorSpace: 'display-p3', quality: 100 })
  const convert = createPictureConverter({ decodeImage, decodeInDisplayP3, encodeImage })
  for (const [image, type, red] of [
    [avif, 'image/png', 255],
    [new Blob([heicRedderThanSrgb]), 'image/jpeg', 140],
  ] as const) {
    const { file } = await convert({ image }, call)
    expect(file.type).toBe(type)
    const wide = await decodeInDisplayP3(file)
    if (!wide || wide === 'madeSrgb') throw new Error('it is not wide')
    const { width, height } = wide.raster
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
    expectNear([...wide.raster.data.slice(middle, middle + 4)], [red, 0, 0, 255])
  }
})
