import sharp from 'sharp'
import { expect, test } from 'vitest'
import { placeRows } from '#codecs/image/orientation.ts'
import { displaySize } from '#formats/orientation.ts'

const stored = { width: 7, height: 5 }
const pixels = Uint32Array.from({ length: 35 }, (_, i) => 0xff000000 | (i * 0x030201))

test.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
  'orientation %i turns as libvips turns, in tiles of any height (D-7)',
  async (orientation) => {
    const raw = { ...stored, channels: 4 } as const
    const file = await sharp(new Uint8Array(pixels.buffer), { raw })
      .withMetadata({ orientation })
      .png()
      .toBuffer()
    const wanted = await sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true })
    expect(displaySize(stored, orientation)).toEqual({ width: wanted.info.width, height: wanted.info.height })
    for (const rows of [1, 2, 3, 5]) {
      const shown = new Uint32Array(35)
      for (let y = 0; y < stored.height; y += rows) {
        const end = Math.min(stored.height, y + rows)
        placeRows(pixels.subarray(y * stored.width, end * stored.width), y, stored, orientation, shown)
      }
      expect(Buffer.from(shown.buffer)).toEqual(wanted.data)
    }
  },
)
