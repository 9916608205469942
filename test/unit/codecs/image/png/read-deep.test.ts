import sharp, { type PngOptions } from 'sharp'
import { expect, test } from 'vitest'
import { readDeepPng } from '#codecs/image/png/read-deep.ts'
import { exifBlock, pngChunk } from '#support/image-files.ts'

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
  [1, { adaptiveFiltering: false }],
  [2, { adaptiveFiltering: true }],
  [3, { adaptiveFiltering: true }],
  [4, { adaptiveFiltering: false }],
  [3, { progressive: true }],
] as const)('a PNG of 16 bits and %d channels is read: %o', async (channels, options) => {
  const { samples, file } = await pngOf(channels, options)
  const read = await readDeepPng(file)
  const colours = channels < 3 ? [0, 0, 0] : [0, 1, 2]
  const wanted = Uint16Array.from(
    { length: width * height * 3 },
    (_, at) => samples[Math.floor(at / 3) * channels + (colours[at % 3] ?? 0)] ?? 0,
  )
  expect(read).toMatchObject({ width, height, channels: 3 })
  expect(read?.data.every((sample, at) => sample === wanted[at])).toBe(true)
})

test('an interlaced picture of one column is read, and turned upright', async () => {
  const column = Uint16Array.from({ length: 15 }, (_, at) => at * 4001)
  const bytes = await sharp(column, { raw: { width: 1, height: 5, channels: 3 } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer()
  const turning = pngChunk('eXIf', exifBlock(6))
  const read = await readDeepPng(
    new Blob([new Uint8Array(bytes.subarray(0, 33)), turning, new Uint8Array(bytes.subarray(33))]),
  )
  // What was below is on the left.
  const turned = [4, 3, 2, 1, 0].flatMap((pixel) => [...column.subarray(pixel * 3, pixel * 3 + 3)])
  expect(read).toMatchObject({ width: 5, height: 1, data: Uint16Array.from(turned) })
})

test('other files, and too large ones, are not read', async () => {
  const grey = sharp(Buffer.alloc(width * height), { raw: { width, height, channels: 1 } })
  const others = await Promise.all([grey.png().toBuffer(), grey.jpeg().toBuffer()])
  const { file } = await pngOf(3)
  const large = new Uint8Array(await file.arrayBuffer())
  new DataView(large.buffer).setUint32(16, 1 << 26)
  for (const bytes of [...others.map((each) => new Uint8Array(each)), large, new Uint8Array()])
    expect(await readDeepPng(new Blob([bytes]))).toBeNull()
})

test('a still picture that is no frame is not read', async () => {
  const { file } = await pngOf(3)
  const [moving, frame] = [pngChunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]), pngChunk('fcTL', Array(26).fill(0))]
  const withChunks = (...chunks: Uint8Array<ArrayBuffer>[]) =>
    readDeepPng(new Blob([file.slice(0, 33), ...chunks, file.slice(33)]))
  expect(await withChunks(moving)).toBeNull()
  expect(await withChunks(moving, frame)).toMatchObject({ width, height })
})

test('a picture that is cut off or damaged is refused', async () => {
  const { file } = await pngOf(3)
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(await readDeepPng(new Blob([bytes.subarray(0, bytes.length / 2)]))).toBeNull()
  bytes.fill(7, 100, 140)
  expect(await readDeepPng(new Blob([bytes]))).toBeNull()
})
