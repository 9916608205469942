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
  const hanging = budget('ffmpeg', signal, working(25, 12)).catch((thrown: unknown) => {
    expect(Date.now() - started).toBe(10_000)
    throw thrown
  })
  expect(await outcomeOf(hanging)).toMatchObject(timedOut)
  expect(await outcomeOf(budget('ffmpeg', signal, working(50, 1)))).toMatchObject(timedOut)
})

test('stages without ffmpeg share their time; ffmpeg gets its own', async () => {
  const budget = openTimeBudget(new Blob())
  const listed = budget('list', signal, working(3, 1))
  await vi.advanceTimersByTimeAsync(3000)
  expect(await listed).toBe('opened')
  expect(await outcomeOf(budget('webcodecs', signal, working(2.4, 1)))).toMatchObject(timedOut)
  expect(await outcomeOf(budget('ffmpeg', signal, working(8, 4)))).toBe('opened')
})

test('decoding a large first frame may take longer', async () => {
  const decoding = (pixels: number) =>
    outcomeOf(openTimeBudget(new Blob())('webcodecs', signal, working(12, 20), pixels))
  expect(await decoding(1920 * 1080)).toMatchObject(timedOut)
  expect(await decoding(4096 * 4096)).toBe('opened')
})

test.each(['list', 'ffmpeg'] as const)('%s goes on where a worker gets few turns', async (stage) => {
  let tick = () => {}
  const timer = vi.spyOn(globalThis, 'setInterval').mockImplementationOnce((task) => {
    tick = task as () => void
    return 0 as unknown as ReturnType<typeof setInterval>
  })
  const opening = openTimeBudget(new Blob())(stage, signal, working(12, 20))
  for (let late = 0; late < 12; late++) {
    await vi.advanceTimersByTimeAsync(1000)
    tick()
  }
  timer.mockRestore()
  expect(await opening).toBe('opened')
})

test('a file that leaves the worker no turns is refused', async () => {
  const never = vi.spyOn(globalThis, 'setInterval').mockReturnValueOnce(0 as never)
  const hanging = openTimeBudget(new Blob())('list', signal, () => new Promise(() => {}))
  expect(await outcomeOf(hanging)).toMatchObject(timedOut)
  never.mockRestore()
})

test('an abort ends a stage at once with its reason', async () => {
  const abort = new AbortController()
  const opening = openTimeBudget(new Blob())('ffmpeg', abort.signal, working(25, 1))
  abort.abort(new DOMException('enough', 'AbortError'))
  await expect(opening).rejects.toThrow('enough')
})
