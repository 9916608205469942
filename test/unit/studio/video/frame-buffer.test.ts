import { expect, test, vi } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { MatteWindow } from '#service/background-service.ts'
import { mattePixels, previewComposite } from '#studio/features/video/player/cutout-painter.ts'
import { createFrameBuffer } from '#studio/features/video/player/frame-buffer.ts'

/** One second of mattes at 10 frames a second; the byte tells which frame it is. */
const stretchAt = (fromSeconds: number): MatteWindow => ({
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

test('a moment shows the matte of the frame that is on screen then', async () => {
  const reel = createFrameBuffer(async (from) => stretchAt(Math.floor(from)), { onNews: () => {} })
  expect(reel.frameAt(0.55)).toBeNull()
  reel.prefetch(0.55)
  await turn()
  expect(reel.frameAt(0.55)?.data[0]).toBe(5)
  expect(reel.frameAt(0.6)?.data[0]).toBe(6)
  expect(reel.frameAt(1.2)).toBeNull()
})

test('what comes next is fetched before it is needed, one stretch at a time', async () => {
  const ask = vi.fn(async (from: number) => stretchAt(Math.round(from)))
  const reel = createFrameBuffer(ask, { onNews: () => {} })
  reel.prefetch(0)
  reel.prefetch(0)
  await turn()
  expect(ask).toHaveBeenCalledTimes(1)
  reel.prefetch(0.4)
  await turn()
  expect(ask).toHaveBeenLastCalledWith(1)
  await turn()
  expect(reel.frameAt(1.95)?.data[0]).toBe(19)
})

test('a stretch that ends with the time of its last frame leaves no gap before the next', async () => {
  const ask = vi.fn(async (from: number) => {
    const stretch = stretchAt(Math.floor(from + 0.001))
    return { ...stretch, toSeconds: stretch.fromSeconds + 0.9 }
  })
  const reel = createFrameBuffer(ask, { onNews: () => {} })
  reel.prefetch(0)
  await turn()
  expect(reel.frameAt(0.97)?.data[0]).toBe(9)
  reel.prefetch(0.5)
  await turn()
  expect(ask.mock.calls.map(([from]) => Math.round(from * 10))).toEqual([0, 10])
  expect(reel.frameAt(1.02)?.data[0]).toBe(10)
  expect(reel.framesAfter(0.95, 2).map(({ data }) => data[0])).toEqual([10, 11])
})

test('a long video is shown from its start again after its end was seen', async () => {
  const reel = createFrameBuffer(async (from) => stretchAt(Math.round(from)), { onNews: () => {} })
  for (let seconds = 0; seconds < 20; seconds += 0.5) {
    reel.prefetch(seconds)
    await turn()
  }
  reel.prefetch(0)
  await turn()
  expect(reel.frameAt(0)?.data[0]).toBe(0)
})

test('where nothing is finished yet, it is asked for again only after a while', async () => {
  let time = 0
  const ask = vi.fn(async () => null)
  const reel = createFrameBuffer(ask, { onNews: () => {}, now: () => time })
  for (time of [0, 100, 200]) {
    reel.prefetch(0)
    await turn()
  }
  expect(ask).toHaveBeenCalledTimes(1)
  time = 2000
  reel.prefetch(0)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a fault in fetching leaves a gap and no unhandled rejection', async () => {
  const reel = createFrameBuffer(() => Promise.reject(new Error('gone')), { onNews: () => {} })
  reel.prefetch(0)
  await turn()
  expect(reel.frameAt(0)).toBeNull()
})

test('a GIF cuts the preview at half, as its file will (D-33)', () => {
  const matte = { width: 2, height: 1, data: Uint8Array.of(127, 128) }
  expect([...mattePixels(matte, true)]).toEqual([255, 255, 255, 0, 255, 255, 255, 255])
  expect(mattePixels(matte, false)[3]).toBe(127)
  expect(previewComposite({ ...defaultVideoOptions, format: 'gif' }).hasBinaryAlpha).toBe(true)
})

test('the preview stands on what the result stands on', () => {
  expect(previewComposite(defaultVideoOptions).background).toBeNull()
  expect(previewComposite({ ...defaultVideoOptions, format: 'mp4' }).background).toBe('#ffffff')
  expect(previewComposite({ ...defaultVideoOptions, bg_color: { r: 255, g: 0, b: 0 } }).background).toBe(
    '#ff0000',
  )
  expect(previewComposite({ ...defaultVideoOptions, channels: 'alpha' })).toMatchObject({
    isMask: true,
    background: null,
  })
})
