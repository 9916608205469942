import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { createWorkQueue } from '#library/items/work-queue.ts'

/** A queue whose events are texts; `events` is what it dispatched. */
const openQueue = (aborted?: string) => {
  const events: string[] = []
  let ends = 0
  const queue = createWorkQueue<string>({
    dispatch: (id, event) => void events.push(`${id} ${event}`),
    toFailure: ({ code }) => code,
    ...(aborted !== undefined && { aborted }),
    onEnd: () => (ends += 1),
  })
  return { queue, events, ends: () => ends }
}

test('the result of a task is an event of its item', async () => {
  const { queue, events, ends } = openQueue()
  await Promise.all([
    queue.start('a', 'here', async ({ report }) => {
      report('begun')
      return 'done'
    }),
    queue.start('b', 'here', () => Promise.reject(new ServiceError('invalid_video'))),
    queue.start('c', 'here', async () => null),
  ])
  expect(events.sort()).toEqual(['a begun', 'a done', 'b invalid_video'])
  expect(ends()).toBe(3)
})

test('work that was stopped leaves its lane at once, and reports nothing', async () => {
  const { queue, events } = openQueue('aborted')
  const answer = withResolvers<string>()
  const ended = queue.start('a', 'here', async ({ signal }) => {
    expect(signal.aborted).toBe(false)
    return answer.promise
  })
  expect([queue.countRunning('here'), queue.countRunning('there')]).toEqual([1, 0])
  queue.stop('a')
  expect([queue.countRunning('here'), queue.has('a')]).toEqual([0, true])
  answer.resolve('late')
  await ended
  expect(events).toEqual([])
  expect(queue.has('a')).toBe(false)
})

test('a restarted task replaces the earlier one', async () => {
  const { queue, events } = openQueue()
  const earlier = withResolvers<string>()
  const first = queue.start('a', 'here', () => earlier.promise)
  await queue.start('a', 'here', async () => 'second')
  earlier.resolve('first')
  await first
  expect(events).toEqual(['a second'])
})

test('an abort without a stop dispatches the given event', async () => {
  const abort = () => Promise.reject(new DOMException('', 'AbortError'))
  const told = openQueue('aborted')
  await told.queue.start('a', 'here', abort)
  expect(told.events).toEqual(['a aborted'])
  const untold = openQueue()
  await untold.queue.start('a', 'here', abort)
  expect(untold.events).toEqual([])
})

const withResolvers = <T>() => {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => (resolve = done))
  return { promise, resolve }
}
