import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchResponses } from '#channel/worker-link.ts'
import { ServiceError } from '#contract/service-error.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A worker that answers pings for as long as it listens. */
const watched = (listens = true, answeredBefore = false) => {
  const worker = { listens }
  const stop = vi.fn()
  const link = {
    stop,
    hasAnswered: answeredBefore,
    ping: async () => {
      if (!worker.listens) return new Promise<void>(() => {})
      link.hasAnswered = true
    },
  }
  const leave = watchResponses(link, { maxMs: 2000, fault: () => new ServiceError('invalid_video') })
  return { worker, stop, leave }
}

test('a worker that handles messages is left alone, however long it works', async () => {
  const { stop } = watched()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stop).not.toHaveBeenCalled()
})

test('a worker that handles no more messages is stopped after its limit', async () => {
  const { worker, stop } = watched()
  await vi.advanceTimersByTimeAsync(1000)
  worker.listens = false
  await vi.advanceTimersByTimeAsync(1900)
  expect(stop).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(700)
  expect(stop.mock.calls[0]?.[0]).toMatchObject({ fault: { code: 'invalid_video' } })
})

test('a worker whose script loads for a minute is not stopped', async () => {
  const { stop } = watched(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stop).not.toHaveBeenCalled()
})

test('a worker that died before its call is stopped', async () => {
  const { stop } = watched(false, true)
  await vi.advanceTimersByTimeAsync(2500)
  expect(stop).toHaveBeenCalledTimes(1)
})

test('no worker is stopped after its call has ended', async () => {
  const { worker, stop, leave } = watched()
  await vi.advanceTimersByTimeAsync(1000)
  leave()
  worker.listens = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stop).not.toHaveBeenCalled()
})
