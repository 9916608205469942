import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findPicture } from '#codecs/image/image-readers.ts'
import { largestPicture } from '#codecs/image/raw/read.ts'
import { tiffDecoder } from '#codecs/image/tiff/read.ts'
import { readTiffFields } from '#formats/tiff-fields.ts'
import { ascii, concatBytes, uint32 } from '#support/byte-arrays.ts'
import { box, table } from '#support/make-mp4.ts'

type Directory = {
  readonly width: number
  readonly height: number
  /** Of NewSubfileType. */
  readonly isReduced?: boolean
  /** Of PhotometricInterpretation: RGB where absent. */
  readonly colors?: number
  readonly make?: string
  readonly orientation?: number
  /** A whole JPEG in its one strip; without it raw bytes. */
  readonly jpeg?: Uint8Array
  /** The same bytes are in two strips. */
  readonly isInPieces?: boolean
  readonly below?: readonly Directory[]
  readonly next?: Directory
}

const [rgb, sensor] = [2, 32_803]
const little = (...words: readonly number[]) => words.flatMap((word) => uint32(word).reverse())

/** A TIFF, least significant byte first, whose directories lie behind what they name. */
const fileOf = (first: Directory): Uint8Array<ArrayBuffer> => {
  const parts: ArrayLike<number>[] = [[0x49, 0x49, 42, 0, 0, 0, 0, 0]]
  let end = 8
  const put = (bytes: ArrayLike<number>) => {
    const at = end
    parts.push(bytes)
    end += bytes.length
    return at
  }
  const putDirectory = ({ below = [], next, jpeg, make, ...picture }: Directory): number => {
    const { width, height, isReduced = false, colors = rgb, orientation, isInPieces = false } = picture
    const places = below.map(putDirectory)
    const nextAt = next ? putDirectory(next) : 0
    const strip = jpeg ?? new Uint8Array(width * height * 3).fill(90)
    const fields: [tag: number, type: number, count: number, value: number][] = [
      [254, 4, 1, isReduced ? 1 : 0],
      [256, 4, 1, width],
      [257, 4, 1, height],
      [258, 3, 3, put([8, 0, 8, 0, 8, 0])],
      [259, 3, 1, jpeg ? 7 : 1],
      [262, 3, 1, colors],
      ...(make
        ? [[271, 2, make.length + 1, put(ascii(`${make}\0`))] as [number, number, number, number]]
        : []),
      isInPieces ? [273, 4, 2, put(little(put(strip), put(strip)))] : [273, 4, 1, put(strip)],
      ...(orientation ? [[274, 3, 1, orientation] as [number, number, number, number]] : []),
      [277, 3, 1, 3],
      [278, 4, 1, height],
      [279, 4, 1, strip.length],
    ]
    const below0 = places.length > 1 ? put(little(...places)) : (places[0] ?? 0)
    if (below0) fields.push([330, 4, places.length, below0])
    return put([
      ...[fields.length, 0],
      ...fields.flatMap(([tag, type, count, value]) => [
        tag & 255,
        tag >> 8,
        type,
        0,
        ...little(count, value),
      ]),
      ...little(nextAt),
    ])
  }
  const at = putDirectory(first)
  const bytes = concatBytes(...parts)
  bytes.set(little(at), 4)
  return bytes
}

const jpegOf = async (width: number, height: number) =>
  Uint8Array.from(
    await sharp({ create: { width, height, channels: 3, background: '#936' } })
      .jpeg()
      .toBuffer(),
  )
const find = (directory: Directory) => findPicture(new Blob([fileOf(directory)]))
const jpegSize = async (file: Blob) => {
  const { width, height } = await sharp(await file.bytes()).metadata()
  return [width, height]
}
const thumbnail = { width: 16, height: 12, isReduced: true }
const small = await jpegOf(40, 30)
const preview = await jpegOf(400, 300)
const ofPreview = { width: 400, height: 300, colors: 6, jpeg: preview }
const ofSensor = { width: 1200, height: 900, colors: sensor, jpeg: Uint8Array.of(1, 2, 3) }

describe.each(['Hasselblad', 'Phase One', 'Kodak', 'Some Maker'])('a photo by %s', (make) => {
  test('is its preview, wherever that stands', async () => {
    for (const places of [
      { below: [ofPreview] },
      { below: [ofSensor, ofPreview] },
      { below: [{ ...thumbnail, jpeg: small }, ofSensor], next: ofPreview },
    ]) {
      const { file, kind } = await find({ ...thumbnail, make, ...places })
      expect([kind, ...(await jpegSize(file))]).toEqual(['jpeg', 400, 300])
    }
  })

  test('is a preview that is no JPEG, turned as said', async () => {
    const below = [ofSensor, { width: 400, height: 300 }]
    const { file, kind } = await find({ ...thumbnail, make, orientation: 6, below })
    expect(kind).toBe('tiff')
    expect(await tiffDecoder.read(file)).toMatchObject({ width: 300, height: 400 })
  })

  test('is refused with a thumbnail alone', async () => {
    for (const below of [[ofSensor], [ofSensor, { ...thumbnail, jpeg: await jpegOf(16, 12), colors: 6 }]])
      await expect(find({ ...thumbnail, make, below })).rejects.toMatchObject({
        reason: 'raw_without_preview',
      })
  })
})

test.each([
  ['iiq', 12],
  ['tiff', 120],
])('a thumbnail of a photo that nothing describes is refused: %s', async (kind, height) => {
  // Of a large one the maker is named farther behind than the kind of a file is looked for.
  const refused = find({ ...thumbnail, height, make: 'Phase One' })
  await expect(refused).rejects.toMatchObject({ reason: 'raw_without_preview', params: { kind } })
})

describe('a TIFF stays one', () => {
  const large = { width: 500, height: 300, make: 'NIKON CORPORATION' }
  test.each([
    ['by a camera maker, with a preview', { ...large, below: [{ ...ofPreview, isReduced: true }] }],
    ['by a camera maker, marked by its size alone', { ...large, isReduced: true, below: [ofPreview] }],
    ['of pages, the second of which is larger', { width: 100, height: 80, next: ofPreview }],
    ['that is marked as reduced, and all there is', { ...thumbnail }],
  ])('%s', async (_, directory) => {
    const bytes = fileOf(directory)
    const { file, kind } = await findPicture(new Blob([bytes]))
    expect(await file.bytes()).toEqual(bytes)
    expect(kind).toBe('tiff')
    expect(await tiffDecoder.read(file)).toMatchObject({ width: directory.width, height: directory.height })
  })
})

test('a reduced first picture stands for one in pieces of JPEG', async () => {
  const { file, kind } = await find({ ...thumbnail, next: { ...ofPreview, isInPieces: true } })
  expect([kind, readTiffFields(await file.bytes()).value(256, 0)]).toEqual(['tiff', 400])
})

test('of a CR3 few of a thousand places are looked at', async () => {
  const boxes = Array.from({ length: 900 }, (_, at) =>
    at === 0 ? table('stsz', [], 2 ** 20) : table('co64', [[0, 100_000 + at]]),
  )
  const head = concatBytes(box('ftyp', ascii('crx ')), ...boxes)
  const junk = new Uint8Array(2 ** 21).fill(0xff)
  let read = 0
  const file = new Blob([head, junk])
  const slice = file.slice.bind(file)
  file.slice = (start = 0, end = file.size, type) => {
    read += end - start
    return slice(start, end, type)
  }
  await expect(largestPicture(file, 'cr3')).rejects.toMatchObject({ reason: 'raw_without_preview' })
  expect(read).toBeLessThan(20 * 2 ** 20)
})

const sample = new URL('../../../../../../shared/samples/reported/x.3fr', import.meta.url)
test.skipIf(!existsSync(sample))('a reported 3FR is its preview (needs the samples)', async () => {
  const { file } = await findPicture(new Blob([readFileSync(sample)]))
  expect(await jpegSize(file)).toEqual([400, 300])
})
