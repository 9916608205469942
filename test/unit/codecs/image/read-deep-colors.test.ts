import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readDeepColors } from '#codecs/image/decode-image.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { decodeSrgb, encodeSrgb } from '#engine/color/srgb-transfer.ts'
import type { ColorSpace } from '#engine/raster.ts'
import { pngChunk } from '#support/image-files.ts'
import { adobeRgb, proPhotoRgb } from '#support/wide-profiles.ts'

const [width, height] = [64, 48]
/** Every value of each channel, from the darkest to full light, with dark and bright ones of the others. */
const samples = Uint16Array.from(
  { length: width * height * 3 },
  (_, at) => [at * 7, at * 40_503, at * 23][at % 3] ?? 0,
)

const fileOf = async (profile: Uint8Array | null, colors = samples) => {
  const png = await sharp(colors, { raw: { width, height, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  const parts = [new Uint8Array(png.subarray(0, 33)), new Uint8Array(png.subarray(33))] as const
  const chunk = profile && pngChunk('iCCP', [65, 0, 0, ...deflateSync(profile)])
  return new Blob(chunk ? [parts[0], chunk, parts[1]] : [...parts])
}

type Rows = readonly (readonly [number, number, number])[]

/** Linear light of each space in that of sRGB, with the white of D65 (as colour.science and Lindbloom give it). */
const toSrgb: Readonly<Record<'adobe' | 'p3', Rows>> = {
  adobe: [
    [1.3983557, -0.3983557, 0],
    [0, 1, 0],
    [0, -0.0429289, 1.0429289],
  ],
  p3: [
    [1.2249401, -0.2249404, 0],
    [-0.0420569, 1.0420571, 0],
    [-0.0196376, -0.0786361, 1.0982735],
  ],
}

const apartFrom = async (
  profile: Uint8Array | null,
  space: ColorSpace,
  wanted: ArrayLike<number>,
  colors = samples,
) => {
  const { data } = (await readDeepColors(await fileOf(profile, colors), space)) ?? { data: new Uint16Array() }
  const apart = Array.from(wanted, (value, at) => Math.abs(value - (data[at] ?? -1e6)))
  return { most: Math.max(...apart), mean: apart.reduce((sum, value) => sum + value, 0) / apart.length }
}

const converted = (rows: Rows, lightOf: (value: number) => number) =>
  Array.from(samples, (_, at) => {
    const pixel = Array.from(samples.subarray(at - (at % 3), at - (at % 3) + 3), (value) =>
      lightOf(value / 65_535),
    )
    const light = rows[at % 3]?.reduce((sum, part, channel) => sum + part * (pixel[channel] ?? 0), 0) ?? 0
    return 65_535 * encodeSrgb(Math.min(1, Math.max(0, light)))
  })

describe('colours of 16 bits become those of the result', () => {
  // Of what published numbers give: profiles round theirs to some hundredths of a thousandth of the light.
  const wideAsSrgb = [
    ['Adobe RGB', adobeRgb, converted(toSrgb.adobe, (value) => value ** (563 / 256))],
    ['Display P3', colorProfiles['display-p3'], converted(toSrgb.p3, decodeSrgb)],
  ] as const
  test.each(wideAsSrgb)('%s in sRGB', async (_, profile, wanted) => {
    const { most, mean } = await apartFrom(profile, 'srgb', wanted)
    expect(most).toBeLessThan(140)
    expect(mean).toBeLessThan(4)
  })

  test('a grey of ProPhoto is one of Display P3, with another curve', async () => {
    const greys = samples.map((_, at) => samples[at - (at % 3)] ?? 0)
    const wanted = Array.from(greys, (value) => 65_535 * encodeSrgb((value / 65_535) ** 1.8))
    const { most } = await apartFrom(proPhotoRgb, 'display-p3', wanted, greys)
    expect(most).toBeLessThan(4)
  })

  test('those of the result itself, of sRGB and without a profile stay', async () => {
    const stays = { most: 0, mean: 0 }
    expect(await apartFrom(colorProfiles['display-p3'], 'display-p3', samples)).toEqual(stays)
    expect(await apartFrom(colorProfiles.srgb, 'srgb', samples)).toEqual(stays)
    expect(await apartFrom(null, 'srgb', samples)).toEqual(stays)
  })
})

test('a profile of tables is not converted; one of greys changes nothing', async () => {
  const changed = (tag: string, at: number) => {
    const profile = Buffer.from(colorProfiles.srgb)
    profile.write(tag, at)
    return profile
  }
  const tables = changed('A2B0', Buffer.from(colorProfiles.srgb).indexOf('cprt'))
  expect(await readDeepColors(await fileOf(tables), 'srgb')).toBeNull()
  expect((await apartFrom(changed('GRAY', 16), 'srgb', samples)).most).toBe(0)
})

test('other files have none, nor one that is cut off', async () => {
  const cutOff = (await fileOf(null)).slice(0, 4000)
  for (const file of [new Blob(['text']), cutOff]) expect(await readDeepColors(file, 'srgb')).toBeNull()
})
