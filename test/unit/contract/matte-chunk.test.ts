import { expect, test } from 'vitest'
import { chunkFileName, decodeChunk, encodeChunk, parseChunkFileName } from '#contract/matte-chunk.ts'

const chunk = {
  width: 2,
  height: 1,
  frames: [
    { timestampSeconds: 0, isCut: false, data: Uint8Array.of(0, 255) },
    { timestampSeconds: 1001 / 24000, isCut: true, data: Uint8Array.of(7, 128), sceneState: 127 },
  ],
}

test('mattes, times and cuts survive encoding and decoding', () => {
  expect(decodeChunk(encodeChunk(chunk))).toEqual(chunk)
})

test('bytes that break off are refused', () => {
  expect(() => decodeChunk(encodeChunk(chunk).subarray(0, -1))).toThrow(RangeError)
})

test('the file name of a chunk holds its frames and times', () => {
  const name = { firstFrame: 24, frames: 24, fromSeconds: 1, toSeconds: 1.958333 }
  expect(chunkFileName(name)).toBe('000024-000047-1000000-1958333.mattes')
  expect(parseChunkFileName(chunkFileName(name))).toEqual(name)
})

test.each(['report.json', '000024-000047.mattes', '000024-000047-1000000-1958333.mattes.crswap'])(
  '%s is no chunk',
  (name) => expect(parseChunkFileName(name)).toBeNull(),
)
