import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parseImageOptions } from '#contract/image-options.ts'
import type { FileWriting } from '#contract/result-file.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { ImageRequest } from '#pipeline/image-requests.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { nodeCodecs } from '#support/node-codecs.ts'

const [width, height] = [240, 160]

/** How much of a pixel is the subject: a disc with a wide, soft edge. */
const shareAt = (x: number, y: number) =>
  Math.min(1, Math.max(0, (60 - Math.hypot(x - 120, y - 80)) / 20 + 0.5))

/** A red disc on green in samples of 16 bits that 8 cannot hold. */
const samples = Uint16Array.from({ length: width * height * 3 }, (_, at) => {
  const pixel = Math.floor(at / 3)
  const share = shareAt(pixel % width, Math.floor(pixel / width))
  const color = [50_000 * share + 4000, 45_000 * (1 - share) + 3000, 9000][at % 3] ?? 0
  return color + ((pixel * 7 + at) % 97)
})
const deepFile = async (values: Uint16Array, format: 'png' | 'tiff') => {
  const deep = sharp(values, { raw: { width, height, channels: 3 } }).toColourspace('rgb16')
  const written = format === 'png' ? deep.png() : deep.tiff({ compression: 'deflate' })
  return new Blob([new Uint8Array(await written.toBuffer())])
}
const source = async (depth: 8 | 16) => {
  const deep = await deepFile(samples, 'png')
  if (depth === 16) return deep
  const narrow = sharp(await deep.arrayBuffer())
    .toColourspace('srgb')
    .png()
  return new Blob([new Uint8Array(await narrow.toBuffer())])
}

const matter: ImageMatter = {
  device: { backend: 'wasm', threads: 1, isolated: true, precision: 'int8', label: '', notes: [] },
  isReady: () => true,
  load: async () => {},
  estimate: async () => ({
    width: 120,
    height: 80,
    data: Float32Array.from({ length: 9600 }, (_, i) =>
      shareAt((i % 120) * 2 + 0.5, Math.floor(i / 120) * 2 + 0.5),
    ),
  }),
  estimateFeatures: async () => [],
}

const make = async (
  image: Blob,
  file: FileWriting,
  given: Partial<ImageRequest> = {},
  decodeImage = nodeCodecs.decodeImage,
) => {
  const pipeline = openImagePipeline({ ...nodeCodecs, decodeImage, matter })
  const call = { signal: new AbortController().signal, onProgress: () => {} }
  const request = { image, options: parseImageOptions({}), ...given }
  const plain = await pipeline.removeImage({ id: 'req_1', ...request }, call)
  const deep = await pipeline.removeImage({ id: 'req_2', ...request, file }, call)
  const read = async (blob: Blob) => {
    const bytes = Buffer.from(await blob.arrayBuffer())
    const metadata = await sharp(bytes).metadata()
    const raw = sharp(bytes, { ignoreIcc: true })
    return { metadata, raw }
  }
  const { metadata, raw } = await read(deep.image)
  const { data, info } = await raw
    .toColourspace(metadata.channels === 1 ? 'grey16' : 'rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const eight = await (await read(plain.image)).raw.ensureAlpha().raw().toBuffer()
  return { metadata, info, fine: new Uint16Array(data.buffer, data.byteOffset, data.length / 2), eight }
}

test.each(['png', 'tiff'] as const)('a %s has colours and alpha of 16 bits', async (format) => {
  const { metadata, fine, eight } = await make(await source(16), { format, depth: 16 })
  expect(metadata).toMatchObject({ format, width, height, depth: 'ushort', hasAlpha: true })
  let kept = 0
  let inside = 0
  let farthest = 0
  const alphas = new Set<number>()
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = fine[pixel * 4 + 3] ?? 0
    // Never further from the result of 8 bits than one step.
    for (let at = pixel * 4; at < pixel * 4 + 4; at++)
      if (alpha > 0) farthest = Math.max(farthest, Math.abs((fine[at] ?? 0) - (eight[at] ?? 0) * 257))
    if (alpha > 0 && alpha < 65_535) alphas.add(alpha)
    if (alpha < 65_535) continue
    inside += 1
    if ([0, 1, 2].every((channel) => fine[pixel * 4 + channel] === samples[pixel * 3 + channel])) kept += 1
  }
  expect(farthest).toBeLessThanOrEqual(257)
  expect(inside).toBeGreaterThan(3000)
  expect(kept).toBe(inside)
  expect(alphas.size).toBeGreaterThan(400)
})

test('colours of a TIFF of 16 bits stay', async () => {
  const { fine } = await make(await deepFile(samples, 'tiff'), { format: 'tiff', depth: 16 })
  const changed = samples.filter((value, at) => {
    const [pixel, channel] = [Math.floor(at / 3) * 4, at % 3]
    return fine[pixel + 3] === 65_535 && fine[pixel + channel] !== value
  })
  expect(changed).toHaveLength(0)
})

test('samples that mean something else than the photo shows are not taken', async () => {
  const inverted: typeof nodeCodecs.decodeImage = async (image, call) => {
    const decoded = await nodeCodecs.decodeImage(image, call)
    const data = decoded.raster.data.map((value, at) => (at % 4 === 3 ? value : 255 - value))
    return { ...decoded, raster: { ...decoded.raster, data } }
  }
  const { fine } = await make(await source(16), { format: 'tiff', depth: 16 }, {}, inverted)
  expect(fine.filter((value, at) => at % 4 < 3 && value % 257 !== 0)).toHaveLength(0)
})

test('colours of 8 bits are spread; alpha still has 16', async () => {
  const { fine, eight } = await make(await source(8), { format: 'png', depth: 16 })
  const alphas = new Set<number>()
  let wrong = 0
  for (let at = 0; at < fine.length; at += 4) {
    if (fine[at + 3] === 0) continue
    if (fine[at] !== (eight[at] ?? 0) * 257) wrong += 1
    alphas.add(fine[at + 3] ?? 0)
  }
  expect(wrong).toBe(0)
  expect(alphas.size).toBeGreaterThan(400)
})

test('alpha of a transparent source has 16 bits up to its own', async () => {
  const own = 200
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? own : 90))
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  const { fine } = await make(new Blob([new Uint8Array(png)]), { format: 'png', depth: 16 })
  const alphas = fine.filter((_, at) => at % 4 === 3)
  expect(new Set(alphas).size).toBeGreaterThan(400)
  expect(Math.max(...alphas)).toBe(own * 257)
})

test('a crop, a mask and a colour behind have 16 bits too', async () => {
  const image = await source(16)
  const file = { format: 'png', depth: 16 } as const
  const crop = await make(image, file, { options: parseImageOptions({ crop: 'true', padding: '0.1' }) })
  expect(crop.metadata).toMatchObject({ depth: 'ushort', hasAlpha: true })
  expect(new Set(crop.fine.filter((_, at) => at % 4 === 0)).size).toBeGreaterThan(256)
  const mask = await make(image, file, { options: parseImageOptions({ channels: 'alpha' }) })
  expect(mask.metadata).toMatchObject({ depth: 'ushort', channels: 1 })
  const opaque = await make(image, file, { options: parseImageOptions({ bg_color: '#336699' }) })
  expect(opaque.metadata).toMatchObject({ depth: 'ushort', channels: 3 })
})
