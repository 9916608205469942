import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findProfile } from '#codecs/image/find-profile.ts'
import { hideProfile } from '#codecs/image/hide-profile.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { withFields } from '#codecs/image/jpeg/write.ts'
import { parseRgbProfile } from '#codecs/image/rgb-profile.ts'
import { withFields as withWebpFields } from '#codecs/image/webp/write.ts'
import { readWideColors } from '#codecs/image/wide-colors.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { convertRgb } from '#engine/color/convert-rgb.ts'
import { adobeRgb as adobe } from '#support/wide-profiles.ts'

const [width, height] = [4, 4]
const data = new Uint8ClampedArray(width * height * 4).fill(255)
const raster = { width, height, data }
const raw = () => sharp(data, { raw: { width, height, channels: 4 } })
const blobOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** Files in a colour space, by the project's writers and by libvips. */
const files = (space: 'srgb' | 'display-p3') =>
  Promise.all([
    encodeImage({ kind: 'colour', raster, opaque: true }, 'png', { colorSpace: space }).then(bytesOf),
    raw()
      .jpeg()
      .toBuffer()
      .then((plain) => withFields(blobOf(plain), null, space))
      .then(bytesOf),
    raw()
      .webp()
      .toBuffer()
      .then((plain) => withWebpFields(blobOf(plain), raster, null, space))
      .then(bytesOf),
    ...(['png', 'jpeg', 'webp'] as const).map(async (format) => {
      const made = raw()
        .withIccProfile(space === 'srgb' ? 'srgb' : 'p3')
        .toFormat(format)
      return new Uint8Array(await made.toBuffer())
    }),
  ])

test('Display P3 is found in a PNG, a JPEG and a WebP', async () => {
  for (const file of await files('display-p3'))
    expect(await readWideColors(file)).toEqual({ conversion: null, exceedsDisplayP3: false })
})

test('files in sRGB and files without a profile have no more', async () => {
  const plain = ['png', 'jpeg', 'webp'] as const
  const without = await Promise.all(plain.map((format) => raw().toFormat(format).toBuffer()))
  for (const file of [...(await files('srgb')), ...without]) expect(await readWideColors(file)).toBeNull()
})

const inJpeg = async (profile: Uint8Array, parts = 1) => {
  const jpeg = await raw().jpeg().toBuffer()
  const size = Math.ceil(profile.length / parts)
  // Each numbered, and the last one first.
  const segments = Array.from({ length: parts }, (_, index) => {
    const content = profile.subarray(index * size, (index + 1) * size)
    const head = Buffer.from([0xff, 0xe2, 0, 0, ...Buffer.from('ICC_PROFILE\0'), index + 1, parts])
    head.writeUInt16BE(head.length - 2 + content.length, 2)
    return Buffer.concat([head, content])
  }).toReversed()
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]))
}

const convertedColors = async (file: Uint8Array) => {
  const colors = await readWideColors(file)
  return colors === 'madeSrgb' ? null : colors
}

describe('Adobe RGB', () => {
  test('becomes Display P3, and is known to exceed it', async () => {
    const colors = await convertedColors(await inJpeg(adobe, 3))
    expect(colors?.exceedsDisplayP3).toBe(true)
    const pixels = Uint8ClampedArray.of(255, 255, 255, 255, 128, 128, 128, 9, 219, 0, 0, 255, 0, 255, 0, 255)
    if (colors?.conversion) convertRgb(pixels, colors.conversion)
    const [white, grey, red, green] = [0, 4, 8, 12].map((at) => [...pixels.subarray(at, at + 4)])
    expect(white).toEqual([255, 255, 255, 255])
    // A gamma of 2.2 is nearly the curve of sRGB.
    expect(grey).toEqual([129, 129, 129, 9])
    // Red of sRGB, which Adobe RGB has at 219, in numbers of Display P3.
    for (const [at, value] of [234, 51, 35, 255].entries())
      expect(Math.abs((red?.[at] ?? 0) - value)).toBeLessThan(2)
    expect(green?.slice(0, 2)).toEqual([0, 250])
  })

  test('looks to libvips as it does here', async () => {
    const pixels = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
      at % 4 === 3 ? 255 : 90 + ((at * 37) % 90),
    )
    const conversion = (await convertedColors(await inJpeg(adobe)))?.conversion
    const p3 = pixels.slice()
    if (conversion) convertRgb(p3, conversion)
    const shown = async (values: Uint8ClampedArray, profile: Uint8Array) => {
      const plain = await sharp(values, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .webp({ lossless: true })
        .toBuffer()
      const riff = await bytesOf(await withWebpFields(blobOf(plain), raster, null))
      const text = Buffer.from(riff)
      // A profile of ours has the length of that of Display P3.
      const file = Buffer.concat([
        text.subarray(0, 30),
        chunk(profile),
        text.subarray(38 + text.readUInt32LE(34)),
      ])
      file.writeUInt32LE(file.length - 8, 4)
      return sharp(file).toColourspace('srgb').raw().toBuffer()
    }
    const [ours, theirs] = [await shown(p3, colorProfiles['display-p3']), await shown(pixels, adobe)]
    for (const [at, value] of ours.entries()) expect(Math.abs(value - (theirs[at] ?? 0))).toBeLessThan(3)
  })
})

const chunk = (profile: Uint8Array) => {
  const head = Buffer.from('ICCP\0\0\0\0')
  head.writeUInt32LE(profile.length, 4)
  return Buffer.concat([head, profile, Buffer.alloc(profile.length & 1)])
}

test('what profiles of tables or of inks say is left to browsers', async () => {
  const changed = (tag: 'A2B0' | 'cprt', space: string) => {
    const profile = Buffer.from(colorProfiles.srgb)
    profile.write(space, 16)
    profile.write(tag, profile.indexOf('cprt'))
    return profile
  }
  const read = async (profile: Uint8Array) =>
    readWideColors(await inJpeg(profile, Math.ceil(profile.length / 6e4)))
  expect(await read(changed('A2B0', 'RGB '))).toBe('madeSrgb')
  expect(await read(changed('A2B0', 'CMYK'))).toBe('madeSrgb')
  expect(await read(changed('A2B0', 'GRAY'))).toBeNull()
  expect(await read(changed('cprt', 'RGB '))).toBeNull()
  expect(await read(changed('A2B0', 'RGB ').subarray(0, 140))).toBeNull()
  // Those of printers have two megabytes.
  expect(await read(Buffer.concat([changed('A2B0', 'RGB '), Buffer.alloc(2e6)]))).toBe('madeSrgb')
})

test('a profile of tables, of inks or cut off is none', () => {
  const changed = (change: (profile: Buffer) => void) => {
    const profile = Buffer.from(colorProfiles['display-p3'])
    change(profile)
    return parseRgbProfile(profile)
  }
  expect(changed((profile) => profile.write('CMYK', 16))).toBeNull()
  expect(changed((profile) => profile.write('A2B0', profile.indexOf('cprt')))).toBeNull()
  const whole = colorProfiles['display-p3']
  for (let end = 0; end < whole.length; end += 5) expect(parseRgbProfile(whole.subarray(0, end))).toBeNull()
  // A tag that lies far outside.
  expect(changed((profile) => profile.writeUInt32BE(0x7fffffff, profile.indexOf('rTRC') + 4))).toBeNull()
})

test('hidden, a file shows to libvips what it stores', async () => {
  const colors = new Uint8Array(width * height * 4).map((_, at) => (at % 4 === 3 ? 255 : 40 + at))
  const made = sharp(colors, { raw: { width, height, channels: 4 } }).withIccProfile('p3')
  for (const format of ['png', 'webp', 'jpeg'] as const) {
    const file = new Uint8Array(
      await made.clone().toFormat(format, { lossless: true, quality: 100 }).toBuffer(),
    )
    hideProfile(file)
    expect(await findProfile(file)).toBeNull()
    const { icc, space } = await sharp(file, { failOn: 'warning' }).metadata()
    expect([icc, space]).toEqual([undefined, 'srgb'])
    await sharp(file, { failOn: 'warning' }).raw().toBuffer()
  }
})

test('a damaged file never throws', async () => {
  const whole = await files('display-p3')
  for (const file of whole)
    for (let turn = 0; turn < 300; turn++) {
      const damaged = file.slice(0, file.length - (turn % 7))
      for (let at = turn; at < damaged.length; at += 61) damaged[at] = (turn * 97) & 255
      await readWideColors(damaged)
      hideProfile(damaged)
    }
})
