import { expect, test } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import { findItem } from '#library/items/item.ts'
import type { SendPicture } from '#library/pictures/image-queue.ts'
import { answerOf, unsentOf } from '#library/pictures/picture-item.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { openPictures } from '#support/open-items.ts'

const picture = (id: string) => ({ id, file: new Blob([id]), name: `${id}.jpg`, fileKind: 'jpeg' as const })

/** A queue over two services, which counts the requests to the second. */
const queueOver = (answer?: (id: string) => Promise<void>) => {
  const device = inMemoryService()
  const remote = inMemoryService()
  const sentIds: string[] = []
  const signals: AbortSignal[] = []
  let atOnce = 0
  let most = 0
  const send: SendPicture = async ({ id, file }, { signal }) => {
    sentIds.push(id)
    signals.push(signal)
    atOnce += 1
    most = Math.max(most, atOnce)
    try {
      await answer?.(id)
      const made = await remote.removeImage(file, defaultImageOptions, { signal })
      return { answer: made, options: defaultImageOptions, note: null, isCutout: true }
    } finally {
      atOnce -= 1
    }
  }
  let cuts = 0
  const queue = openPictures(({ file }, call) => {
    cuts += 1
    return device.removeImage(file, defaultImageOptions, call)
  }, send)
  const states = () => queue.get().items.map(({ phase }) => phase)
  const become = (wanted: readonly string[]) => eventually(() => expect(states()).toEqual(wanted))
  return { queue, sentIds, signals, states, become, cuts: () => cuts, most: () => most }
}

test('choosing the service sends nothing without a click', async () => {
  const { queue, sentIds, become } = queueOver()
  queue.add([picture('a')])
  queue.setRunLocation(['a'], 'service')
  await become(['ready'])
  await turnEventLoop()
  expect(sentIds).toEqual([])
  queue.send(['a'])
  await become(['done'])
  expect(sentIds).toEqual(['a'])
})

test('all that are sent include those that failed, not those refused', async () => {
  const statuses: Record<string, number> = { busy: 503, large: 413 }
  const { queue, become } = queueOver(async (id) => {
    const status = statuses[id]
    if (status) throw new ServiceError('upstream_error', { status })
  })
  queue.add(['busy', 'large', 'new'].map(picture))
  queue.setRunLocation(['busy', 'large', 'new'], 'service')
  await become(['ready', 'ready', 'ready'])
  queue.send(['busy', 'large'])
  await become(['failed', 'failed', 'ready'])
  expect(unsentOf(queue.get().items).map(({ id }) => id)).toEqual(['busy', 'new'])
})

test('choosing the service stops the work on this device', async () => {
  const { queue, become } = queueOver()
  queue.add([picture('a'), picture('b')])
  queue.setRunLocation(['a'], 'service')
  await become(['ready', 'done'])
})

test('each run location keeps and shows its own result', async () => {
  const { queue, become, cuts } = queueOver()
  queue.add([picture('a')])
  await become(['done'])
  const here = findItem(queue.get().items, 'a')?.answer
  queue.setRunLocation(['a'], 'service')
  expect(findItem(queue.get().items, 'a')).toMatchObject({ phase: 'ready', answer: here })
  queue.send(['a'])
  await become(['done'])
  const item = findItem(queue.get().items, 'a')
  expect(item && answerOf(item)).toBe(item?.serviceResult?.answer)
  queue.setRunLocation(['a'], 'device')
  await become(['done'])
  const back = findItem(queue.get().items, 'a')
  expect(back && answerOf(back)).toBe(here)
  expect(cuts()).toBe(1)
})

test('many pictures are sent a few at a time, each once', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const { queue, sentIds, become, most } = queueOver(() => turnEventLoop(2))
  queue.add(ids.map(picture))
  queue.setRunLocation(ids, 'service')
  queue.send(ids)
  queue.send(ids)
  await become(ids.map(() => 'done'))
  expect([...sentIds].sort()).toEqual(ids)
  expect(most()).toBe(2)
})

test('later pictures follow the choice made for all', async () => {
  const { queue, sentIds, become } = queueOver()
  queue.add([picture('a')])
  queue.setRunLocation(['a'], 'service', true)
  queue.add([picture('b')])
  await become(['ready', 'ready'])
  queue.setRunLocation(['a', 'b'], 'device', true)
  queue.add([picture('c')])
  await become(['done', 'done', 'done'])
  expect(sentIds).toEqual([])
})

test('a failed picture can run on this device and is not sent', async () => {
  const { queue, sentIds, become } = queueOver(() => Promise.reject(new ServiceError('payment_required')))
  queue.add([picture('a')])
  queue.setRunLocation(['a'], 'service')
  queue.send(['a'])
  await become(['failed'])
  expect(findItem(queue.get().items, 'a')?.error?.code).toBe('payment_required')
  queue.setRunLocation(['a'], 'device')
  await become(['done'])
  expect(findItem(queue.get().items, 'a')?.error).toBeNull()
  expect(sentIds).toHaveLength(1)
})

test('a picture that is being sent can only be stopped', async () => {
  const { queue, signals, states, become } = queueOver(() => new Promise(() => {}))
  queue.add([picture('a')])
  queue.setRunLocation(['a'], 'service')
  queue.send(['a'])
  queue.setRunLocation(['a'], 'device')
  expect(states()).toEqual(['working'])
  queue.cancel('a')
  await become(['stopped'])
  expect(signals[0]?.aborted).toBe(true)
})

test('a picture stopped before it was sent is ready again', async () => {
  const ids = ['a', 'b', 'c', 'd']
  const { queue, sentIds, states } = queueOver(() => new Promise(() => {}))
  queue.add(ids.map(picture))
  queue.setRunLocation(ids, 'service')
  queue.send(ids)
  queue.cancel('d')
  expect(states()).toEqual(['working', 'working', 'waiting', 'ready'])
  expect(sentIds).toEqual(['a', 'b'])
})

test('sending again keeps the last result until the next one', async () => {
  let fails = false
  const { queue, become } = queueOver(() =>
    fails ? Promise.reject(new ServiceError('internal_server_error')) : Promise.resolve(),
  )
  queue.add([picture('a')])
  queue.setRunLocation(['a'], 'service')
  queue.send(['a'])
  await become(['done'])
  const first = findItem(queue.get().items, 'a')?.serviceResult
  fails = true
  queue.send(['a'])
  await become(['failed'])
  expect(findItem(queue.get().items, 'a')?.serviceResult).toBe(first)
})
