import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimer, createYielder, sleep, yieldEveryMs, yieldToEvents } from '#base/timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('sleep ends after its time', async () => {
  const woken = vi.fn()
  void sleep(1000).then(woken)
  await vi.advanceTimersByTimeAsync(999)
  expect(woken).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(woken).toHaveBeenCalledOnce()
})

test('sleep rejects with the reason of an abort and leaves no timer', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const sleeping = sleep(1000, controller.signal)
  controller.abort(reason)
  await expect(sleeping).rejects.toBe(reason)
  await expect(sleep(1000, controller.signal)).rejects.toBe(reason)
  expect(vi.getTimerCount()).toBe(0)
})

test('a sleep of years does not end at once', async () => {
  const woken = vi.fn()
  void sleep(1e12).then(woken)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(woken).not.toHaveBeenCalled()
})

test('a timer that is started again fires once, at the later time', async () => {
  const task = vi.fn()
  const timer = createTimer(task)
  timer.start(100)
  await vi.advanceTimersByTimeAsync(60)
  timer.start(100)
  await vi.advanceTimersByTimeAsync(60)
  expect(task).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(40)
  expect(task).toHaveBeenCalledOnce()
})

test('a stopped timer never fires', async () => {
  const task = vi.fn()
  const timer = createTimer(task)
  timer.start(100)
  timer.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(task).not.toHaveBeenCalled()
})

test('a loop yields to events only when its time is over', async () => {
  const events = vi.fn()
  const yieldNow = createYielder(undefined)
  setTimeout(events)
  await yieldNow()
  expect(events).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + yieldEveryMs)
  await vi.advanceTimersByTimeAsync(yieldEveryMs)
  const yielding = yieldNow()
  await vi.advanceTimersByTimeAsync(0)
  await yielding
  expect(events).toHaveBeenCalledOnce()
})

test('an abort during a yield rejects', async () => {
  const controller = new AbortController()
  const yielding = yieldToEvents(controller.signal)
  controller.abort()
  const rejected = expect(yielding).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(0)
  await rejected
})
