import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isWholePicture } from '#formats/picture-head.ts'

const noise = () => {
  const data = Uint8Array.from({ length: 64 * 48 * 3 }, (_, index) => (index * index * 37) % 251)
  return sharp(data, { raw: { width: 64, height: 48, channels: 3 } })
}

const encoded = async (
  format: 'png' | 'jpeg' | 'webp',
  progressive = false,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await noise().toFormat(format, { progressive }).toBuffer())

const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

const files = [
  ['png', () => encoded('png')],
  ['jpeg', () => encoded('jpeg')],
  ['jpeg', () => encoded('jpeg', true)],
  ['webp', () => encoded('webp')],
] as const

test.each(files)('a %s may have bytes behind its end, and is refused cut', async (kind, make) => {
  const bytes = await make()
  expect(isWholePicture(bytes, kind)).toBe(true)
  expect(isWholePicture(joined(bytes, Uint8Array.of(0, 13, 10, 255, 0)), kind)).toBe(true)
  for (let length = 12; length < bytes.length; length++)
    expect(isWholePicture(bytes.slice(0, length), kind)).toBe(false)
})

test('the end of a thumbnail is not the end of its JPEG', async () => {
  const bytes = await encoded('jpeg')
  const thumbnail = Uint8Array.of(0xff, 0xe1, 0, 8, 0xff, 0xd8, 1, 1, 0xff, 0xd9)
  const file = joined(bytes.subarray(0, 2), thumbnail, bytes.subarray(2))
  expect(isWholePicture(file, 'jpeg')).toBe(true)
  expect(isWholePicture(file.slice(0, -20), 'jpeg')).toBe(false)
})
