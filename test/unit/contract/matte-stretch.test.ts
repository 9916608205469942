import { expect, test } from 'vitest'
import { nameStretch, packStretch, readStretchName, unpackStretch } from '#contract/matte-stretch.ts'

const stretch = {
  width: 2,
  height: 1,
  frames: [
    { timestampSeconds: 0, isCut: false, data: Uint8Array.of(0, 255) },
    { timestampSeconds: 1001 / 24000, isCut: true, data: Uint8Array.of(7, 128) },
  ],
}

test('mattes come back from their bytes as they were, times and cuts with them', () => {
  expect(unpackStretch(packStretch(stretch))).toEqual(stretch)
})

test('bytes that break off are refused', () => {
  expect(() => unpackStretch(packStretch(stretch).subarray(0, -1))).toThrow(RangeError)
})

test('the name of a stretch tells which frames it holds, to the microsecond', () => {
  const name = { firstFrame: 24, frames: 24, fromSeconds: 1, toSeconds: 1.958333 }
  expect(nameStretch(name)).toBe('000024-000047-1000000-1958333.mattes')
  expect(readStretchName(nameStretch(name))).toEqual(name)
})

test.each(['report.json', '000024-000047.mattes', '000024-000047-1000000-1958333.mattes.crswap'])(
  '%s is no stretch',
  (name) => expect(readStretchName(name)).toBeNull(),
)
