import { expect, test, vi } from 'vitest'
import { type Reason, reasonText } from '#contract/error-reasons.ts'
import type { Retry } from '#contract/progress.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'
import {
  backoffSeconds,
  browserRetryClock,
  FailedAttempt,
  isTransient,
  retryAfterOf,
  secondsOfRetryAfter,
  withRetries,
} from '#service/remote/retry.ts'
import { fakeRetryClock } from '#support/fake-retry-clock.ts'
import { rejectionOf } from '#support/thrown-errors.ts'

const busy = new ServiceError('rate_limit_exceeded')
const broken = new ServiceError('internal_server_error')

/** Fails with each of these in turn, and then succeeds. */
const attemptsOf = (...failures: readonly [ServiceError, number | null][]) => {
  const left = [...failures]
  return vi.fn(async () => {
    const next = left.shift()
    if (next) throw new FailedAttempt({ error: next[0], retryAfterSeconds: next[1] })
    return 'done'
  })
}

const always = (error: ServiceError, retryAfter: number | null = null) =>
  attemptsOf(...Array.from({ length: 20 }, (): [ServiceError, number | null] => [error, retryAfter]))

const optionsWith = (clock = fakeRetryClock(), onRetry: (retry: Retry) => void = () => {}) => ({
  tries: 5,
  clock,
  signal: new AbortController().signal,
  mayRepeat: isTransient,
  onRetry,
})

test('D-53: waits double from 1 to 30 s with full jitter', async () => {
  const clock = fakeRetryClock(1)
  await rejectionOf(withRetries(always(broken), { ...optionsWith(clock), tries: 8 }))
  expect(clock.waits).toEqual([1, 2, 4, 8, 16, 30, 30])
  const half = fakeRetryClock(0.25)
  await rejectionOf(withRetries(always(broken), optionsWith(half)))
  expect(half.waits).toEqual([0.25, 0.5, 1, 2])
  expect(backoffSeconds(40, 0.999)).toBeCloseTo(29.97)
  expect(backoffSeconds(3, 0)).toBe(0)
})

test('D-53: no retry begins before the moment that Retry-After names', async () => {
  const clock = fakeRetryClock(0.5)
  await withRetries(attemptsOf([busy, 20], [busy, 0], [busy, null]), optionsWith(clock))
  expect(clock.waits).toEqual([20, 1, 2])
})

test.each([
  [121, '3 minutes'],
  [7000, '117 minutes'],
  [40_000, '12 hours'],
  [200_000, '3 days'],
  [9_999_999_999, 'more than a year'],
])('a requested wait of %d seconds is reported instead of waited', async (seconds, told) => {
  const clock = fakeRetryClock()
  const attempt = always(busy, seconds)
  const error = await rejectionOf(withRetries(attempt, optionsWith(clock)))
  expect(error).toMatchObject({ code: 'rate_limit_exceeded', status: 429, params: { waitSeconds: seconds } })
  expect(reasonText(error as Reason)).toBe(`The service asks to wait ${told}.`)
  expect([attempt.mock.calls.length, clock.waits.length]).toEqual([1, 0])
})

test('D-53: only 429, 500, 502 and no answer are repeated', () => {
  const passes = (status: number) => isTransient(new ServiceError('upstream_error', { status }))
  expect([429, 500, 502, 0].map(passes)).toEqual(Array(4).fill(true))
  expect([200, 202, 400, 408, 418, 501, 503, 504, 507].map(passes)).toEqual(Array(9).fill(false))
})

test('a wait of weeks does not end at once', async () => {
  vi.useFakeTimers()
  try {
    const over = vi.fn()
    const wait = browserRetryClock.wait(9_999_999_999, new AbortController().signal)
    void wait.then(over)
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(over).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

test('any other exception is thrown on at once', async () => {
  const attempt = vi.fn(() => Promise.reject(new RangeError('a mistake of ours')))
  expect(await rejectionOf(withRetries(attempt, optionsWith()))).toBeInstanceOf(RangeError)
  expect(attempt).toHaveBeenCalledTimes(1)
})

test('D-53: an abort ends a wait at once, without another attempt', async () => {
  vi.useFakeTimers()
  try {
    const controller = new AbortController()
    const attempt = always(busy, 60)
    const running = rejectionOf(
      withRetries(attempt, {
        ...optionsWith(),
        clock: browserRetryClock,
        signal: controller.signal,
      }),
    )
    await vi.advanceTimersByTimeAsync(59_000)
    controller.abort()
    expect(isAbort(await running)).toBe(true)
    await vi.runAllTimersAsync()
    expect(attempt).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

const now = new Date('2026-08-01T12:00:00Z')

test.each([
  ['7', 7],
  [' 0 ', 0],
  ['1.5', 1.5],
  ['Sat, 01 Aug 2026 12:00:30 GMT', 30],
  ['Sat, 01 Aug 2026 11:59:00 GMT', 0],
])('D-53: Retry-After %j asks to wait %d seconds', (header, seconds) => {
  expect(secondsOfRetryAfter(header, now)).toBe(seconds)
})

test.each([null, '', 'soon', '-3', '1e3', 'NaN', '2026-08-01T12:00:30Z', '12,5'])(
  '%j asks for nothing',
  (header) => {
    expect(secondsOfRetryAfter(header, now)).toBeNull()
  },
)

test('D-53: a date is measured by the clock of who sent it', () => {
  const at = (date: string) =>
    retryAfterOf(
      { status: 429, headers: new Headers({ 'Retry-After': 'Sat, 01 Aug 2026 12:00:30 GMT', Date: date }) },
      // This device's clock is a day ahead.
      new Date('2026-08-02T12:00:00Z'),
    )
  expect(at('Sat, 01 Aug 2026 12:00:10 GMT')).toBe(20)
  // Where the service does not say, there is that clock alone.
  expect(at('')).toBe(0)
})

test('D-53: only a status that is retried asks to wait', () => {
  const headers = new Headers({ 'Retry-After': '7' })
  const asked = [429, 500, 502, 200, 400, 404, 503, 504].map((status) =>
    retryAfterOf({ status, headers }, now),
  )
  expect(asked).toEqual([7, 7, 7, null, null, null, null, null])
})
