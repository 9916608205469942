import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readImageHeader } from '#codecs/image/image-header.ts'
import { clearOrientation } from '#codecs/image/orientation.ts'
import { withUsualOrientation } from '#formats/jpeg-orientation.ts'
import { ascii, concatBytes } from '#support/byte-arrays.ts'

/** Types of TIFF 6.0, section 2, with the lengths of their values. */
const types = [
  ['BYTE', 1, 1],
  ['ASCII', 2, 1],
  ['SHORT', 3, 2],
  ['LONG', 4, 4],
  ['SBYTE', 6, 1],
  ['UNDEFINED', 7, 1],
  ['SSHORT', 8, 2],
  ['SLONG', 9, 4],
] as const

const numberOf = (value: number, bytes: number, littleEndian: boolean): number[] => {
  const digits = Array.from({ length: bytes }, (_, at) => (at === 0 ? value & 255 : 0))
  return littleEndian ? digits : digits.reverse()
}

/** A JPEG of 8 x 4 pixels whose orientation is stored so. */
const turned = async (type: number, bytes: number, count: number, value: number, littleEndian: boolean) => {
  const jpeg = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const number = (of: number, length: number) => numberOf(of, length, littleEndian)
  const inline = [...Array.from({ length: count }, () => number(value, bytes)).flat(), 0, 0, 0, 0].slice(0, 4)
  const entry = [...number(0x12, 1), ...number(type, 2), ...number(count, 4), ...inline]
  // The tag 0x0112.
  const tag = littleEndian ? [0x12, 0x01] : [0x01, 0x12]
  const head = [...ascii(littleEndian ? 'II' : 'MM'), ...number(42, 2), ...number(8, 4), ...number(1, 2)]
  const body = [...ascii('Exif'), 0, 0, ...head, ...tag, ...entry.slice(1), 0, 0, 0, 0]
  return concatBytes(jpeg.subarray(0, 2), [0xff, 0xe1, 0, body.length + 2], body, jpeg.subarray(2))
}

describe.each(['II', 'MM'])('an orientation in a JPEG of the byte order %s', (order) => {
  test.each(types)('of the type %s turns the picture as libvips does (D-7)', async (_, type, bytes) => {
    for (const [count, value] of [
      [1, 6],
      [1, 3],
      [1, 9],
      [0, 6],
      ...(bytes < 4 ? [[4 / bytes, 8] as const] : []),
    ] as const) {
      const file = await turned(type, bytes, count, value, order === 'II')
      const { orientation = 1 } = await sharp(file).metadata()
      const found = readImageHeader(file)?.orientation
      expect({ count, value, found: found?.value ?? 1 }).toEqual({ count, value, found: orientation })
      if (!found) continue
      clearOrientation(file, found)
      expect((await sharp(file).metadata()).orientation).toBe(1)
    }
  })
})

/** A JPEG with such an XMP packet before all else. */
const withXmp = (jpeg: Uint8Array, property: string) => {
  const body = ascii(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:RDF>${property}</rdf:RDF></x:xmpmeta>`)
  return concatBytes(jpeg.subarray(0, 2), [0xff, 0xe1, 0, body.length + 2], body, jpeg.subarray(2))
}

describe('an orientation in XMP', () => {
  test.each(['<rdf:Description tiff:Orientation="6"/>', '<tiff:Orientation>6</tiff:Orientation>'])(
    'counts where EXIF has none: %s',
    async (property) => {
      const plain = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer()
      expect(readImageHeader(withXmp(plain, property))?.orientation?.value).toBe(6)
      const both = withXmp(await turned(3, 2, 1, 3, true), property)
      expect(readImageHeader(both)?.orientation?.value).toBe(3)
    },
  )
})

describe('a picture that a page opens', () => {
  const opened = async (bytes: Uint8Array<ArrayBuffer>) =>
    await withUsualOrientation(new File([bytes], 'a.jpg', { type: 'image/jpeg', lastModified: 7 }))

  test('is turned in the way that all browsers see', async () => {
    const plain = await turned(2, 1, 1, 0, true)
    for (const file of [
      await turned(4, 4, 1, 6, true),
      await turned(8, 2, 1, 6, false),
      withXmp(plain, '<a tiff:Orientation="6"/>'),
    ]) {
      const made = await opened(file)
      const bytes = new Uint8Array(await made.arrayBuffer())
      expect([made.name, made.type, made.lastModified]).toEqual(['a.jpg', 'image/jpeg', 7])
      expect(await sharp(bytes, { failOn: 'warning' }).metadata()).toMatchObject({ orientation: 6, width: 8 })
      expect(readImageHeader(bytes)?.orientation).toMatchObject({ value: 6, bytes: 2 })
    }
  })

  test('stays the same file where it has a usual orientation, or none', async () => {
    for (const file of [
      await turned(3, 2, 1, 6, true),
      await turned(4, 4, 1, 1, true),
      await turned(2, 1, 1, 6, true),
    ]) {
      const given = new File([file], 'a.jpg')
      expect(await withUsualOrientation(given)).toBe(given)
    }
    const other = new File(['GIF89a'], 'a.gif')
    expect(await withUsualOrientation(other)).toBe(other)
  })
})
