import { expect, test, vi } from 'vitest'
import type { MatteWindow } from '#contract/matte-chunk.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { mattePixels, previewComposite } from '#studio/features/video/player/cutout-painter.ts'
import { createFrameBuffer } from '#studio/features/video/player/frame-buffer.ts'

/** One second of mattes at 10 frames a second; the only byte of a matte is its index. */
const chunkAt = (fromSeconds: number): MatteWindow => ({
  fromSeconds,
  toSeconds: fromSeconds + 1,
  width: 1,
  height: 1,
  frames: Array.from({ length: 10 }, (_, at) => ({
    timestampSeconds: fromSeconds + at / 10,
    data: Uint8Array.of(Math.round(fromSeconds * 10) + at),
  })),
})

const turn = () => new Promise((resolve) => setTimeout(resolve))

test('the buffer returns the frame that is shown at a moment', async () => {
  const buffer = createFrameBuffer(async (from) => chunkAt(Math.floor(from)), { onChange: () => {} })
  expect(buffer.frameAt(0.55)).toBeNull()
  buffer.prefetch(0.55)
  await turn()
  expect(buffer.frameAt(0.55)?.data[0]).toBe(5)
  expect(buffer.frameAt(0.6)?.data[0]).toBe(6)
  expect(buffer.frameAt(1.2)).toBeNull()
})

test('the buffer prefetches the next frames, one chunk at a time', async () => {
  const fetchChunk = vi.fn(async (from: number) => chunkAt(Math.round(from)))
  const buffer = createFrameBuffer(fetchChunk, { onChange: () => {} })
  buffer.prefetch(0)
  buffer.prefetch(0)
  await turn()
  expect(fetchChunk).toHaveBeenCalledTimes(1)
  buffer.prefetch(0.4)
  await turn()
  expect(fetchChunk).toHaveBeenLastCalledWith(1)
  await turn()
  expect(buffer.frameAt(1.95)?.data[0]).toBe(19)
})

test('a chunk that ends at its last frame leaves no gap', async () => {
  const fetchChunk = vi.fn(async (from: number) => {
    const chunk = chunkAt(Math.floor(from + 0.001))
    return { ...chunk, toSeconds: chunk.fromSeconds + 0.9 }
  })
  const buffer = createFrameBuffer(fetchChunk, { onChange: () => {} })
  buffer.prefetch(0)
  await turn()
  expect(buffer.frameAt(0.97)?.data[0]).toBe(9)
  buffer.prefetch(0.5)
  await turn()
  expect(fetchChunk.mock.calls.map(([from]) => Math.round(from * 10))).toEqual([0, 10])
  expect(buffer.frameAt(1.02)?.data[0]).toBe(10)
  expect(buffer.framesAfter(0.95, 2).map(({ data }) => data[0])).toEqual([10, 11])
})

test('dropped chunks are fetched again when the video restarts', async () => {
  const buffer = createFrameBuffer(async (from) => chunkAt(Math.round(from)), { onChange: () => {} })
  for (let seconds = 0; seconds < 20; seconds += 0.5) {
    buffer.prefetch(seconds)
    await turn()
  }
  buffer.prefetch(0)
  await turn()
  expect(buffer.frameAt(0)?.data[0]).toBe(0)
})

test('a moment without frames is fetched again only after a delay', async () => {
  let time = 0
  const fetchChunk = vi.fn(async () => null)
  const buffer = createFrameBuffer(fetchChunk, { onChange: () => {}, now: () => time })
  for (time of [0, 100, 200]) {
    buffer.prefetch(0)
    await turn()
  }
  expect(fetchChunk).toHaveBeenCalledTimes(1)
  time = 2000
  buffer.prefetch(0)
  expect(fetchChunk).toHaveBeenCalledTimes(2)
})

test('a failed fetch leaves a gap and no unhandled rejection', async () => {
  const buffer = createFrameBuffer(() => Promise.reject(new Error('gone')), { onChange: () => {} })
  buffer.prefetch(0)
  await turn()
  expect(buffer.frameAt(0)).toBeNull()
})

test('the preview of a GIF has binary alpha, as its file (D-33)', () => {
  const matte = { width: 2, height: 1, data: Uint8Array.of(127, 128) }
  expect([...mattePixels(matte, true)]).toEqual([255, 255, 255, 0, 255, 255, 255, 255])
  expect(mattePixels(matte, false)[3]).toBe(127)
  expect(previewComposite({ ...defaultVideoOptions, format: 'gif' }).hasBinaryAlpha).toBe(true)
})

test('the preview has the background of the result', () => {
  expect(previewComposite(defaultVideoOptions).background).toBeNull()
  const mp4 = { ...defaultVideoOptions, format: 'mp4' } as const
  expect(previewComposite(mp4).background).toBe('#ffffff')
  expect(previewComposite(mp4, null, true).background).toBeNull()
  expect(previewComposite({ ...defaultVideoOptions, bg_color: { r: 255, g: 0, b: 0 } }).background).toBe(
    '#ff0000',
  )
  expect(previewComposite({ ...defaultVideoOptions, channels: 'alpha' })).toMatchObject({
    isMask: true,
    background: null,
  })
})
