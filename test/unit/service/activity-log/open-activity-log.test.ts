import { expect, test, vi } from 'vitest'
import { retention } from '#library/store/retention.ts'
import { type ActivityStore, memoryActivities, withFallback } from '#service/activity-log/activity-store.ts'
import { createResendSources, openActivityLog } from '#service/activity-log/open-activity-log.ts'

const { entries: maxEntries } = retention.activities

import { activityOf, memoryActivityLog, memoryResults, memoryTabEvents } from '#support/memory-activity.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 14, 0, 0, second)).toISOString()

test('the list is newest first, whatever order its entries came in', async () => {
  const log = memoryActivityLog()
  for (const [id, second] of [
    ['b', 2],
    ['c', 3],
    ['a', 1],
  ] as const)
    await log.put(activityOf({ id, at: at(second) }))
  expect((await log.list()).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test('the oldest entries are deleted with their kept results', async () => {
  const store = memoryActivities()
  const log = memoryActivityLog(store)
  await log.put(activityOf({ id: 'oldest', at: at(0) }))
  await log.keepResult('oldest', new Blob(['result']))
  for (let count = 1; count < maxEntries; count++)
    await store.put(activityOf({ id: `${count}`, at: at(count) }))
  expect(await log.readResult('oldest')).not.toBeNull()
  await log.put(activityOf({ id: 'newest', at: at(maxEntries) }))
  expect(await log.list()).toHaveLength(maxEntries)
  expect(await log.readResult('oldest')).toBeNull()
})

test('listeners are called for every change and nothing else', async () => {
  const log = memoryActivityLog()
  const heard = vi.fn()
  const leave = log.watch(heard)
  await log.put(activityOf())
  await log.update('one', (activity) => ({ ...activity, progress: 0.5 }))
  expect(heard).toHaveBeenCalledTimes(2)
  await log.update('one', () => undefined)
  await log.update('unknown', (activity) => activity)
  expect(heard).toHaveBeenCalledTimes(2)
  leave()
  await log.clear()
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a kept result has its type and is deleted with its entry', async () => {
  const log = memoryActivityLog()
  await log.put(activityOf())
  await log.keepResult('one', new Blob(['pixels'], { type: 'image/webp' }))
  expect((await log.list())[0]?.kept).toMatchObject({ bytes: 6, type: 'image/webp' })
  const kept = await log.readResult('one')
  expect([kept?.type, await kept?.text()]).toEqual(['image/webp', 'pixels'])
  await log.delete('one')
  expect(await log.readResult('one')).toBeNull()
})

/** A promise that is pending until `open` is called. */
const openGate = () => {
  let open = () => {}
  const wait = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, wait }
}

/** Results whose writing waits until `release` is called. */
const slowResults = () => {
  const results = memoryResults()
  const gate = openGate()
  const keep: typeof results.keep = async (...args) => {
    await gate.wait
    await results.keep(...args)
  }
  return { results: { ...results, keep }, release: gate.open }
}

test.each(['delete', 'clear'] as const)(
  'an entry deleted during keeping leaves no result: %s',
  async (way) => {
    const { results, release } = slowResults()
    const log = openActivityLog({ store: memoryActivities(), results, events: memoryTabEvents() })
    await log.put(activityOf())
    const keeping = log.keepResult('one', new Blob(['result']))
    await (way === 'delete' ? log.delete('one') : log.clear())
    release()
    await keeping
    expect([results.files.size, await log.list()]).toEqual([0, []])
  },
)

test('a result without an entry is not kept, and nobody is asked', async () => {
  const results = memoryResults()
  const askToKeep = vi.fn()
  const log = openActivityLog({ store: memoryActivities(), results, events: memoryTabEvents(), askToKeep })
  await log.keepResult('gone', new Blob(['result']))
  expect(results.files.size).toBe(0)
  expect(askToKeep).not.toHaveBeenCalled()
  await log.put(activityOf())
  await log.keepResult('one', new Blob(['result']))
  expect(askToKeep).toHaveBeenCalledOnce()
})

test('results are looked through after their entries are deleted', async () => {
  const store = memoryActivities()
  const left: (readonly string[])[] = []
  const sweep = async () => void left.push(await store.ids())
  const results = { ...memoryResults(), sweep }
  const log = openActivityLog({ store, results, events: memoryTabEvents() })
  for (const id of ['one', 'two', 'three']) await log.put(activityOf({ id }))
  await log.delete('one')
  await log.clear()
  expect(left).toEqual([['two', 'three'], []])
})

test('an entry that cannot be deleted rejects', async () => {
  const first = memoryActivities()
  const refuse = () => Promise.reject(new DOMException('locked', 'AbortError'))
  const log = memoryActivityLog(withFallback({ ...first, delete: refuse }, memoryActivities()))
  await log.put(activityOf())
  await expect(log.delete('one')).rejects.toThrow('locked')
})

test('without storage the list lasts as long as the page', async () => {
  const refuse = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'))
  const broken: ActivityStore = {
    ids: refuse,
    list: refuse,
    has: refuse,
    put: refuse,
    update: refuse,
    delete: refuse,
  }
  const log = memoryActivityLog(withFallback(broken, memoryActivities()))
  await log.put(activityOf({ state: 'sending' }))
  await log.update('one', (activity) => ({ ...activity, state: 'completed' }))
  expect((await log.list()).map(({ state }) => state)).toEqual(['completed'])
  await log.delete('one')
  expect(await log.list()).toEqual([])
})

const resend = async () => {}

test('a source is held until its entry releases it', () => {
  const held = createResendSources(100)
  held.hold('one', { bytes: 60, resend })
  expect(held.find('one')).toBe(resend)
  held.release(['one', 'unknown'])
  expect([held.find('one'), held.ids()]).toEqual([null, []])
})

test('the oldest sources are released, and too large ones not held', () => {
  const held = createResendSources(100)
  for (const id of ['a', 'b', 'c']) held.hold(id, { bytes: 40, resend })
  expect(held.ids()).toEqual(['b', 'c'])
  held.hold('b', { bytes: 10, resend })
  held.hold('d', { bytes: 50, resend })
  expect(held.ids()).toEqual(['c', 'b', 'd'])
  held.hold('huge', { bytes: 101, resend })
  expect(held.ids()).toEqual([])
})

test('an entry is added without reading all others', async () => {
  const store = memoryActivities()
  const list = vi.spyOn(store, 'list')
  await memoryActivityLog(store).put(activityOf())
  expect(list).not.toHaveBeenCalled()
})
