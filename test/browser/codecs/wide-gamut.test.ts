import { expect, test } from 'vitest'
import { decodeImage, decodeInDisplayP3 } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import displayP3 from '../../fixtures/display-p3.png?url'

const [width, height] = [64, 48]

/** The reddest and the greenest of Display P3, and a grey. */
const colors = [
  [255, 0, 0],
  [0, 255, 0],
  [128, 128, 128],
] as const
const raster = {
  width,
  height,
  data: Uint8ClampedArray.from(
    { length: width * height * 4 },
    (_, at) => [...(colors[Math.floor((((at >> 2) % width) / width) * 3)] ?? []), 255][at & 3] ?? 0,
  ),
}
const middles = [10, 32, 53]
const call = { signal: new AbortController().signal }

const decodeWide = async (file: Blob) => {
  const decoded = await decodeInDisplayP3(file, call)
  return decoded === 'madeSrgb' ? null : decoded
}

/** The pixels in the middle of each colour, as the browser itself shows them in Display P3. */
const shown = async (file: Blob) => {
  const bitmap = await createImageBitmap(file)
  const context = new OffscreenCanvas(width, height).getContext('2d', { colorSpace: 'display-p3' })
  context?.drawImage(bitmap, 0, 0)
  return middles.map((x) => [...(context?.getImageData(x, 24, 1, 1).data ?? [])])
}

const furthest = (found: readonly (readonly number[])[]) =>
  Math.max(
    ...found.flatMap((rgba, index) =>
      (colors[index] ?? []).map((value, at) => Math.abs(value - (rgba[at] ?? 0))),
    ),
  )

test.each(['png', 'jpg', 'webp'] as const)('the reddest of Display P3 survives a %s', async (format) => {
  const picture = { kind: 'colour', raster, opaque: true } as const
  const file = await encodeImage(picture, format, { colorSpace: 'display-p3', quality: 100 })
  expect(furthest(await shown(file))).toBeLessThanOrEqual(6)
  const decoded = await decodeWide(file)
  expect(decoded).toMatchObject({ hasAlpha: false, exceedsDisplayP3: false })
  const { data } = decoded?.raster ?? { data: [] }
  const stored = middles.map((x) => [...data.slice((24 * width + x) * 4, (24 * width + x) * 4 + 4)])
  expect(furthest(stored)).toBeLessThanOrEqual(3)
  // In sRGB it is clipped.
  expect([...(await decodeImage(file, call)).raster.data.slice((24 * width + 10) * 4).slice(0, 2)]).toEqual([
    expect.closeTo(255, -1),
    expect.closeTo(0, -1),
  ])
})

test('colours under a low alpha stay as they are stored', async () => {
  const fixture = await (await fetch(displayP3)).blob()
  const wide = await decodeWide(fixture)
  expect(wide?.hasAlpha).toBe(true)
  const { data } = wide?.raster ?? { data: [] }
  // Green, then half transparent red of sRGB, as libvips stored them.
  expect([...data.slice(0, 4)]).toEqual([117, 251, 76, 255])
  const soft = [...data.slice(255 * 4, 256 * 4)]
  for (const [at, value] of [172, 122, 112, 128].entries())
    expect(Math.abs((soft[at] ?? 0) - value)).toBeLessThan(2)
})

test('a file without a wider profile is not decoded again', async () => {
  const file = await encodeImage({ kind: 'colour', raster, opaque: true }, 'png', {})
  expect(await decodeInDisplayP3(file, call)).toBeNull()
})
