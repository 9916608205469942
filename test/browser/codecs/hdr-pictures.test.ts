import { afterEach, expect, test, vi } from 'vitest'
import { decodeImage, decodeInDisplayP3, readDeepColors } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { hdrToSrgb } from '#engine/color/hdr-to-srgb.ts'
import type { Raster } from '#engine/raster.ts'
import { pngChunk, pngFile } from '#support/image-files.ts'
import {
  hdrPatches,
  heicOfHlg,
  heicOfPq,
  heicPremultiplied,
  jxlOfDisplayP3,
  jxlOfPq,
  jxlPremultiplied,
  jxlTurned,
  jxlWithAlpha,
} from '#support/small-pictures.ts'

afterEach(() => vi.restoreAllMocks())

const [width, height, side] = [128, 96, 32]
const patchAt = (x: number, y: number) =>
  hdrPatches[Math.floor(x / side) + 4 * Math.floor(y / side)] ?? [0, 0, 0]
const [pq, hlg] = [16, 18]

/** The patches as a PNG whose numbers `cICP` names; with `alpha` faint in its lowest row. */
const png = (transfer: number, depth: 8 | 16, alpha: boolean) => {
  const bytesOf = (value: number) =>
    depth === 8
      ? [Math.round(value * 255)]
      : [Math.round(value * 65_535) >> 8, Math.round(value * 65_535) & 255]
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => [
      ...patchAt(x, y).flatMap(bytesOf),
      ...(alpha ? bytesOf(y < height - 8 ? 1 : 0.4) : []),
    ]).flat(),
  )
  const before = [pngChunk('cICP', [9, transfer, 0, 1])]
  return pngFile({ width, height, depth, colourType: alpha ? 6 : 2, rows, before })
}

/** The patches as an AVIF of 8 bits, with the numbers of its colours replaced. */
const avif = async (transfer: number) => {
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => {
    const pixel = at >> 2
    return at % 4 === 3
      ? 255
      : Math.round((patchAt(pixel % width, Math.floor(pixel / width))[at % 4] ?? 0) * 255)
  })
  const picture = { kind: 'colour', raster: { width, height, data }, opaque: true } as const
  const bytes = new Uint8Array(await (await encodeImage(picture, 'avif', { quality: 100 })).arrayBuffer())
  const at = new TextDecoder('latin1').decode(bytes).indexOf('colrnclx')
  bytes.set([0, 9, 0, transfer], at + 8)
  return bytes
}

/** What a page shows of a file. */
const shown = async (file: Blob): Promise<Raster> => {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  await image.decode()
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  URL.revokeObjectURL(image.src)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** The colours in the middle of all patches. */
const middles = ({ data }: Raster) =>
  hdrPatches.map((_, index) => {
    const at = ((Math.floor(index / 4) + 0.5) * side * width + ((index % 4) + 0.5) * side) * 4
    return [...data.slice(at, at + 3)]
  })

const furthest = (one: readonly (readonly number[])[], other: readonly (readonly number[])[]) =>
  Math.max(
    ...one.flatMap((colour, index) => colour.map((value, at) => Math.abs(value - (other[index]?.[at] ?? 0)))),
  )

/** Grey that is reference white, and red: neither grey and flat, nor burnt out. */
const expectMapped = (colours: readonly (readonly number[])[]) => {
  const [white, red] = [colours[2], colours[6]]
  expect(white?.[1]).toBeGreaterThan(110)
  expect(white?.[1]).toBeLessThan(235)
  expect((red?.[0] ?? 0) - (red?.[1] ?? 0)).toBeGreaterThan(80)
}

test.each([
  ['PNG of 8 bits, PQ', 2, () => png(pq, 8, false)],
  ['PNG of 16 bits, PQ', 2, () => png(pq, 16, false)],
  ['PNG of 16 bits with alpha, PQ', 2, () => png(pq, 16, true)],
  ['PNG of 16 bits, HLG', 2, () => png(hlg, 16, false)],
  ['AVIF, PQ', 2, () => avif(pq)],
  ['AVIF, HLG', 2, () => avif(hlg)],
  // Chromium 156 rounds the blue of a JPEG XL in `createImageBitmap` more than in a page.
  ['JPEG XL, PQ', 5, async () => jxlOfPq],
] as const)('the browser maps HDR in a %s, and all get that picture', async (_, near, make) => {
  const file = new Blob([await make()])
  const colours = middles((await decodeImage(file)).raster)
  expectMapped(colours)
  expect(furthest(colours, middles(await shown(file)))).toBeLessThanOrEqual(near)
  // Its 16 bits would be another picture.
  expect(await readDeepColors(file, 'srgb')).toBeNull()
})

test.each([
  ['pq', heicOfPq],
  ['hlg', heicOfHlg],
] as const)('a HEIC of %s is mapped as clips are', async (transfer, bytes) => {
  const colours = middles((await decodeImage(new Blob([bytes]))).raster)
  expectMapped(colours)
  const wanted = hdrPatches.map((patch) => hdrToSrgb(patch, transfer).map((value) => value * 255))
  expect(furthest(colours, wanted)).toBeLessThanOrEqual(3)
})

test('PQ in Display P3 has less colour than in BT.2020', async () => {
  const redness = async (bytes: Uint8Array<ArrayBuffer>) => {
    const [, , , , , , red] = middles((await decodeImage(new Blob([bytes]))).raster)
    return (red?.[0] ?? 0) - (red?.[1] ?? 0)
  }
  const ofP3 = heicOfPq.slice()
  ofP3[new TextDecoder('latin1').decode(ofP3).indexOf('colrnclx') + 9] = 12
  expect(await redness(ofP3)).toBeLessThan(await redness(heicOfPq))
  expect(await redness(ofP3)).toBeGreaterThan(80)
})

test('a HEIC in BT.2020 of standard range has more colour than sRGB', async () => {
  const withPrimaries = (primaries: number) => {
    const bytes = heicOfPq.slice()
    const at = new TextDecoder('latin1').decode(bytes).indexOf('colrnclx')
    bytes.set([0, primaries, 0, 13], at + 8)
    return new Blob([bytes])
  }
  const [narrow, wide] = [withPrimaries(1), withPrimaries(9)]
  const rednessOf = async (file: Blob) => {
    const [, , , , , , red = []] = middles((await decodeImage(file)).raster)
    return (red[0] ?? 0) - (red[1] ?? 0)
  }
  expect(await rednessOf(wide)).toBeGreaterThan((await rednessOf(narrow)) + 5)
  expect(await decodeInDisplayP3(narrow)).toBeNull()
  expect(await decodeInDisplayP3(wide)).toMatchObject({ exceedsDisplayP3: true })
})

/** As a browser that reads no JPEG XL. */
const withoutJxl = () => {
  const open = createImageBitmap
  vi.spyOn(globalThis, 'createImageBitmap').mockImplementation(
    (source: ImageBitmapSource, ...more: unknown[]) =>
      source instanceof Blob && source.type !== 'image/png'
        ? Promise.reject(new DOMException('not decoded', 'InvalidStateError'))
        : Reflect.apply(open, globalThis, [source, ...more]),
  )
}

test.each([
  ['PQ', jxlOfPq, 7],
  ['alpha', jxlWithAlpha, 1],
  ['a turn and a profile', jxlTurned, 1],
  ['the numbers of Display P3', jxlOfDisplayP3, 1],
  ['alpha that is multiplied with', jxlPremultiplied, 2],
] as const)('the browser and our decoder agree on a JPEG XL with %s', async (_, bytes, near) => {
  const file = new Blob([bytes])
  const native = (await decodeImage(file)).raster
  withoutJxl()
  const own = (await decodeImage(file)).raster
  expect([own.width, own.height]).toEqual([native.width, native.height])
  let apart = 0
  for (let at = 0; at < own.data.length; at++)
    apart = Math.max(
      apart,
      (Math.abs((own.data[at] ?? 0) - (native.data[at] ?? 0)) * (own.data[at | 3] ?? 0)) / 255,
    )
  expect(apart).toBeLessThanOrEqual(near)
})

test.each([
  ['Display P3', jxlOfDisplayP3, true],
  ['sRGB', jxlWithAlpha, false],
] as const)('both read a JPEG XL of %s in its colours', async (_, bytes, isWide) => {
  const file = new Blob([bytes])
  expect((await decodeInDisplayP3(file)) !== null).toBe(isWide)
  withoutJxl()
  expect((await decodeInDisplayP3(file)) !== null).toBe(isWide)
})

// jxl-oxide makes sRGB of colours in XYB.
test('our decoder says that it makes a lossy JPEG XL sRGB', async () => {
  const raster = { width: 8, height: 8, data: new Uint8ClampedArray(256).fill(255) }
  const picture = { kind: 'colour', raster, opaque: true } as const
  const wide = await encodeImage(picture, 'jxl', { colorSpace: 'display-p3' })
  const narrow = await encodeImage(picture, 'jxl', {})
  withoutJxl()
  expect([await decodeInDisplayP3(wide), await decodeInDisplayP3(narrow)]).toEqual(['madeSrgb', null])
})

test.each([
  ['HEIC', heicPremultiplied],
  ['JPEG XL', jxlPremultiplied],
])('colours of a %s that are multiplied with alpha are divided', async (_, bytes) => {
  const { raster } = await decodeImage(new Blob([bytes]))
  for (const [x, alpha, near] of [
    [8, 255, 2],
    [24, 204, 3],
    [40, 128, 4],
    [56, 26, 12],
  ] as const) {
    const at = (8 * raster.width + x) * 4
    const got = [...raster.data.slice(at, at + 4)]
    ;[204, 51, 26, alpha].forEach((value, channel) => {
      expect(Math.abs((got[channel] ?? 0) - value)).toBeLessThanOrEqual(near)
    })
  }
})
