import { expect, test } from 'vitest'
import { jxlDecoder } from '#codecs/image/jxl/read.ts'

const fileOf = (hex: string): Blob => new Blob([Uint8Array.from(Buffer.from(hex, 'hex'))])

// The heads of pictures of 8 x 8 pixels and 16 bits, lossy but for the last one of each.
test.each([
  ['alpha', 'ff0a41f023f80121931b', ['ff0a41f023f80113', 'ff0a41f023f80120931b01']],
  ['no alpha', 'ff0a41f08390c90d', ['ff0a41f08309', 'ff0a41f00390c98d']],
])('wide colours of XYB are not read deep (%s)', async (_, lossyWide, others) => {
  // jxl-oxide makes sRGB of them, and the browser does not.
  expect(await jxlDecoder.readDeep?.(fileOf(lossyWide))).toBeNull()
  for (const other of others) await expect(jxlDecoder.readDeep?.(fileOf(other))).rejects.toThrow()
})
