import { afterEach, expect, test, vi } from 'vitest'
import { type Channel, type ChannelOptions, openChannel } from '#channel/open-channel.ts'
import { createBlobHolder } from '#channel/persistent-blobs.ts'
import type { Progress } from '#contract/progress.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { eventually } from '#support/eventually.ts'
import type { TestApi } from './test.worker.ts'

const spawnTest = () => new Worker(new URL('./test.worker.ts', import.meta.url), { type: 'module' })
const open: Channel<TestApi>[] = []
const rejections: unknown[] = []
addEventListener('unhandledrejection', (event) => rejections.push(event.reason))

const openTest = (options: Partial<ChannelOptions<TestApi>> = {}) => {
  const spawn = vi.fn(options.spawn ?? spawnTest)
  const channel = openChannel<TestApi>({ ...options, spawn })
  open.push(channel)
  return { ...channel, spawn }
}

afterEach(async () => {
  for (const channel of open.splice(0)) channel.close()
  await turnEventLoop(2)
  expect(rejections.splice(0)).toEqual([])
})

const isOfWorker = ({ name }: LockInfo) => name?.startsWith('worker-') ?? false

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('the call was answered'),
    (thrown: unknown) => thrown,
  )

/** Longer than any test may take. */
const forEverMs = 600_000

/** Keeps the worker busy until it is terminated; `begun` resolves when it is. */
const spin = (call: Channel<TestApi>['call'], signal?: AbortSignal) => {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const options = { onProgress: () => begin(), ...(signal && { signal }) }
  return { begun, spinning: failureOf(call('spin', forEverMs, options)) }
}

test('no worker starts before the first call, and one serves them all', async () => {
  const { call, spawn } = openTest()
  expect(spawn).not.toHaveBeenCalled()
  expect(await call('echo', { blob: new Blob(['a']) })).toMatchObject({ runs: 1 })
  expect(await call('echo', 'b')).toEqual({ value: 'b', runs: 2 })
  expect(spawn).toHaveBeenCalledTimes(1)
})

test('an error crosses with its code, message, details and request id', async () => {
  const { call } = openTest()
  const error = await failureOf(call('refuse', undefined))
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({
    code: 'validation_error',
    status: 400,
    retryable: false,
    message: 'No.',
    details: { crop: ['crop is true, false or a ratio.'], size: ['one', 'two'] },
    request_id: 'req_trial',
  })
})

test('an exception becomes an internal error, and the worker lives on', async () => {
  const { call, spawn } = openTest()
  const error = await failureOf(call('break', 'bad index'))
  expect(error).toMatchObject({ code: 'internal_server_error' })
  expect(String((error as ServiceError).cause)).toContain('bad index')
  expect(await call('echo', 1)).toMatchObject({ value: 1 })
  expect(spawn).toHaveBeenCalledTimes(1)
})

test('calls run in turn, and a failed one stops no other', async () => {
  const { call } = openTest()
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  await Promise.all([
    call('wait', 60).then(note('slow')),
    failureOf(call('refuse', undefined)).then(note('refused')),
    call('echo', 1).then(note('quick')),
  ])
  expect(order).toEqual(['slow', 'refused', 'quick'])
})

test('a question is answered beside the running call', async () => {
  const { call, ask } = openTest()
  const order: string[] = []
  const slow = call('wait', 150).then(() => order.push('call'))
  await ask('identify', undefined).then(() => order.push('question'))
  await slow
  expect(order).toEqual(['question', 'call'])
})

test('progress arrives in order and never after the answer', async () => {
  const { call } = openTest()
  const heard: Progress[] = []
  await call('count', 3, { onProgress: (progress) => heard.push(progress) })
  const atTheEnd = heard.length
  await call('lateProgress', undefined)
  await turnEventLoop(2)
  expect(heard.slice(0, 3).map(({ ratio }) => ratio)).toEqual([1 / 3, 2 / 3, 1])
  expect(heard).toHaveLength(atTheEnd)
})

test('a crash rejects the call; the next gets a new worker', async () => {
  const { call, spawn } = openTest()
  const [crash, next] = await Promise.all([failureOf(call('crash', undefined)), call('echo', 'next')])
  expect(crash).toMatchObject({ code: 'internal_server_error' })
  expect(String((crash as ServiceError).cause)).toContain('out of the blue')
  expect(next).toEqual({ value: 'next', runs: 1 })
  expect(spawn).toHaveBeenCalledTimes(2)
})

test('a worker that the browser took away is noticed and replaced', async () => {
  const { call, spawn } = openTest()
  await call('identify', undefined)
  await eventually(async () => expect((await navigator.locks.query()).pending?.some(isOfWorker)).toBe(true))
  const [gone, next] = await Promise.all([failureOf(call('vanish', undefined)), call('echo', 'next')])
  expect(gone).toMatchObject({ code: 'internal_server_error' })
  expect(String((gone as ServiceError).cause)).toContain('taken away')
  expect(next).toEqual({ value: 'next', runs: 1 })
  expect(spawn).toHaveBeenCalledTimes(2)
})

test.each([
  ['is not there', () => new Worker('/no-such-script.js', { type: 'module' }), 'worker_not_loaded'],
  [
    'fails while it starts',
    () => new Worker(new URL('./broken.worker.ts', import.meta.url), { type: 'module' }),
    undefined,
  ],
  ['may not be started', () => new Worker('https://elsewhere.invalid/worker.js'), undefined],
])('every call to a worker whose script %s is rejected', async (_, spawnBroken, reason) => {
  let isRepaired = false
  const { call, ask } = openTest({ spawn: () => (isRepaired ? spawnTest() : spawnBroken()) })
  const failures = await Promise.all([failureOf(call('echo', 1)), failureOf(call('echo', 2))])
  for (const failure of failures) expect(failure).toMatchObject({ code: 'internal_server_error', reason })
  expect(await failureOf(ask('identify', undefined))).toMatchObject({ code: 'internal_server_error' })
  isRepaired = true
  expect(await call('echo', 3)).toMatchObject({ value: 3 })
})

test('an answer that cannot be cloned is an internal error', async () => {
  const { call } = openTest()
  expect(await failureOf(call('unreadable', undefined))).toMatchObject({ code: 'internal_server_error' })
  expect(await call('echo', 1)).toMatchObject({ value: 1 })
})

test('a cancelled call rejects at once, and a responsive worker is kept', async () => {
  const { call, ask, spawn } = openTest()
  const before = await call('identify', undefined)
  const controller = new AbortController()
  const waiting = failureOf(call('wait', forEverMs, { signal: controller.signal }))
  // Answered beside the call, so the worker has begun it.
  await ask('identify', undefined)
  controller.abort()
  expect(isAbort(await waiting)).toBe(true)
  expect(await call('identify', undefined)).toBe(before)
  expect(spawn).toHaveBeenCalledTimes(1)
})

test('a worker that ignores an abort is terminated and replaced', async () => {
  const revive = vi.fn((ask: Channel<TestApi>['ask']) => ask('echo', 'revived'))
  const { call, spawn } = openTest({ revive, graceMs: 100 })
  const before = await call('identify', undefined)
  const controller = new AbortController()
  const { spinning, begun } = spin(call, controller.signal)
  const next = call('echo', 'next')
  await begun
  controller.abort(new Error('any reason'))
  expect(isAbort(await spinning)).toBe(true)
  expect(await next).toEqual({ value: 'next', runs: 2 })
  expect(revive).toHaveBeenCalledTimes(1)
  expect(spawn).toHaveBeenCalledTimes(2)
  expect(await call('identify', undefined)).not.toBe(before)
})

test('a worker that handles no message for too long is replaced', async () => {
  const fault = () => new ServiceError('invalid_video', { message: 'Too long.' })
  const { call, ask, spawn } = openTest({ responseLimit: { maxMs: 1000, fault } })
  const { spinning, begun } = spin(call)
  await begun
  const beside = ask('identify', undefined)
  const [given, next] = await Promise.all([spinning, call('echo', 'next')])
  expect(given).toMatchObject({ code: 'invalid_video', message: 'Too long.' })
  expect(next).toEqual({ value: 'next', runs: 1 })
  expect(await beside).toBe(await call('identify', undefined))
  expect(spawn).toHaveBeenCalledTimes(2)
})

test('what is asked of a dead worker is answered by the next', async () => {
  const noticesNothing = vi.spyOn(navigator.locks, 'request').mockReturnValue(new Promise(() => {}))
  const workers: Worker[] = []
  const spawn = () => {
    const worker = spawnTest()
    workers.push(worker)
    return worker
  }
  const fault = () => new ServiceError('internal_server_error', { reason: 'worker_silent' })
  const { call, ask } = openTest({ spawn, responseLimit: { maxMs: 400, fault, retries: 9 } })
  await call('wait', 100)
  workers[0]?.terminate()
  expect(await call('echo', 'called')).toMatchObject({ value: 'called' })
  workers.at(-1)?.terminate()
  expect(await ask('echo', 'asked')).toMatchObject({ value: 'asked' })
  noticesNothing.mockRestore()
})

test('an open question is asked again when the worker is replaced', async () => {
  const { call, ask, spawn } = openTest({ graceMs: 50 })
  await call('echo', 'started')
  const controller = new AbortController()
  const { spinning, begun } = spin(call, controller.signal)
  await begun
  const question = ask('echo', 'asked')
  controller.abort()
  await spinning
  expect(await question).toEqual({ value: 'asked', runs: 1 })
  expect(spawn).toHaveBeenCalledTimes(2)
})

test('a call that is cancelled before its turn never reaches the worker', async () => {
  const { call } = openTest()
  const slow = call('wait', 100)
  const controller = new AbortController()
  const waiting = failureOf(call('echo', 'cancelled', { signal: controller.signal }))
  controller.abort()
  expect(isAbort(await waiting)).toBe(true)
  expect(isAbort(await failureOf(call('echo', 'too late', { signal: controller.signal })))).toBe(true)
  await slow
  expect(await call('echo', 'first')).toEqual({ value: 'first', runs: 1 })
})

test('a worker is replaced after many calls, or without memory', async () => {
  const { call, spawn } = openTest({ callsPerWorker: 2 })
  await call('echo', 1)
  await call('echo', 2)
  expect(await call('echo', 3)).toMatchObject({ runs: 1 })
  expect(spawn).toHaveBeenCalledTimes(2)
  expect(await failureOf(call('break', 'Array buffer allocation failed'))).toMatchObject({
    code: 'internal_server_error',
  })
  expect(await call('echo', 4)).toMatchObject({ runs: 1 })
})

test.each([
  ['crash', undefined],
  ['break', 'Array buffer allocation failed'],
] as const)('a call whose worker was lost by %s is tried once more', async (name, argument) => {
  const fault = () => new ServiceError('internal_server_error', { reason: 'worker_silent' })
  const { call, spawn } = openTest({ responseLimit: { maxMs: 60_000, fault, retries: 1 } })
  await call('echo', 'started')
  expect(await failureOf(call(name, argument as never))).toMatchObject({
    code: 'internal_server_error',
    reason: undefined,
  })
  expect(spawn).toHaveBeenCalledTimes(name === 'break' ? 3 : 2)
})

test('persistent blobs reach the successor of a terminated worker', async () => {
  const { call, spawn } = openTest({ graceMs: 50 })
  const cancelSpin = async () => {
    const controller = new AbortController()
    const { spinning, begun } = spin(call, controller.signal)
    await begun
    controller.abort()
    await spinning
  }
  await call('keep', 'weights')
  await cancelSpin()
  expect(await call('kept', undefined)).toBe('weights')
  await call('drop', undefined)
  await cancelSpin()
  expect(await call('kept', undefined)).toBeUndefined()
  expect(spawn).toHaveBeenCalledTimes(3)
})

test('a call gets from the page what it needs, and its faults', async () => {
  expect(await openTest().call('borrow', 'flour')).toEqual({ given: 'no page that gives', kept: null })
  const { call } = openTest({ supply: async (wanted) => `some ${wanted}` })
  expect(await call('borrow', 'flour')).toMatchObject({ given: 'some flour' })
  const refusing = openTest({ supply: () => Promise.reject(new ServiceError('upstream_error')) })
  expect(await failureOf(refusing.call('borrow', 'flour'))).toMatchObject({ code: 'upstream_error' })
})

test('a call has what another worker made for it, once told', async () => {
  const blobs = createBlobHolder()
  const maker = openTest({ blobs })
  const { call } = openTest({ blobs, supply: (wanted: string) => maker.call('keep', wanted) })
  for (const wanted of ['one', 'two', 'three'])
    expect(await call('borrow', wanted)).toMatchObject({ kept: wanted })
})

test('a worker that dies while it makes a part is replaced', async () => {
  const blobs = createBlobHolder()
  const maker = openTest({ blobs })
  // Its death is noticed once it has attached.
  await maker.call('identify', undefined)
  let makers = 0
  const supply = (wanted: string) =>
    ++makers === 1 ? maker.call('vanish', undefined) : maker.call('keep', wanted)
  const { call, spawn } = openTest({ blobs, supply })
  expect(await failureOf(call('borrow', 'one'))).toMatchObject({ code: 'internal_server_error' })
  expect(await call('borrow', 'two')).toMatchObject({ kept: 'two' })
  expect([maker.spawn.mock.calls.length, spawn.mock.calls.length]).toEqual([2, 1])
})

test('a call that waits for what it needs lets others pass', async () => {
  let give = (_: string) => {}
  const supply = vi.fn(() => new Promise<string>((resolve) => (give = resolve)))
  const { call, spawn } = openTest({ supply, graceMs: 50 })
  const borrowing = call('borrow', 'flour')
  expect(await call('echo', 'meanwhile')).toMatchObject({ value: 'meanwhile' })
  expect(supply).toHaveBeenCalledOnce()
  const controller = new AbortController()
  const { begun, spinning } = spin(call, controller.signal)
  await begun
  give('late')
  controller.abort()
  await spinning
  // Its worker ended for the other call, so it asks again.
  await eventually(() => expect(supply).toHaveBeenCalledTimes(2))
  give('anew')
  expect(await borrowing).toMatchObject({ given: 'anew' })
  expect(spawn).toHaveBeenCalledTimes(2)
})

test('a call is cancelled while it waits for what it needs', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const { call, spawn } = openTest({
    supply: (_, { signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    },
  })
  const controller = new AbortController()
  const borrowing = failureOf(call('borrow', 'flour', { signal: controller.signal }))
  await eventually(() => expect(signals).toHaveLength(1))
  controller.abort()
  expect(isAbort(await borrowing)).toBe(true)
  expect(signals[0]?.aborted).toBe(true)
  expect(await call('echo', 'after')).toMatchObject({ value: 'after' })
  expect(spawn).toHaveBeenCalledOnce()
})

test('a worker starts what another worker of the page compiled', async () => {
  const [first, second] = [openTest(), openTest()]
  expect(await second.call('pagesOfCompiled', undefined)).toBeNull()
  await first.call('compile', 3)
  await expect.poll(() => second.call('pagesOfCompiled', undefined)).toBe(3)
})

test('closing rejects what is open and refuses what comes later', async () => {
  const { call, ask, close, spawn } = openTest()
  const waiting = failureOf(call('wait', forEverMs))
  await ask('identify', undefined)
  close()
  expect(isAbort(await waiting)).toBe(true)
  expect(isAbort(await failureOf(call('echo', 1)))).toBe(true)
  expect(spawn).toHaveBeenCalledTimes(1)
})

test('bytes that a worker transfers are not copied', async () => {
  const { call } = openTest()
  const bytes = await call('transferred', 1 << 20)
  expect(bytes.byteLength).toBe(1 << 20)
  expect(await call('leftBytes', undefined)).toBe(0)
})
