import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchResponses } from '#channel/silence.ts'
import { ServiceError } from '#contract/service-error.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A worker that answers for as long as it listens. */
const watched = (listens = true) => {
  const worker = { listens }
  const stop = vi.fn()
  const link = {
    isStopped: false,
    run: vi.fn(),
    stop,
    ping: () => (worker.listens ? Promise.resolve() : new Promise<void>(() => {})),
  }
  const leave = watchResponses(link, { mostMs: 2000, fault: () => new ServiceError('invalid_video') })
  return { worker, stop, leave }
}

test('a worker that listens is left alone, however long it works', async () => {
  const { stop } = watched()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stop).not.toHaveBeenCalled()
})

test('a worker that listens no more is stopped after the time it has', async () => {
  const { worker, stop } = watched()
  await vi.advanceTimersByTimeAsync(1000)
  worker.listens = false
  await vi.advanceTimersByTimeAsync(1900)
  expect(stop).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(700)
  expect(stop.mock.calls[0]?.[0]).toMatchObject({ code: 'invalid_video' })
})

test('a script that loads for a minute is waited for', async () => {
  const { stop } = watched(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stop).not.toHaveBeenCalled()
})

test('a call that has ended is watched no more', async () => {
  const { worker, stop, leave } = watched()
  await vi.advanceTimersByTimeAsync(1000)
  leave()
  worker.listens = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stop).not.toHaveBeenCalled()
})
