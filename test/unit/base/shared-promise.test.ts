import { expect, test } from 'vitest'
import { memoizePromise, shareTask } from '#base/shared-promise.ts'

const never = () => new AbortController().signal

/** A task that ends by hand. */
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
  const both = Promise.all([share(never()), share(never())])
  resolve('done')
  expect(await both).toEqual(['done', 'done'])
  expect(await share(never())).toBe('done')
  expect(signals).toHaveLength(1)
})

test('a caller that leaves does not take the task from the other', async () => {
  const { share, signals, resolve } = handTask()
  const leaving = new AbortController()
  const first = share(leaving.signal)
  const second = share(never())
  leaving.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  expect(signals[0]?.aborted).toBe(false)
  resolve('done')
  expect(await second).toBe('done')
})

test('when the last caller leaves the task is aborted, and the next call starts anew', async () => {
  const { share, signals } = handTask()
  const leaving = new AbortController()
  const first = share(leaving.signal)
  leaving.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  expect(signals[0]?.aborted).toBe(true)
  void share(never()).catch(() => undefined)
  expect(signals).toHaveLength(2)
})

test('a failure is forgotten', async () => {
  let calls = 0
  const share = shareTask(async () => {
    calls++
    if (calls === 1) throw new Error('once')
    return calls
  })
  await expect(share(never())).rejects.toThrow('once')
  expect(await share(never())).toBe(2)
  expect(await share(never())).toBe(2)
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
