import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTimeBudget } from '#codecs/video/read/open-time-budget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const signal = new AbortController().signal
const timedOut = { code: 'invalid_video', reason: 'video_opening_timed_out' }

/** Ends after `seconds`, and reports progress every `everySeconds` until then. */
const working = (seconds: number, everySeconds: number) => (_: AbortSignal, onProgress: () => void) =>
  new Promise<string>((resolve) => {
    const progress = setInterval(onProgress, everySeconds * 1000)
    setTimeout(() => {
      clearInterval(progress)
      resolve('opened')
    }, seconds * 1000)
  })

const outcomeOf = async (work: Promise<unknown>) => {
  const outcome = work.catch((thrown: unknown) => thrown)
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}

test('a file that ffmpeg opens slowly is not refused', async () => {
  const budget = openTimeBudget(new Blob())
  expect(await outcomeOf(budget('ffmpeg', signal, working(18, 5)))).toBe('opened')
})

test('ffmpeg that hangs or never ends refuses the file', async () => {
  const budget = openTimeBudget(new Blob())
  const started = Date.now()
  const hanging = budget('ffmpeg', signal, working(18, 7)).catch((thrown: unknown) => {
    expect(Date.now() - started).toBe(6000)
    throw thrown
  })
  expect(await outcomeOf(hanging)).toMatchObject(timedOut)
  expect(await outcomeOf(budget('ffmpeg', signal, working(50, 1)))).toMatchObject(timedOut)
})

test('stages without ffmpeg share their time; ffmpeg gets its own', async () => {
  const budget = openTimeBudget(new Blob())
  const listed = budget('list', signal, working(1.5, 1))
  await vi.advanceTimersByTimeAsync(1500)
  expect(await listed).toBe('opened')
  expect(await outcomeOf(budget('webcodecs', signal, working(1.2, 1)))).toMatchObject(timedOut)
  expect(await outcomeOf(budget('ffmpeg', signal, working(8, 4)))).toBe('opened')
})

test('an abort ends a stage at once with its reason', async () => {
  const abort = new AbortController()
  const opening = openTimeBudget(new Blob())('ffmpeg', abort.signal, working(25, 1))
  abort.abort(new DOMException('enough', 'AbortError'))
  await expect(opening).rejects.toThrow('enough')
})
