import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { withFields } from '#codecs/image/jpeg/write.ts'
import { encodePsd } from '#codecs/image/psd/write.ts'
import { withFields as withWebpFields } from '#codecs/image/webp/write.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { displayP3ToSrgb } from '#engine/display-p3.ts'

const [width, height] = [40, 40]
/** Colours in numbers of Display P3 that sRGB has too. */
const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => {
  const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)]
  return [100 + x * 2, 110 + y, 105 + ((x * y) % 30), 255][at & 3] ?? 0
})
const raster = { width, height, data }
const colorSpace = 'display-p3'
const raw = () => sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
const blobOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer())
const picture = { kind: 'colour', raster, opaque: true } as const

const files = {
  PNG: () => encodeImage(picture, 'png', { colorSpace }),
  TIFF: () => encodeImage(picture, 'tiff', { colorSpace }),
  JPEG: async () => {
    const plain = await raw().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    return withFields(blobOf(plain), null, colorSpace)
  },
  WebP: async () => {
    const plain = await raw().webp({ lossless: true }).toBuffer()
    return withWebpFields(blobOf(plain), raster, null, colorSpace)
  },
}

/** The tags of a profile with numbers: the light of the three colours, and the white. */
const numbersOf = (profile: Buffer) =>
  ['rXYZ', 'gXYZ', 'bXYZ', 'wtpt'].map((tag) => {
    const at = profile.readUInt32BE(profile.indexOf(tag, 128) + 4) + 8
    return [0, 4, 8].map((offset) => profile.readInt32BE(at + offset) / 65_536)
  })

describe('a file in Display P3 looks to another reader as it should:', () => {
  test.each(Object.entries(files))('%s', async (_, make) => {
    const file = await bytesOf(await make())
    const expected = Uint8ClampedArray.from(data)
    displayP3ToSrgb(expected)
    const found = await sharp(file, { failOn: 'warning' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer()
    const shown = expected.filter((_, at) => at % 4 < 3)
    const apart = Array.from(shown, (value, at) => Math.abs(value - (found[at] ?? 0)))
    expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(1)
    // Without its profile it would look otherwise.
    const stored = data.filter((_, at) => at % 4 < 3)
    expect(Math.max(...stored.map((value, at) => Math.abs(value - (shown[at] ?? 0))))).toBeGreaterThan(8)
  })
})

test("the profiles have the numbers of libvips' profiles", async () => {
  for (const [name, space] of [
    ['p3', 'display-p3'],
    ['srgb', 'srgb'],
  ] as const) {
    const theirs = (await sharp(await raw().withIccProfile(name).png().toBuffer()).metadata()).icc
    const own = numbersOf(Buffer.from(colorProfiles[space]))
    for (const [index, numbers] of numbersOf(theirs ?? Buffer.alloc(0)).entries())
      for (const [at, value] of numbers.entries()) expect(own[index]?.[at]).toBeCloseTo(value, 2)
  }
})

test('a PNG in Display P3 also has its primaries as numbers', async () => {
  const text = (await bytesOf(await files.PNG())).toString('latin1')
  expect(text).toContain('cICP\x0c\x0d\0\x01')
  expect(text).not.toContain('sRGB')
  const deep = Uint16Array.from(data, (value) => value * 257)
  const wide = await bytesOf(
    await encodeImage({ width, height, channels: 4, data: deep }, 'png', { colorSpace }),
  )
  expect((await sharp(wide).metadata()).icc).toEqual(Buffer.from(colorProfiles[colorSpace]))
  const alpha = { width, height, data: data.filter((_, at) => at % 4 === 0) }
  const grey = (await bytesOf(await encodeImage({ kind: 'grey', alpha }, 'png', { colorSpace }))).toString(
    'latin1',
  )
  expect(grey).toContain('sRGB')
  expect(grey).not.toContain('iCCP')
})

test.each(['srgb', 'display-p3'] as const)('a Photoshop file holds the profile of %s', async (space) => {
  const layers = [{ name: 'Subject', raster }]
  const file = await bytesOf(encodePsd({ merged: raster, layers }, { colorSpace: space }))
  // The section of image resources: signature, number, an empty name, length, content.
  const end = 34 + file.readUInt32BE(30)
  const resources = new Map<number, Buffer>()
  for (let at = 34; at < end; ) {
    expect(file.toString('latin1', at, at + 4)).toBe('8BIM')
    const length = file.readUInt32BE(at + 8)
    resources.set(file.readUInt16BE(at + 4), file.subarray(at + 12, at + 12 + length))
    at += 12 + length + (length & 1)
  }
  expect(Buffer.compare(resources.get(1039) ?? Buffer.alloc(0), Buffer.from(colorProfiles[space]))).toBe(0)
})
