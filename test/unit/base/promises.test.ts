import { expect, test } from 'vitest'
import { abortErrorOf, createTaskQueue, memoizePromise, shareTask, untilAborted } from '#base/promises.ts'
import { turnEventLoop } from '#support/event-loop.ts'

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
  await turnEventLoop(2)
})

test('what comes after the abort is disposed of, and nothing else', async () => {
  const controller = new AbortController()
  let resolve = (_: string) => {}
  const promise = new Promise<string>((end) => {
    resolve = end
  })
  const disposed: string[] = []
  const taken = untilAborted(Promise.resolve('in time'), controller.signal, (late) => disposed.push(late))
  expect(await taken).toBe('in time')
  const waiting = untilAborted(promise, controller.signal, (late) => disposed.push(late))
  controller.abort()
  resolve('late')
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  await new Promise((done) => setTimeout(done))
  expect(disposed).toEqual(['late'])
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

const neverAborted = () => new AbortController().signal

/** A task that ends when the test says so. */
function handTask() {
  let resolve: (value: string) => void = () => undefined
  const promise = new Promise<string>((end) => {
    resolve = end
  })
  const signals: AbortSignal[] = []
  const share = shareTask((signal) => {
    signals.push(signal)
    return promise
  })
  return { share, signals, resolve }
}

test('two callers share one task', async () => {
  const { share, signals, resolve } = handTask()
  const both = Promise.all([share(neverAborted()), share(neverAborted())])
  resolve('done')
  expect(await both).toEqual(['done', 'done'])
  expect(await share(neverAborted())).toBe('done')
  expect(signals).toHaveLength(1)
})

test('a caller that leaves does not take the task from the other', async () => {
  const { share, signals, resolve } = handTask()
  const leaving = new AbortController()
  const first = share(leaving.signal)
  const second = share(neverAborted())
  leaving.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  expect(signals[0]?.aborted).toBe(false)
  resolve('done')
  expect(await second).toBe('done')
})

test('the task is aborted when its last caller leaves', async () => {
  const { share, signals } = handTask()
  const leaving = new AbortController()
  const first = share(leaving.signal)
  leaving.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  expect(signals[0]?.aborted).toBe(true)
  void share(neverAborted()).catch(() => undefined)
  expect(signals).toHaveLength(2)
})

test('a failure is forgotten', async () => {
  let calls = 0
  const share = shareTask(async () => {
    calls++
    if (calls === 1) throw new Error('once')
    return calls
  })
  await expect(share(neverAborted())).rejects.toThrow('once')
  expect(await share(neverAborted())).toBe(2)
  expect(await share(neverAborted())).toBe(2)
})

test('a caller that has left already starts nothing', async () => {
  const { share, signals } = handTask()
  await expect(share(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  expect(signals).toHaveLength(0)
})

test('a memoised promise is made once and shared', async () => {
  let made = 0
  const get = memoizePromise(async () => ++made)
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

test('a memoised failure is forgotten', async () => {
  let tries = 0
  const get = memoizePromise(async () => {
    if (++tries === 1) throw new Error('no network')
    return tries
  })
  await expect(get()).rejects.toThrow('no network')
  expect(await get()).toBe(2)
})

test('a memoised promise that was forgotten is made again', async () => {
  let made = 0
  const get = memoizePromise(async () => ++made)
  await get()
  get.forget()
  expect(await get()).toBe(2)
})

test('tasks run one at a time, in order, past a failure', async () => {
  const enqueue = createTaskQueue()
  const events: string[] = []
  const task =
    (name: string, fails = false) =>
    async () => {
      events.push(`${name} starts`)
      await turnEventLoop(1)
      events.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const all = await Promise.allSettled([enqueue(task('a')), enqueue(task('b', true)), enqueue(task('c'))])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})
