import { expect, test, vi } from 'vitest'
import type { PreviewChunk } from '#service/background-service.ts'
import { createFramePlayer } from '#studio/features/video/player/frame-player.ts'

/** Three seconds at 10 frames a second; a picture's size tells which frame it is. */
const stretchAt = (fromSeconds: number): PreviewChunk => {
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

const opened = (ask: (from: number) => Promise<PreviewChunk> = async (from) => stretchAt(from)) => {
  const closed: number[] = []
  const onUnable = vi.fn()
  const screen = createFramePlayer({
    durationSeconds: 3,
    ask,
    decode: async ({ size }) => ({ width: size, height: 1, close: () => closed.push(size) }) as ImageBitmap,
    onUnable,
  })
  let ms = 0
  /** As many painted frames of 20 ms as it takes. */
  const run = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      ms += 20
      screen.advance(ms)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  const shown = () => screen.frame()?.width
  return { screen, run, shown, closed, onUnable }
}

test('a video that the browser cannot play is played by pictures of its frames', async () => {
  const { screen, run, shown, closed } = opened()
  await run(3)
  expect(shown()).toBe(0)
  expect(screen.currentTime).toBe(0)
  await screen.play()
  await run(60)
  expect(screen.currentTime).toBeGreaterThan(0.9)
  expect(shown()).toBe(Math.floor(screen.currentTime * 10 + 0.001))
  // What was seen is given back.
  expect(closed).toContain(0)
  screen.pause()
  const { currentTime } = screen
  await run(5)
  expect(screen.currentTime).toBe(currentTime)
})

test('a moment that is looked for is shown, also the last one', async () => {
  const { screen, run, shown } = opened()
  screen.currentTime = 1.55
  await run(4)
  expect(shown()).toBe(15)
  screen.currentTime = 99
  await run(4)
  expect(screen.currentTime).toBe(3)
  expect(shown()).toBe(29)
})

test('playing waits for pictures that are late', async () => {
  const waiting: (() => void)[] = []
  const { screen, run } = opened(async (from) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return stretchAt(from)
  })
  await screen.play()
  await run(10)
  expect(screen.currentTime).toBe(0)
  waiting.shift()?.()
  await run(20)
  expect(screen.currentTime).toBeGreaterThan(0.2)
  expect(screen.currentTime).toBeLessThan(0.6)
})

test('what cannot be decoded at all is told', async () => {
  const { run, onUnable } = opened(() => Promise.reject(new Error('no decoder')))
  await run(2)
  expect(onUnable).toHaveBeenCalledTimes(1)
})
