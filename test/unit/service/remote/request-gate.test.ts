import { expect, test, vi } from 'vitest'
import { isAbort } from '#contract/service-error.ts'
import { openRequestGate } from '#service/remote/request-gate.ts'
import { browserPatience, type Patience } from '#service/remote/with-retries.ts'
import { fakePatience } from '#support/fake-patience.ts'
import { rejectionOf } from '#support/rejection-of.ts'

const never = new AbortController().signal
const turn = () => new Promise((resolve) => setTimeout(resolve))

/** A task that goes on until it is let go. */
const openTask = () => {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = false
  const run = async () => {
    begun = true
    await over
  }
  return { run, end, hasBegun: () => begun }
}

const gateWith = (patience = fakePatience(), gapSeconds = 0) =>
  openRequestGate({ atOnce: 2, gapSeconds, patience })

test('two requests at once; the next begins when one has ended, in order', async () => {
  const gate = gateWith()
  const tasks = Array.from({ length: 4 }, openTask)
  const all = Promise.all(tasks.map(({ run }) => gate.pass(run, never)))
  await turn()
  expect(tasks.map((task) => task.hasBegun())).toEqual([true, true, false, false])
  tasks[1]?.end()
  await turn()
  expect(tasks.map((task) => task.hasBegun())).toEqual([true, true, true, false])
  for (const { end } of tasks) end()
  await all
})

test('a request that fails leaves its place to the next', async () => {
  const gate = gateWith()
  const fail = () => Promise.reject(new Error('no'))
  for (let count = 0; count < 5; count++)
    expect(await rejectionOf(gate.pass(fail, never))).toBeInstanceOf(Error)
  expect(await gate.pass(async () => 'in', never)).toBe('in')
})

test('beginnings are a gap apart, so that a queue is no burst', async () => {
  const patience = fakePatience()
  const gate = gateWith(patience, 0.25)
  const begun: number[] = []
  const note = async () => void begun.push(patience.now().getTime())
  await Promise.all(Array.from({ length: 5 }, () => gate.pass(note, never)))
  const gaps = begun.slice(1).map((at, index) => at - (begun[index] ?? 0))
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(250)
})

test('after a complaint nobody begins before its time, and then more slowly until it goes well again', async () => {
  const patience = fakePatience()
  const gate = gateWith(patience)
  const begin = async () => {
    await gate.pass(async () => {}, never)
    return patience.now().getTime()
  }
  const at = await begin()
  gate.slowDown(7)
  const first = await begin()
  expect(first - at).toBe(7000)
  const second = await begin()
  expect(second - first).toBeGreaterThanOrEqual(1000)
  let last = second
  for (let count = 0; count < 30; count++) last = await begin()
  expect((await begin()) - last).toBeLessThan(5)
})

test.each([
  [3600, '60 minutes'],
  [7000, '117 minutes'],
  [9_999_999_999, 'more than a year'],
  [Number.POSITIVE_INFINITY, 'more than a year'],
])('after a complaint for %d s nobody waits: each is refused and told of %s', async (seconds, told) => {
  const patience = fakePatience()
  const gate = gateWith(patience)
  gate.slowDown(seconds)
  const task = vi.fn(async () => {})
  for (let count = 0; count < 3; count++)
    expect(await rejectionOf(gate.pass(task, never))).toMatchObject({
      code: 'rate_limit_exceeded',
      message: expect.stringContaining(`asks to wait ${told}`),
    })
  expect([task.mock.calls.length, patience.waits]).toEqual([0, []])
  await patience.wait(3600 - 100, never)
  await gate.pass(task, never)
  expect(task).toHaveBeenCalledOnce()
})

test('who has to wait is told how long, and waits at most two minutes in all', async () => {
  const patience = fakePatience()
  const told: number[] = []
  const gate = openRequestGate({ atOnce: 2, gapSeconds: 0, patience })
  gate.slowDown(90)
  await gate.pass(
    async () => {},
    never,
    (seconds) => told.push(seconds),
  )
  expect(told).toEqual([90])
  // Each time that it could begin, another was told to wait once more.
  const wait: Patience['wait'] = async (seconds, signal) => {
    await patience.wait(seconds, signal)
    busy.slowDown(90)
  }
  const busy = openRequestGate({ atOnce: 2, gapSeconds: 0, patience: { ...patience, wait } })
  busy.slowDown(90)
  const waits = patience.waits.length
  const refusal = await rejectionOf(busy.pass(async () => {}, never))
  expect(refusal).toMatchObject({ code: 'rate_limit_exceeded', status: 429 })
  expect(patience.waits.slice(waits)).toEqual([90])
})

test('who waits for its turn leaves the places to others, and can be given up', async () => {
  vi.useFakeTimers()
  try {
    const gate = openRequestGate({ atOnce: 1, gapSeconds: 0, patience: browserPatience })
    gate.slowDown(100)
    const controller = new AbortController()
    const waiting = rejectionOf(gate.pass(async () => {}, controller.signal))
    const next = gate.pass(async () => 'in', never)
    await vi.advanceTimersByTimeAsync(1000)
    controller.abort()
    expect(isAbort(await waiting)).toBe(true)
    await vi.advanceTimersByTimeAsync(99_000)
    expect(await next).toBe('in')
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('who is given up while waiting never begins, and takes no place', async () => {
  const gate = gateWith()
  const [first, second] = [openTask(), openTask()]
  const running = [gate.pass(first.run, never), gate.pass(second.run, never)]
  const controller = new AbortController()
  let begun = false
  const waiting = rejectionOf(
    gate.pass(async () => {
      begun = true
    }, controller.signal),
  )
  await turn()
  controller.abort()
  expect(isAbort(await waiting)).toBe(true)
  first.end()
  second.end()
  await Promise.all(running)
  await turn()
  expect(begun).toBe(false)
  const [third, fourth] = [openTask(), openTask()]
  const both = Promise.all([gate.pass(third.run, never), gate.pass(fourth.run, never)])
  await turn()
  expect([third.hasBegun(), fourth.hasBegun()]).toEqual([true, true])
  third.end()
  fourth.end()
  await both
})
