import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeImage, decodeInDisplayP3, readDeepColors } from '#codecs/image/decode-image.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { encodeSrgb } from '#engine/color/srgb-transfer.ts'
import { pngChunk, pngFile } from '#support/image-files.ts'
import { plainPsd } from '#support/plain-psd.ts'
import { tiffFile } from '#support/tiff-file.ts'

const [width, height] = [16, 16]

/** Every value of 8 bits, in so many channels of so many bits. */
const samplesOf = (bits: 8 | 16, channels = 1) =>
  Uint8Array.from({ length: (256 * channels * bits) / 8 }, (_, at) =>
    Math.floor(at / ((channels * bits) / 8)),
  )

/** The profile of sRGB as one of greys with a gamma. */
const greyProfile = (gamma: number, connection = 'XYZ ') => {
  const profile = Buffer.from(colorProfiles.srgb)
  const tag = profile.indexOf('rTRC', 128)
  const curve = profile.readUInt32BE(tag + 4)
  profile.write(`GRAY${connection}`, 16)
  profile.write('kTRC', tag)
  profile.writeUInt16BE(0, curve + 8)
  profile.writeInt32BE(Math.round(gamma * 65_536), curve + 12)
  return Uint8Array.from(profile)
}

const tiff = (profile: Uint8Array, bits: 8 | 16, channels: 1 | 3 = 1) =>
  Uint8Array.from(
    tiffFile({
      isBigEndian: true,
      rowsPerStrip: height,
      strips: [samplesOf(bits, channels)],
      fields: {
        256: [width],
        257: [height],
        258: Array(channels).fill(bits),
        259: [1],
        277: [channels],
        262: [channels === 1 ? 1 : 2],
        34675: profile,
      },
    }),
  )

const psd = (profile: Uint8Array, bits: 8 | 16) =>
  plainPsd(1, [samplesOf(bits)], { width, height, bits, resources: { 1039: profile } })

const png = (profile: Uint8Array) =>
  pngFile({
    width,
    height,
    depth: 16,
    colourType: 0,
    rows: Array.from({ length: height }, (_, row) => [...samplesOf(16).subarray(row * 32, row * 32 + 32)]),
    before: [pngChunk('iCCP', [65, 0, 0, ...deflateSync(profile)])],
  })

const mostApart = (
  got: ArrayLike<number>,
  channels: 3 | 4,
  full: number,
  lightOf: (value: number) => number,
) =>
  Math.max(
    ...Array.from({ length: 256 }, (_, value) =>
      Math.abs((got[value * channels] ?? Number.NaN) - full * encodeSrgb(lightOf(value / 255))),
    ),
  )

const linear = greyProfile(1)

test.each([
  ['TIFF', tiff(linear, 8), tiff(linear, 16)],
  ['PSD', psd(linear, 8), psd(linear, 16)],
])('greys of a %s are those of its profile', async (_, narrow, deep) => {
  for (const bytes of [narrow, deep]) {
    const { raster } = await decodeImage(new Blob([bytes]))
    expect(mostApart(raster.data, 4, 255, (value) => value)).toBeLessThanOrEqual(1)
    expect([...raster.data.subarray(160, 164)]).toEqual([110, 110, 110, 255])
    expect(await decodeInDisplayP3(new Blob([bytes]))).toBeNull()
  }
  for (const space of ['srgb', 'display-p3'] as const) {
    const { data } = (await readDeepColors(new Blob([deep]), space)) ?? { data: [] }
    expect(mostApart(data, 3, 65_535, (value) => value)).toBeLessThan(6)
  }
})

test('greys of a PNG of 16 bits too, and those of lightness', async () => {
  const { data } = (await readDeepColors(new Blob([await png(greyProfile(1.8))]), 'srgb')) ?? { data: [] }
  expect(mostApart(data, 3, 65_535, (value) => value ** 1.8)).toBeLessThan(3)
  const { raster } = await decodeImage(new Blob([tiff(greyProfile(1, 'Lab '), 8)]))
  const lightOf = (value: number) => (value > 0.08 ? ((value + 0.16) / 1.16) ** 3 : value / 9.033)
  expect(mostApart(raster.data, 4, 255, lightOf)).toBeLessThanOrEqual(1)
})

test('colours are not read by a profile of greys', async () => {
  const { raster } = await decodeImage(
    new Blob([tiff(linear, 8, 3).map((byte, at) => (at === 11 ? 7 : byte))]),
  )
  expect([...raster.data.subarray(160, 163)]).toEqual([40, 40, 40])
})
