import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readImageHeader } from '#codecs/image/image-codecs.ts'
import { clearOrientation } from '#codecs/image/orientation.ts'
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
