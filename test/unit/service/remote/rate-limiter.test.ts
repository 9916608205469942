import { expect, test, vi } from 'vitest'
import { type Reason, reasonText } from '#contract/error-reasons.ts'
import { isAbort } from '#contract/service-error.ts'
import { createRateLimiter } from '#service/remote/rate-limiter.ts'
import { browserRetryClock, type RetryClock } from '#service/remote/retry.ts'
import { fakeRetryClock } from '#support/fake-retry-clock.ts'
import { rejectionOf } from '#support/thrown-errors.ts'

const never = new AbortController().signal
const turn = () => new Promise((resolve) => setTimeout(resolve))

/** A task that runs until it is released. */
const openTask = () => {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = false
  const run = async () => {
    begun = true
    await over
  }
  return { run, end, hasBegun: () => begun }
}

const limiterWith = (clock = fakeRetryClock(), gapSeconds = 0) =>
  createRateLimiter({ atOnce: 2, gapSeconds, clock })

test('two requests run at once; others follow in order', async () => {
  const limiter = limiterWith()
  const tasks = Array.from({ length: 4 }, openTask)
  const all = Promise.all(tasks.map(({ run }) => limiter.schedule(run, never)))
  await turn()
  expect(tasks.map((task) => task.hasBegun())).toEqual([true, true, false, false])
  tasks[1]?.end()
  await turn()
  expect(tasks.map((task) => task.hasBegun())).toEqual([true, true, true, false])
  for (const { end } of tasks) end()
  await all
})

test('requests begin a gap apart, so that a queue is no burst', async () => {
  const clock = fakeRetryClock()
  const limiter = limiterWith(clock, 0.25)
  const begun: number[] = []
  const note = async () => void begun.push(clock.now().getTime())
  await Promise.all(Array.from({ length: 5 }, () => limiter.schedule(note, never)))
  const gaps = begun.slice(1).map((at, index) => at - (begun[index] ?? 0))
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(250)
})

test('after a 429 requests pause, then slow down until they succeed', async () => {
  const clock = fakeRetryClock()
  const limiter = limiterWith(clock)
  const begin = async () => {
    await limiter.schedule(async () => {}, never)
    return clock.now().getTime()
  }
  const at = await begin()
  limiter.backOff(7)
  const first = await begin()
  expect(first - at).toBe(7000)
  const second = await begin()
  expect(second - first).toBeGreaterThanOrEqual(1000)
  let last = second
  for (let count = 0; count < 30; count++) last = await begin()
  expect((await begin()) - last).toBeLessThan(5)
})

test.each([
  [3600, '60 minutes'],
  [7000, '117 minutes'],
  [9_999_999_999, 'more than a year'],
  [Number.POSITIVE_INFINITY, 'more than a year'],
])('a service that asks for %d s gets no request; each names %s', async (seconds, told) => {
  const clock = fakeRetryClock()
  const limiter = limiterWith(clock)
  limiter.backOff(seconds)
  const task = vi.fn(async () => {})
  for (let count = 0; count < 3; count++) {
    const error = await rejectionOf(limiter.schedule(task, never))
    expect(error).toMatchObject({ code: 'rate_limit_exceeded' })
    expect(reasonText(error as Reason)).toBe(`The service asks to wait ${told}.`)
  }
  expect([task.mock.calls.length, clock.waits]).toEqual([0, []])
  await clock.wait(3600 - 100, never)
  await limiter.schedule(task, never)
  expect(task).toHaveBeenCalledOnce()
})

test('a waiting request learns how long; two minutes at most', async () => {
  const clock = fakeRetryClock()
  const told: number[] = []
  const limiter = createRateLimiter({ atOnce: 2, gapSeconds: 0, clock })
  limiter.backOff(90)
  await limiter.schedule(
    async () => {},
    never,
    (seconds) => told.push(seconds),
  )
  expect(told).toEqual([90])
  // Each time that the task could begin, the service asks for one more wait.
  const wait: RetryClock['wait'] = async (seconds, signal) => {
    await clock.wait(seconds, signal)
    busy.backOff(90)
  }
  const busy = createRateLimiter({ atOnce: 2, gapSeconds: 0, clock: { ...clock, wait } })
  busy.backOff(90)
  const waits = clock.waits.length
  const refusal = await rejectionOf(busy.schedule(async () => {}, never))
  expect(refusal).toMatchObject({ code: 'rate_limit_exceeded', status: 429 })
  expect(clock.waits.slice(waits)).toEqual([90])
})

test('a waiting request blocks no other and can be aborted', async () => {
  vi.useFakeTimers()
  try {
    let waitsOpen = 0
    // Only the waits of this limiter: other work of this thread may have timers too.
    const wait: RetryClock['wait'] = async (seconds, signal) => {
      waitsOpen++
      await browserRetryClock.wait(seconds, signal).finally(() => waitsOpen--)
    }
    const limiter = createRateLimiter({ atOnce: 1, gapSeconds: 0, clock: { ...browserRetryClock, wait } })
    limiter.backOff(100)
    const controller = new AbortController()
    const waiting = rejectionOf(limiter.schedule(async () => {}, controller.signal))
    const next = limiter.schedule(async () => 'in', never)
    await vi.advanceTimersByTimeAsync(1000)
    controller.abort()
    expect(isAbort(await waiting)).toBe(true)
    await vi.advanceTimersByTimeAsync(99_000)
    expect(await next).toBe('in')
    expect(waitsOpen).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a request aborted while waiting never begins and takes no place', async () => {
  const limiter = limiterWith()
  const [first, second] = [openTask(), openTask()]
  const running = [limiter.schedule(first.run, never), limiter.schedule(second.run, never)]
  const controller = new AbortController()
  let begun = false
  const waiting = rejectionOf(
    limiter.schedule(async () => {
      begun = true
    }, controller.signal),
  )
  await turn()
  controller.abort()
  expect(isAbort(await waiting)).toBe(true)
  first.end()
  second.end()
  await Promise.all(running)
  await turn()
  expect(begun).toBe(false)
  const [third, fourth] = [openTask(), openTask()]
  const both = Promise.all([limiter.schedule(third.run, never), limiter.schedule(fourth.run, never)])
  await turn()
  expect([third.hasBegun(), fourth.hasBegun()]).toEqual([true, true])
  third.end()
  fourth.end()
  await both
})

test('a clock that is set back or forward changes no wait', async () => {
  for (const setSeconds of [-86_400, 86_400]) {
    const clock = fakeRetryClock()
    const limiter = limiterWith(clock)
    limiter.backOff(10)
    clock.setClock(setSeconds)
    await limiter.schedule(async () => {}, never)
    expect(clock.waits).toEqual([10])
  }
})
