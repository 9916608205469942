import { expect, test } from 'vitest'
import { metadataBits } from '#codecs/image/jxl/jxl-color-space.ts'
import { jxlDecoder } from '#codecs/image/jxl/read.ts'

/** Up to the head of a picture of 8 x 8 pixels and 16 bits. */
const headOf = (kind: Parameters<typeof metadataBits>[0], hasAlpha: boolean) => {
  const start = [0xff, 0x0a].flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> bit) & 1))
  const bits = [...start, 1, 0, 0, 0, 0, 0, 1, 0, 0, ...metadataBits(kind, { bits: 16, hasAlpha })]
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  for (const [at, bit] of bits.entries()) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))
  return new Blob([bytes])
}

// jxl-oxide makes sRGB of them, and the browser does not.
test.each([true, false])('wide colours of XYB are not read deep (alpha %s)', async (hasAlpha) => {
  expect(
    await jxlDecoder.readDeep?.(headOf({ isLossy: true, colorSpace: 'display-p3' }, hasAlpha)),
  ).toBeNull()
  for (const kind of [
    { isLossy: true, colorSpace: 'srgb' },
    { isLossy: false, colorSpace: 'display-p3' },
  ] as const)
    await expect(jxlDecoder.readDeep?.(headOf(kind, hasAlpha))).rejects.toThrow()
})
