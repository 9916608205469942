import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeImage } from '#codecs/image/image-writers.ts'
import type { DeepPicture } from '#engine/raster.ts'

const [width, height] = [130, 90]

/** Slopes that need every one of 16 bits, with some noise in the lowest. */
const paint = (channels: DeepPicture['channels']): DeepPicture => ({
  width,
  height,
  channels,
  data: Uint16Array.from({ length: width * height * channels }, (_, at) => {
    const pixel = Math.floor(at / channels)
    return (pixel * (11 + (at % channels)) + (Math.imul(at, 2654435761) >>> 28)) & 0xffff
  }),
})

const read = async (picture: DeepPicture) => {
  const bytes = Buffer.from(
    await (await encodeImage(picture, 'png', { resolution: { x: 300, y: 300 } })).arrayBuffer(),
  )
  const metadata = await sharp(bytes).metadata()
  const { data } = await sharp(bytes)
    .toColourspace(picture.channels === 1 ? 'grey16' : 'rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  return { bytes, metadata, samples: new Uint16Array(data.buffer, data.byteOffset, data.length / 2) }
}

test.each([1, 3] as const)('a PNG of 16 bits keeps every sample, of %d channels', async (channels) => {
  const picture = paint(channels)
  const { bytes, metadata, samples } = await read(picture)
  expect(metadata).toMatchObject({ width, height, depth: 'ushort', hasAlpha: false, density: 300 })
  expect([...bytes.subarray(24, 26)]).toEqual([16, channels === 1 ? 0 : 2])
  expect(bytes.includes('sRGB')).toBe(true)
  // libvips shows grey as three equal channels.
  const shown = samples.filter(
    (_, at) => channels === 3 || samples.length === picture.data.length || at % 3 === 0,
  )
  expect(shown).toEqual(picture.data)
})

test('alpha of 16 bits is straight and hides colours at 0', async () => {
  const picture = paint(4)
  for (let at = 3; at < picture.data.length; at += 44) picture.data[at] = 0
  const { metadata, samples } = await read(picture)
  expect(metadata).toMatchObject({ depth: 'ushort', hasAlpha: true, space: 'rgb16' })
  expect(samples).toEqual(picture.data.map((sample, at) => (picture.data[at | 3] === 0 ? 0 : sample)))
})

test('a format without 16 bits refuses them', async () => {
  await expect(encodeImage(paint(4), 'jpg')).rejects.toThrow(TypeError)
})
