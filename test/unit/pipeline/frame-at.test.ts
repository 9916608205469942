import { expect, test } from 'vitest'
import type { FrameReader, ReadOptions } from '#codecs/video/frame.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { frameAt } from '#pipeline/frame-at.ts'

const size = { width: 1, height: 1 }
const { signal } = new AbortController()

/** Frames that begin at these times and last until the next one. */
const readerOf = (...starts: readonly number[]): FrameReader => ({
  facts: { fps: 4, durationSeconds: 2 } as VideoFacts,
  async *read({ range }: ReadOptions) {
    for (const timestampSeconds of starts) {
      if (range && timestampSeconds < range.fromSeconds) continue
      yield { raster: { ...size, data: new Uint8ClampedArray(4) }, timestampSeconds, durationSeconds: 0.25 }
    }
  },
  close: () => {},
})

const at = async (seconds: number, reader: FrameReader) =>
  (await frameAt(reader, seconds, size, signal)).timestampSeconds

test('frameAt returns the first frame at or after the time', async () => {
  expect(await at(0.3, readerOf(0, 0.25, 0.5))).toBe(0.5)
})

test('a time within the last frame gives that frame', async () => {
  expect(await at(1.9, readerOf(0, 0.25, 1.75))).toBe(1.75)
  expect(await at(1.9, readerOf(0, 0.1))).toBe(0.1)
})

test('a video without any frame is refused', async () => {
  await expect(at(1, readerOf())).rejects.toMatchObject({ code: 'invalid_video' })
})
