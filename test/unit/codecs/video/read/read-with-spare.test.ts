import { describe, expect, test } from 'vitest'
import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import { readWithSpare } from '#codecs/video/read/read-with-spare.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import type { VideoFacts } from '#contract/video-facts.ts'

const raster = { width: 1, height: 1, data: new Uint8ClampedArray(4) }

/** Frames of a second each, up to `end`; then it fails, where `cause` is given. */
const readerOf = (name: number, end: number, cause?: unknown): FrameReader => ({
  facts: {} as VideoFacts,
  async *read({ range }) {
    for (let at = Math.ceil(range?.fromSeconds ?? 0); at < Math.min(end, range?.toSeconds ?? end); at++)
      yield { raster: { ...raster, width: name }, timestampSeconds: at, durationSeconds: 1 }
    if (cause) throw cause
  },
  close: () => {},
})

const { signal } = new AbortController()
const undecodable = invalidVideo('video_undecodable_to_end')

const all = async (reader: FrameReader, range?: { fromSeconds: number; toSeconds: number }) => {
  const frames: Frame[] = []
  for await (const frame of reader.read({ signal, ...(range && { range }) })) frames.push(frame)
  return frames.map(({ raster, timestampSeconds }) => `${raster.width}:${timestampSeconds}`)
}

describe('a reader with a spare one', () => {
  test('continues with it after the last frame that it gave', async () => {
    const reader = readWithSpare(readerOf(1, 3, undecodable), async () => readerOf(2, 5))
    expect(await all(reader)).toEqual(['1:0', '1:1', '1:2', '2:3', '2:4'])
    expect(await all(reader, { fromSeconds: 1, toSeconds: 3 })).toEqual(['2:1', '2:2'])
  })

  test('fails as it did where the spare one has no more frames', async () => {
    const reader = readWithSpare(readerOf(1, 3, undecodable), async () => readerOf(2, 3))
    await expect(all(reader)).rejects.toBe(undecodable)
  })

  test('does not open it for another failure', async () => {
    const bug = new TypeError('a bug')
    const reader = readWithSpare(readerOf(1, 3, bug), () => Promise.reject(new Error('opened')))
    await expect(all(reader)).rejects.toBe(bug)
  })
})
