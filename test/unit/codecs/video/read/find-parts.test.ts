import { expect, test } from 'vitest'
import { breaksOff } from '#codecs/video/read/find-parts.ts'
import { ascii, concatBytes } from '#support/byte-arrays.ts'
import { box } from '#support/make-mp4.ts'

const mp4 = concatBytes(box('ftyp', ascii('isom\0\0\0\0')), box('mdat', ascii('x'.repeat(90))))
/** The head of an MKV, and a segment of 64 bytes or of an unknown length. */
const mkv = (size: number) =>
  Uint8Array.of(...[0x1a, 0x45, 0xdf, 0xa3, 0x80], ...[0x18, 0x53, 0x80, 0x67, size], ...Array(64).fill(0))

test.each([
  ['an MP4', mp4],
  ['an MKV', mkv(0x80 | 64)],
])('%s that was cut breaks off, a whole one does not', async (_name, bytes) => {
  expect(await breaksOff(new Blob([bytes]))).toBe(false)
  expect(await breaksOff(new Blob([bytes.slice(0, -30)]))).toBe(true)
})

test('a recording without a length does not break off', async () => {
  expect(await breaksOff(new Blob([mkv(0xff).slice(0, -30)]))).toBe(false)
})
