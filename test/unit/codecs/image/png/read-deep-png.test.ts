import sharp, { type PngOptions } from 'sharp'
import { expect, test } from 'vitest'
import { readDeepPng } from '#codecs/image/png/read-deep-png.ts'

const [width, height] = [97, 60]

const pngOf = async (channels: 1 | 2 | 3 | 4, options: PngOptions = {}) => {
  const samples = Uint16Array.from({ length: width * height * channels }, (_, at) => {
    const pixel = Math.floor(at / channels)
    return (pixel * 13 + (at % channels) * 9000 + (Math.imul(at, 2654435761) >>> 26)) & 0xffff
  })
  const raw = sharp(samples, { raw: { width, height, channels } })
  const shaped = raw.toColourspace(channels < 3 ? 'grey16' : 'rgb16')
  const file = new Blob([new Uint8Array(await shaped.png(options).toBuffer())])
  return { samples, file }
}

test.each([
  [1, false],
  [2, true],
  [3, true],
  [4, false],
] as const)(
  'a PNG of 16 bits and %d channels is read, adaptive filters: %s',
  async (channels, adaptiveFiltering) => {
    const { samples, file } = await pngOf(channels, { adaptiveFiltering })
    const read = await readDeepPng(file)
    const colours = channels < 3 ? [0, 0, 0] : [0, 1, 2]
    const wanted = Uint16Array.from(
      { length: width * height * 3 },
      (_, at) => samples[Math.floor(at / 3) * channels + (colours[at % 3] ?? 0)] ?? 0,
    )
    expect(read).toMatchObject({ width, height, channels: 3 })
    expect(read?.data.every((sample, at) => sample === wanted[at])).toBe(true)
  },
)

test('other files and interlaced ones are left to the browser', async () => {
  const { file: interlaced } = await pngOf(3, { progressive: true })
  const grey = sharp(Buffer.alloc(width * height), { raw: { width, height, channels: 1 } })
  const others = await Promise.all([grey.png().toBuffer(), grey.jpeg().toBuffer()])
  for (const file of [interlaced, ...others.map((bytes) => new Blob([new Uint8Array(bytes)])), new Blob([])])
    expect(await readDeepPng(file)).toBeNull()
})

test('a picture that is cut off or damaged is refused', async () => {
  const { file } = await pngOf(3)
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(await readDeepPng(new Blob([bytes.subarray(0, bytes.length / 2)]))).toBeNull()
  bytes.fill(7, 100, 140)
  expect(await readDeepPng(new Blob([bytes]))).toBeNull()
})
