import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStallWatchdog, watchTicks, withDeadline } from '#base/stall-watchdog.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('work without progress is aborted with the given reason', async () => {
  const reason = new Error('nothing came')
  const watchdog = openStallWatchdog({ limitMs: 100, reason: () => reason })
  await after(99)
  expect(watchdog.signal.aborted).toBe(false)
  await after(1)
  expect(watchdog.signal.reason).toBe(reason)
  expect(watchdog.isStalled).toBe(true)
})

test('each progress begins the time anew', async () => {
  const watchdog = openStallWatchdog({ limitMs: 100 })
  for (let step = 0; step < 5; step++) {
    await after(80)
    watchdog.renew()
  }
  expect(watchdog.isStalled).toBe(false)
  watchdog.end()
  await after(1000)
  expect(watchdog.isStalled).toBe(false)
})

test("the caller's abort is no stall", () => {
  const controller = new AbortController()
  const watchdog = openStallWatchdog({ limitMs: 100, signal: controller.signal })
  controller.abort()
  expect(watchdog.signal.aborted).toBe(true)
  expect(watchdog.isStalled).toBe(false)
})

test('a trickle of bytes is no progress', async () => {
  const watchdog = openStallWatchdog({ limitMs: 100, minBytes: 1000 })
  watchdog.renewByBytes(0)
  await after(80)
  watchdog.renewByBytes(999)
  await after(20)
  expect(watchdog.isStalled).toBe(true)
})

test('enough bytes are progress', async () => {
  const watchdog = openStallWatchdog({ limitMs: 100, minBytes: 1000 })
  watchdog.renewByBytes(0)
  await after(80)
  watchdog.renewByBytes(1000)
  await after(80)
  expect(watchdog.isStalled).toBe(false)
})

test('a deadline rejects at once, though the work goes on', async () => {
  const reason = new Error('too late')
  const late = withDeadline({ limitMs: 100, reason: () => reason }, () => new Promise(() => {}))
  const rejected = expect(late).rejects.toBe(reason)
  await after(100)
  await rejected
})

test('work within its deadline gives its result and leaves no timer', async () => {
  expect(await withDeadline({ limitMs: 100, reason: () => new Error('late') }, async () => 7)).toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})

test('ticks without progress are a stall, reported once', async () => {
  const onStall = vi.fn()
  const ticks = watchTicks({ tickMs: 10, maxTicks: 3, onStall })
  await after(25)
  ticks.renew()
  await after(20)
  expect(onStall).not.toHaveBeenCalled()
  await after(100)
  expect(onStall).toHaveBeenCalledOnce()
  ticks.end()
})
