import { expect, test } from 'vitest'
import { zlib } from '#base/deflate.ts'
import { decodeImage, readDeepColors } from '#codecs/image/decode-image.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { ascii, uint32 } from '#support/byte-arrays.ts'
import { pngChunk, pngFile } from '#support/image-files.ts'

const [width, height] = [48, 32]

/** 16 bits a sample, in so many of them: greys, colours, dark and light ones. */
const rowsOf = (samples: 1 | 3) =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width * samples }, (_, at) => {
      const value =
        ((at % samples) * 17_000 + Math.floor(at / samples) * 1365 * (1 + (y % 3)) + y * 40) & 0xffff
      return [value >> 8, value & 255]
    }).flat(),
  )

const gama = (value: number) => pngChunk('gAMA', uint32(Math.round(value * 1e5)))
const chrm = (...places: readonly number[]) =>
  pngChunk(
    'cHRM',
    places.flatMap((place) => uint32(Math.round(place * 1e5))),
  )
const adobe = chrm(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
const usual = chrm(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
const cicp = (...numbers: readonly number[]) => pngChunk('cICP', numbers)

/** A profile of greys with a gamma of 1.8, packed. */
const greyProfile = await (async () => {
  const profile = colorProfiles.srgb.slice()
  const text = new TextDecoder('latin1').decode(profile)
  const view = new DataView(profile.buffer)
  const tag = text.indexOf('rTRC', 128)
  const curve = view.getUint32(tag + 4)
  profile.set(ascii('GRAYXYZ '), 16)
  profile.set(ascii('kTRC'), tag)
  view.setUint16(curve + 8, 0)
  view.setUint32(curve + 12, Math.round(1.8 * 65_536))
  return zlib(profile)
})()

const stageOf = async (file: Blob) => {
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(await createImageBitmap(file), 0, 0)
  return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
}

const sameAs = (most: number) => ({ most })
/** The browser cuts samples to 8 bits before it converts them. */
const converted = sameAs(2)
const sameAsShown = sameAs(1)
/** The result has the colours of 8 bits then. */
const unread = null

test.each([
  ['nothing', 3, [], sameAsShown],
  ['gAMA of linear light', 3, [gama(1)], unread],
  ['gAMA of linear light, in grey', 1, [gama(1)], unread],
  ['gAMA as usual', 3, [gama(0.45455)], sameAsShown],
  ['cHRM as usual', 3, [usual], sameAsShown],
  ['both as usual', 3, [gama(0.45455), usual], converted],
  ['cHRM of Adobe RGB', 3, [adobe], unread],
  ['both of Adobe RGB', 3, [gama(0.45455), adobe], unread],
  ['sRGB before both', 3, [pngChunk('sRGB', [0]), gama(1), adobe], sameAsShown],
  ['a profile of greys', 1, [pngChunk('iCCP', [65, 0, 0, ...greyProfile])], converted],
  ['cICP of sRGB before gAMA', 3, [cicp(1, 13, 0, 1), gama(1)], sameAsShown],
  ['cICP of BT.2020', 3, [cicp(9, 13, 0, 1)], unread],
  ['cICP of PQ', 3, [cicp(9, 16, 0, 1)], unread],
  ['cICP of HLG', 3, [cicp(9, 18, 0, 1)], unread],
  ['cICP of limited range', 3, [cicp(1, 13, 0, 0)], unread],
] as const)('16 bits of a PNG are as shown: %s', async (_, samples, before, wanted) => {
  const colourType = samples === 1 ? 0 : 2
  const bytes = await pngFile({ width, height, depth: 16, colourType, rows: rowsOf(samples), before })
  const file = new Blob([bytes], { type: 'image/png' })
  const stage = await stageOf(file)
  expect((await decodeImage(file)).raster.data).toEqual(stage)
  const deep = await readDeepColors(file, 'srgb')
  expect(deep !== null).toBe(wanted !== null)
  if (!deep || !wanted) return
  const apart = Array.from(deep.data, (value, at) =>
    Math.abs(value / 257 - (stage[Math.floor(at / 3) * 4 + (at % 3)] ?? 0)),
  )
  expect(Math.max(...apart)).toBeLessThanOrEqual(wanted.most)
})
