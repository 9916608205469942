import { expect, test, vi } from 'vitest'
import type { PreviewChunk } from '#library/background-service.ts'
import { createFramePlayer } from '#studio/features/video/player/frame-player.ts'

/** Three seconds at 10 frames a second; the size of a picture is its index. */
const chunkAt = (fromSeconds: number): PreviewChunk => {
  const first = Math.floor(fromSeconds * 10 + 0.001)
  const count = Math.min(5, 30 - first)
  return {
    fromSeconds: first / 10,
    toSeconds: first + count >= 30 ? Number.POSITIVE_INFINITY : (first + count) / 10,
    frames: Array.from({ length: count }, (_, at) => ({
      timestampSeconds: (first + at) / 10,
      picture: new Blob(['x'.repeat(first + at)]),
    })),
  }
}

const opened = (fetchChunk: (from: number) => Promise<PreviewChunk> = async (from) => chunkAt(from)) => {
  const closed: number[] = []
  const onUnplayable = vi.fn()
  const player = createFramePlayer({
    durationSeconds: 3,
    fetchChunk,
    decode: async ({ size }) => ({ width: size, height: 1, close: () => closed.push(size) }) as ImageBitmap,
    onUnplayable,
  })
  let ms = 0
  /** Runs animation frames, 20 ms apart. */
  const run = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      ms += 20
      player.advance(ms)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  const shown = () => player.frame()?.width
  return { player, run, shown, closed, onUnplayable }
}

test('the frame player plays preview frames and closes old ones', async () => {
  const { player, run, shown, closed } = opened()
  await run(3)
  expect(shown()).toBe(0)
  expect(player.currentTime).toBe(0)
  await player.play()
  await run(60)
  expect(player.currentTime).toBeGreaterThan(0.9)
  expect(shown()).toBe(Math.floor(player.currentTime * 10 + 0.001))
  // Frames that were shown are closed.
  expect(closed).toContain(0)
  player.pause()
  const { currentTime } = player
  await run(5)
  expect(player.currentTime).toBe(currentTime)
})

test('a seek shows its frame, also at the end', async () => {
  const { player, run, shown } = opened()
  player.currentTime = 1.55
  await run(4)
  expect(shown()).toBe(15)
  player.currentTime = 99
  await run(4)
  expect(player.currentTime).toBe(3)
  expect(shown()).toBe(29)
})

test('playback waits for late frames', async () => {
  const waiting: (() => void)[] = []
  const { player, run } = opened(async (from) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return chunkAt(from)
  })
  await player.play()
  await run(10)
  expect(player.currentTime).toBe(0)
  waiting.shift()?.()
  await run(20)
  expect(player.currentTime).toBeGreaterThan(0.2)
  expect(player.currentTime).toBeLessThan(0.6)
})

test('a video that cannot be decoded is reported once', async () => {
  const { run, onUnplayable } = opened(() => Promise.reject(new Error('no decoder')))
  await run(2)
  expect(onUnplayable).toHaveBeenCalledTimes(1)
})
