import { writePsdUint8Array } from 'ag-psd'
import { describe, expect, test } from 'vitest'
import { psdDecoder } from '#codecs/image/psd/read.ts'
import { plainPsd as makePlainPsd } from '#support/plain-psd.ts'

const width = 23
const height = 17
const size = width * height
const data = Uint8ClampedArray.from({ length: size * 4 }, (_, at) => {
  const pixel = at >> 2
  return (
    [(pixel % width) * 11, Math.floor(pixel / width) * 15, 40, Math.min(255, (pixel % width) * 14)][at & 3] ??
    0
  )
})

const read = (bytes: Uint8Array) => psdDecoder.read(new Blob([Uint8Array.from(bytes)]))

const plainPsd = (mode: number, planes: readonly Uint8Array[], bits: 8 | 16 = 8) =>
  makePlainPsd(mode, planes, { width, height, bits })
const plane = (channel: number) =>
  Uint8Array.from({ length: size }, (_, pixel) => data[pixel * 4 + channel] ?? 0)

/** A file whose merged picture has 16 bits a channel, on white, without compression. */
const withDeepPixels = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  // Colour mode data, image resources, layers: each has its length before it.
  const pixelsAt = [1, 2, 3].reduce((at) => at + 4 + view.getUint32(at), 26)
  const deep = new DataView(new ArrayBuffer(pixelsAt + 2 + size * 8))
  new Uint8Array(deep.buffer).set(bytes.subarray(0, pixelsAt))
  deep.setUint16(22, 16)
  for (let channel = 0; channel < 4; channel++)
    for (let pixel = 0; pixel < size; pixel++) {
      const alpha = (data[pixel * 4 + 3] ?? 0) / 255
      const value = (data[pixel * 4 + channel] ?? 0) / 255
      const shown = channel === 3 ? alpha : 1 - alpha + alpha * value
      deep.setUint16(pixelsAt + 2 + (channel * size + pixel) * 2, Math.round(shown * 65_535))
    }
  return new Uint8Array(deep.buffer)
}

describe('the merged picture of a Photoshop file is read', () => {
  test('with its transparency, in the colours of its layers', async () => {
    const imageData = { width, height, data } as ImageData
    const bytes = writePsdUint8Array({ width, height, imageData, children: [{ name: 'Subject', imageData }] })
    const picture = await read(bytes)
    expect([picture.width, picture.height]).toEqual([width, height])
    for (let at = 0; at < data.length; at += 4) {
      const alpha = data[at + 3] ?? 0
      expect(Math.abs((picture.data[at + 3] ?? 0) - alpha)).toBeLessThanOrEqual(1)
      for (let channel = at; alpha > 60 && channel < at + 3; channel++)
        expect(Math.abs((picture.data[channel] ?? 0) - (data[channel] ?? 0))).toBeLessThanOrEqual(
          Math.ceil(255 / alpha),
        )
    }
  })

  test('opaque where the fourth channel is a saved selection', async () => {
    const picture = await read(plainPsd(3, [plane(0), plane(1), plane(2), plane(3)]))
    const wanted = data.map((value, at) => (at % 4 === 3 ? 255 : value))
    expect(picture.data).toEqual(wanted)
  })

  test('with 16 bits and its transparency, without the white behind it', async () => {
    const imageData = { width, height, data } as ImageData
    const layered = writePsdUint8Array({
      width,
      height,
      imageData,
      children: [{ name: 'Subject', imageData }],
    })
    const picture = await read(withDeepPixels(layered))
    data.forEach((value, at) => {
      // Where nothing is left of a pixel, its colour is white.
      const isVisible = at % 4 === 3 || (data[at | 3] ?? 0) > 0
      if (isVisible) expect(picture.data[at]).toBe(value)
    })
  })
})

test('colours of 16 bits are read as they are stored', async () => {
  const samples = Uint16Array.from({ length: size * 3 }, (_, at) => (at * 40_503) & 0xffff)
  const stored = (channel: number) =>
    Uint8Array.from(
      { length: size * 2 },
      (_, at) => (samples[(at >> 1) * 3 + channel] ?? 0) >> (at % 2 ? 0 : 8),
    )
  const rgb = await psdDecoder.readDeep?.(new Blob([plainPsd(3, [0, 1, 2].map(stored), 16)]))
  expect(rgb).toMatchObject({ width, height, channels: 3, data: samples })
  const grey = await psdDecoder.readDeep?.(new Blob([plainPsd(1, [stored(0)], 16)]))
  expect(grey?.data).toEqual(samples.map((_, at) => samples[at - (at % 3)] ?? 0))
  expect(await psdDecoder.readDeep?.(new Blob([plainPsd(1, [plane(0)])]))).toBeNull()
})

test.each([
  ['cmyk', plainPsd(4, [plane(0), plane(1), plane(2), plane(0)])],
  ['lab', plainPsd(9, [plane(0), plane(1), plane(2)])],
])('a Photoshop file in %s is refused by name', async (colors, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({
    reason: 'image_colors_unread',
    params: { kind: 'psd', colors },
  })
})

test('a damaged Photoshop file is refused', async () => {
  const whole = plainPsd(3, [plane(0), plane(1), plane(2)])
  for (const bytes of [10, 28, 39]) await expect(read(whole.subarray(0, bytes))).rejects.toThrow()
  const huge = Uint8Array.from(whole)
  new DataView(huge.buffer).setUint32(14, 0x7fffffff)
  await expect(read(huge)).rejects.toMatchObject({ reason: 'image_too_many_pixels' })
})
