import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFrameDelays, lastDelay } from '#engine/frame-delays.ts'

const gifClock = { clockHz: 100, maxFps: 50 }

const startsOf = (times: readonly number[], endSeconds: number, fps: number) => {
  const delays = createFrameDelays(fps, gifClock)
  return times
    .map((time, index) => delays.startOf(time, (times[index + 1] ?? endSeconds) - time))
    .filter((start) => start !== null)
}

test.each([
  [60, 300, 250],
  [59.94, 300, 250],
  [120, 120, 50],
  [50, 100, 100],
  [30, 90, 90],
])('D-33: of %s fps %s frames leave %s, 2 hundredths apart', (fps, count, left) => {
  const times = Array.from({ length: count }, (_, index) => index / fps)
  const starts = startsOf(times, count / fps, fps)
  expect(Math.abs(starts.length - left)).toBeLessThanOrEqual(1)
  const delays = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(2)
  expect(Math.max(...delays) - Math.min(...delays)).toBeLessThanOrEqual(1)
})

test('starts rise by at least 2 and stay near their times', () => {
  const steps = fc.array(fc.double({ min: 0.001, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(steps, (gaps) => {
      const times = [0]
      for (const gap of gaps) times.push((times.at(-1) ?? 0) + gap)
      const end = times.pop() ?? 0
      const delays = createFrameDelays(20, gifClock)
      let last = -2
      for (const [index, time] of times.entries()) {
        const start = delays.startOf(time, (times[index + 1] ?? end) - time)
        if (start === null) continue
        expect(start).toBeGreaterThanOrEqual(last + 2)
        expect(Math.abs(start - time * 100)).toBeLessThan(2.51)
        last = start
      }
      expect(lastDelay(last, end, gifClock)).toBeGreaterThanOrEqual(2)
    }),
  )
})
