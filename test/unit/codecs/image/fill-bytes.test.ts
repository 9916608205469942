import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPrintResolution } from '#codecs/image/decode-image.ts'
import { findProfile } from '#codecs/image/find-profile.ts'
import { hideProfile } from '#codecs/image/hide-profile.ts'
import { readImageHeader } from '#codecs/image/image-header.ts'
import { readImageSize } from '#contract/image-size.ts'
import { findJpegOrientation } from '#formats/jpeg-orientation.ts'

const plain = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#468' } })
  .withMetadata({ density: 300, orientation: 6 })
  .withIccProfile('p3')
  .jpeg()
  .toBuffer()

/** The file with bytes behind each segment before the scan: 0xff fills, by ITU-T T.81, B.1.1.2. */
const filled = (jpeg: Buffer, fill: readonly number[]): Uint8Array => {
  const parts = [jpeg.subarray(0, 2)]
  let at = 2
  while (jpeg[at + 1] !== 0xda) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    parts.push(jpeg.subarray(at, end), Buffer.from(fill))
    at = end
  }
  return new Uint8Array(Buffer.concat([...parts, jpeg.subarray(at)]))
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

test.each([
  ['fill bytes', [0xff, 0xff, 0xff]],
  ['stray bytes', [0x12, 0x34]],
] as const)('%s between segments hide nothing', async (_, fill) => {
  const file = filled(plain, fill)
  expect(await readPrintResolution(new Blob([file.slice()]))).toEqual({ x: 300, y: 300 })
  expect(await findProfile(file)).toEqual(await findProfile(new Uint8Array(plain)))
  expect(findJpegOrientation(viewOf(file))?.value).toBe(6)
  expect(readImageHeader(file)).toMatchObject({ width: 8, height: 6 })
  expect(readImageSize(file)).toEqual({ width: 6, height: 8 })
  hideProfile(file)
  expect(await findProfile(file)).toBeNull()
  expect((await sharp(file).metadata()).icc).toBeUndefined()
})
