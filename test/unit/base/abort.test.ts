import { expect, test } from 'vitest'
import { abortErrorOf, untilAborted } from '#base/abort.ts'

const never = new Promise<never>(() => {})

test('an abort rejects at once with the reason of the signal', async () => {
  for (const reason of [new Error('enough'), 'enough']) {
    const controller = new AbortController()
    const waiting = untilAborted(never, controller.signal)
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await expect(untilAborted(never, controller.signal)).rejects.toBe(reason)
  }
})

test('a failure after the abort is no unhandled rejection', async () => {
  const controller = new AbortController()
  let fail = (_: Error) => {}
  const work = new Promise<never>((_, reject) => {
    fail = reject
  })
  const waiting = untilAborted(work, controller.signal)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  fail(new Error('too late'))
  // An unhandled rejection would fail this run.
  await new Promise((resolve) => setTimeout(resolve, 5))
})

test('an abort after the end changes nothing', async () => {
  const controller = new AbortController()
  const done = untilAborted(Promise.resolve(7), controller.signal)
  expect(await done).toBe(7)
  controller.abort()
  expect(await done).toBe(7)
})

test('every reason of an abort becomes an AbortError', () => {
  for (const reason of [undefined, new Error('enough'), 'enough', null])
    expect(abortErrorOf(AbortSignal.abort(reason))).toMatchObject({ name: 'AbortError' })
  const given = new DOMException('enough', 'AbortError')
  expect(abortErrorOf(AbortSignal.abort(given))).toBe(given)
})
