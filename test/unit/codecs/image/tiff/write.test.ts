import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import type { EncoderInput } from '#engine/compose.ts'
import type { DeepPicture } from '#engine/raster.ts'
import { paintCutOut } from '#support/painted-rasters.ts'

const cutOut = paintCutOut(431, 290)
const { width, height } = cutOut
const resolution = { x: 300, y: 240.5 }

const write = async (picture: EncoderInput | DeepPicture, options: EncodeOptions = {}) => {
  const blob = await encodeImage(picture, 'tiff', options)
  expect(blob.type).toBe('image/tiff')
  const bytes = Buffer.from(await blob.arrayBuffer())
  return { bytes, metadata: await sharp(bytes, { failOn: 'warning' }).metadata() }
}
const samplesOf = (bytes: Buffer) => sharp(bytes, { failOn: 'warning' }).raw().toBuffer()

/** The numbers of a field of the directory; null where it has none of that tag. */
const fieldOf = (bytes: Buffer, tag: number): number | null => {
  const start = bytes.readUInt32LE(4)
  for (let at = start + 2; at < start + 2 + bytes.readUInt16LE(start) * 12; at += 12)
    if (bytes.readUInt16LE(at) === tag)
      return bytes.readUInt16LE(at + 2) === 3 ? bytes.readUInt16LE(at + 8) : bytes.readUInt32LE(at + 8)
  return null
}

test('a TIFF keeps every pixel, with straight alpha and its resolution', async () => {
  const { bytes, metadata } = await write({ kind: 'colour', raster: cutOut, opaque: false }, { resolution })
  expect(metadata).toMatchObject({
    format: 'tiff',
    width,
    height,
    depth: 'uchar',
    hasAlpha: true,
    density: 300,
  })
  expect(metadata.icc?.subarray(36, 40).toString()).toBe('acsp')
  expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
  expect(Buffer.compare(await samplesOf(bytes), Buffer.from(cutOut.data))).toBe(0)
  // ExtraSamples: alpha that is not associated. Predictor: differences. Planes: together.
  expect([338, 317, 284].map((tag) => fieldOf(bytes, tag))).toEqual([2, 2, 1])
})

test('an opaque picture has three channels and no resolution unless known', async () => {
  const { bytes, metadata } = await write({ kind: 'colour', raster: cutOut, opaque: true })
  expect(metadata).toMatchObject({ channels: 3, hasAlpha: false })
  const rgb = Buffer.from(cutOut.data.filter((_, at) => at % 4 !== 3))
  expect(Buffer.compare(await samplesOf(bytes), rgb)).toBe(0)
  expect([282, 283, 296, 338].map((tag) => fieldOf(bytes, tag))).toEqual([null, null, null, null])
})

test('a matte is grey without a profile of colours', async () => {
  const alpha = { width, height, data: cutOut.data.filter((_, at) => at % 4 === 3) }
  const { bytes, metadata } = await write({ kind: 'grey', alpha })
  expect(metadata).toMatchObject({ channels: 1, space: 'b-w', hasProfile: false })
  const grey = await sharp(bytes).extractChannel(0).raw().toBuffer()
  expect(Buffer.compare(grey, Buffer.from(alpha.data))).toBe(0)
})

test.each([1, 3, 4] as const)('a TIFF of 16 bits keeps samples of %d channels', async (channels) => {
  const data = Uint16Array.from({ length: width * height * channels }, (_, at) => (at * 40_503) & 0xffff)
  const { bytes, metadata } = await write({ width, height, channels, data })
  expect(metadata).toMatchObject({ depth: 'ushort', channels, hasAlpha: channels === 4 })
  const space = channels === 1 ? 'grey16' : 'rgb16'
  // By the samples, not by the profile, whose curve libvips rounds.
  const read = await sharp(bytes, { ignoreIcc: true })
    .toColourspace(space)
    .raw({ depth: 'ushort' })
    .toBuffer()
  expect(Buffer.compare(read, Buffer.from(data.buffer))).toBe(0)
})

test('writing ends with the reason of an abort', async () => {
  const signal = AbortSignal.abort()
  await expect(write({ kind: 'colour', raster: cutOut, opaque: false }, { signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
