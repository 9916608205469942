import { existsSync, readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readPictureExtras } from '#codecs/image/picture-extras.ts'
import { leftOut } from '#contract/left-out.ts'
import { ascii, concatBytes, uint32 } from '#support/byte-arrays.ts'
import { box, zeros } from '#support/make-mp4.ts'
import { movingAvif, movingPng, movingWebp } from '#support/picture-bytes.ts'
import { plainPsd } from '#support/plain-psd.ts'
import { heicOfDisplayP3, heicOfHlg, heicOfPq } from '#support/small-pictures.ts'
import { tiffFile } from '#support/tiff-file.ts'

const extrasOf = (...parts: readonly ArrayLike<number>[]) =>
  readPictureExtras(new Blob([concatBytes(...parts)]))

const jpeg = async (width: number, height: number, xmp = '') => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#a63' } })
    .jpeg()
    .toBuffer()
  const segment = ascii(`http://ns.adobe.com/xap/1.0/\0${xmp}`)
  const length = segment.length + 2
  return concatBytes(
    bytes.subarray(0, 2),
    [0xff, 0xe1, length >> 8, length & 255],
    segment,
    bytes.subarray(2),
  )
}

describe('a JPEG', () => {
  test('alone has nothing else', async () => {
    expect(await extrasOf(await jpeg(40, 30))).toEqual([])
    // Cameras pad, and cut off the last marker.
    expect(await extrasOf((await jpeg(40, 30)).slice(0, -2), zeros(9))).toEqual([])
  })

  test('with others of its size has further pictures, but previews', async () => {
    const other = await jpeg(40, 30)
    expect(await extrasOf(await jpeg(40, 30), zeros(500), other, await jpeg(16, 12), other)).toEqual([
      leftOut('pictures', 2),
    ])
  })

  test('has a gain map, a depth map and a clip', async () => {
    const primary = await jpeg(40, 30, '<rdf GDepth:Format="RangeInverse"/>')
    const clip = box('ftyp', ascii('mp42'), uint32(0))
    const gainMap = await jpeg(20, 15, '<rdf hdrgm:Version="1.0"/>')
    expect(await extrasOf(primary, gainMap, zeros(30), clip)).toEqual([
      leftOut('gain_map'),
      leftOut('depth'),
      leftOut('motion'),
    ])
  })
})

type Item = { readonly type: string; readonly isHidden?: boolean }

/** The boxes of a HEIC that names items, without pixels; `references` are kind, from and to, counted from 1. */
const heic = (
  items: readonly Item[],
  references: readonly (readonly [kind: string, from: number, to: number])[] = [],
  auxiliary: readonly string[] = [],
) =>
  concatBytes(
    box('ftyp', ascii('heic'), uint32(0), ascii('mif1')),
    box(
      'meta',
      uint32(0),
      box('pitm', uint32(0), [0, 1]),
      box(
        'iinf',
        uint32(0),
        [0, items.length],
        ...items.map(({ type, isHidden = false }, at) =>
          box('infe', [2, 0, 0, Number(isHidden)], [0, at + 1, 0, 0], ascii(type), [0]),
        ),
      ),
      box('iprp', box('ipco', ...auxiliary.map((type) => box('auxC', uint32(0), ascii(type), [0])))),
      box('iref', uint32(0), ...references.map(([kind, from, to]) => box(kind, [0, from, 0, 1, 0, to]))),
    ),
  )

describe('a HEIC', () => {
  test('in PQ or HLG has high dynamic range', async () => {
    for (const file of [heicOfPq, heicOfHlg]) expect(await extrasOf(file)).toEqual([leftOut('hdr')])
    expect(await extrasOf(heicOfDisplayP3)).toEqual([])
  })

  test('of tiles, with alpha, thumbnail and Exif, has nothing else', async () => {
    const items = ['grid', 'hvc1', 'hvc1', 'hvc1', 'Exif'].map((type) => ({ type }))
    const references = [
      ['dimg', 1, 2],
      ['auxl', 3, 1],
      ['thmb', 4, 1],
    ] as const
    const alpha = 'urn:mpeg:hevc:2015:auxid:1'
    expect(await extrasOf(heic(items, references, [alpha]))).toEqual([])
  })

  test('has further pictures, depth, a gain map and mattes', async () => {
    const items = [...['hvc1', 'hvc1', 'hvc1'].map((type) => ({ type })), { type: 'hvc1', isHidden: true }]
    const auxiliary = [
      'urn:mpeg:hevc:2015:auxid:2',
      'urn:com:apple:photo:2020:aux:hdrgainmap',
      'urn:com:apple:photo:2018:aux:portraiteffectsmatte',
    ]
    expect(await extrasOf(heic(items, [], auxiliary))).toEqual([
      leftOut('depth'),
      leftOut('gain_map'),
      leftOut('channels'),
      leftOut('pictures', 2),
    ])
  })

  test('has the gain map of ISO 21496-1, and a clip', async () => {
    const file = heic([{ type: 'hvc1' }, { type: 'tmap' }])
    expect(await extrasOf(file, box('mpvd', zeros(9)))).toEqual([leftOut('gain_map'), leftOut('motion')])
  })
})

test('frames beside the first are further pictures', async () => {
  const pair: [number, number] = [1, 9]
  for (const file of [movingWebp([80, 80, 80]), movingPng([pair, pair, pair]), movingAvif([[3, 40]])])
    expect(await readPictureExtras(file)).toEqual([leftOut('pictures', 2)])
  for (const file of [movingWebp([80], { flags: 0 }), movingPng([pair])])
    expect(await readPictureExtras(file)).toEqual([])
})

test('a TIFF has further pages; a pyramid has smaller copies', async () => {
  const [width, height] = [24, 16]
  const pixels = Buffer.alloc(width * height * 4 * 3, 90)
  const pages = sharp(pixels, { raw: { width, height: height * 3, channels: 4, pageHeight: height } }).tiff({
    compression: 'none',
  })
  expect(await extrasOf(await pages.toBuffer())).toEqual([leftOut('pages', 2)])
  const pyramid = sharp(pixels, { raw: { width, height: height * 3, channels: 4 } }).tiff({
    compression: 'lzw',
    pyramid: true,
    tile: true,
    tileWidth: 16,
    tileHeight: 16,
  })
  expect(await extrasOf(await pyramid.toBuffer())).toEqual([])
})

test('a TIFF whose pages name each other has each once', async () => {
  const file = tiffFile({ rowsPerStrip: 1, strips: [Uint8Array.of(9)], fields: { 256: [1], 257: [1] } })
  const view = new DataView(file.buffer)
  const directory = view.getUint32(4, true)
  view.setUint32(directory + 2 + 12 * view.getUint16(directory, true), directory, true)
  expect(await extrasOf(file)).toEqual([])
})

test('a TIFF whose directories lie over each other has no further pages', async () => {
  const [fields, directories] = [5000, 1000]
  const view = new DataView(new ArrayBuffer(10 + (fields + directories) * 12))
  view.setUint32(0, 0x49492a00)
  view.setUint32(4, 8, true)
  // A directory begins at each field of the first, and all have that width.
  for (let field = 0; field < fields; field++) {
    view.setUint16(10 + field * 12, 256, true)
    view.setUint16(12 + field * 12, 3, true)
    view.setUint32(14 + field * 12, 1, true)
    view.setUint16(18 + field * 12, 40, true)
  }
  for (let each = 0; each < directories; each++) {
    view.setUint16(8 + each * 12, fields, true)
    view.setUint32(10 + (each + fields) * 12, 8 + (each + 1) * 12, true)
  }
  expect(await extrasOf(new Uint8Array(view.buffer))).toEqual([])
})

test('an ICO has one icon in sizes, and nothing else', async () => {
  expect(await extrasOf([0, 0, 1, 0, 4, 0], zeros(64))).toEqual([])
})

test('a Photoshop file has layers and saved selections', async () => {
  const plane = new Uint8Array(6)
  const form = { width: 3, height: 2, bits: 8 } as const
  // The length of the layers, and their number, which is negative where the first channel after the colours is alpha.
  const layers = [...uint32(2), 0xff, 0xfd]
  expect(await extrasOf(plainPsd(3, [plane, plane, plane, plane, plane], { ...form, layers }))).toEqual([
    leftOut('layers', 3),
    leftOut('channels', 1),
  ])
  expect(await extrasOf(plainPsd(3, [plane, plane, plane], form))).toEqual([])
})

test('what is cut off or none of these has nothing', async () => {
  const whole = await jpeg(40, 30)
  for (let end = 0; end < whole.length; end += 37) expect(await extrasOf(whole.subarray(0, end))).toEqual([])
  expect(await extrasOf(ascii('a text'))).toEqual([])
})

const reported = '../shared/samples/reported'
const files = existsSync(reported)
  ? readdirSync(reported).filter((name) => /\.(jpg|heic|psd|tif)$/.test(name))
  : []

describe.skipIf(files.length === 0)('samples (skipped where ../shared/samples is missing)', () => {
  test('of photos: only the stereo pair and the motion photo have more', async () => {
    const found: Record<string, readonly string[]> = {}
    for (const name of files.filter((name) => name.endsWith('.jpg'))) {
      const list = await readPictureExtras(new Blob([readFileSync(`${reported}/${name}`)]))
      if (list.length > 0) found[name] = list.map(({ kind, count }) => `${count} ${kind}`)
    }
    expect(found).toEqual({ 'motion.jpg': ['1 motion'], 'stereo.mpo.jpg': ['1 pictures'] })
  })
})
