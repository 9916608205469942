import { expect, test, vi } from 'vitest'
import { createWakeup } from '#base/wakeup.ts'

test('a waiter is woken', async () => {
  const wakeup = createWakeup()
  const waiting = wakeup.wait()
  wakeup.notify()
  await waiting
})

test('a notification that nobody waited for wakes the next waiter only', async () => {
  const wakeup = createWakeup()
  wakeup.notify()
  await wakeup.wait()
  const woken = vi.fn()
  void wakeup.wait().then(woken)
  await Promise.resolve()
  expect(woken).not.toHaveBeenCalled()
})

test('reset forgets a notification', async () => {
  const wakeup = createWakeup()
  wakeup.notify()
  wakeup.reset()
  await expect(wakeup.wait({ signal: AbortSignal.timeout(5) })).rejects.toMatchObject({
    name: 'TimeoutError',
  })
})

test('waiting ends after its time', async () => {
  await createWakeup().wait({ timeoutMs: 1 })
})

test('an abort rejects with its reason, and a later notification is kept', async () => {
  const wakeup = createWakeup()
  const controller = new AbortController()
  const reason = new Error('enough')
  const waiting = wakeup.wait({ signal: controller.signal })
  controller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  wakeup.notify()
  await wakeup.wait()
})
