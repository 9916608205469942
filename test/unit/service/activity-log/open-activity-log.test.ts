import { expect, test, vi } from 'vitest'
import { retention } from '#library/store/retention.ts'
import { type ActivityStore, memoryActivities, withFallback } from '#service/activity-log/activity-store.ts'
import { deleteOrphanedResults, memoryResults } from '#service/activity-log/kept-results.ts'
import { createResendSources, openActivityLog } from '#service/activity-log/open-activity-log.ts'

const { entries: maxEntries } = retention.activities

import { activityOf, memoryActivityLog, memoryTabEvents } from '#support/memory-activity.ts'

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
  expect((await log.list())[0]?.isKept).toBe(true)
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
  const write: typeof results.write = async (id, result) => {
    await gate.wait
    await results.write(id, result)
  }
  return { results: { ...results, write }, release: gate.open }
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
    expect([await results.list(), await log.list()]).toEqual([[], []])
  },
)

test('a result without an entry is not kept, and nobody is asked', async () => {
  const results = memoryResults()
  const askToKeep = vi.fn()
  const log = openActivityLog({ store: memoryActivities(), results, events: memoryTabEvents(), askToKeep })
  await log.keepResult('gone', new Blob(['result']))
  expect(await results.list()).toEqual([])
  expect(askToKeep).not.toHaveBeenCalled()
  await log.put(activityOf())
  await log.keepResult('one', new Blob(['result']))
  expect(askToKeep).toHaveBeenCalledOnce()
})

test('a result that cannot be deleted keeps its entry and rejects', async () => {
  const results = memoryResults()
  const stuck = () => Promise.reject(new DOMException('in use', 'NoModificationAllowedError'))
  const log = openActivityLog({
    store: memoryActivities(),
    results: { ...results, delete: (id) => (id === 'stuck' ? stuck() : results.delete(id)) },
    events: memoryTabEvents(),
  })
  for (const id of ['stuck', 'other']) {
    await log.put(activityOf({ id }))
    await log.keepResult(id, new Blob(['result']))
  }
  await expect(log.delete('stuck')).rejects.toMatchObject({
    message: expect.stringContaining('could not delete'),
  })
  await expect(log.clear()).rejects.toMatchObject({ message: expect.stringContaining('could not delete') })
  expect((await log.list()).map(({ id }) => id)).toEqual(['stuck'])
  expect(await results.list()).toEqual(['stuck'])
})

test('entries can be deleted where the browser keeps no files', async () => {
  const refuse = () => Promise.reject(new DOMException('no files', 'SecurityError'))
  const results = { ...memoryResults(), list: refuse, delete: refuse }
  const log = openActivityLog({ store: memoryActivities(), results, events: memoryTabEvents() })
  await log.put(activityOf())
  await log.delete('one')
  expect(await log.list()).toEqual([])
})

test('an entry that cannot be deleted rejects', async () => {
  const first = memoryActivities()
  const refuse = () => Promise.reject(new DOMException('locked', 'AbortError'))
  const log = memoryActivityLog(withFallback({ ...first, delete: refuse }, memoryActivities()))
  await log.put(activityOf())
  await expect(log.delete('one')).rejects.toThrow('locked')
})

test('results without an entry and incomplete files are deleted', async () => {
  const results = { ...memoryResults(), deleteUnfinished: vi.fn(async () => {}) }
  const store = memoryActivities()
  await store.put(activityOf({ id: 'known', isKept: true }))
  await store.put(activityOf({ id: 'untold', isKept: false }))
  for (const id of ['known', 'untold', 'gone']) await results.write(id, new Blob(['result']))
  await deleteOrphanedResults(store, results)
  expect(await results.list()).toEqual(['known'])
  expect(results.deleteUnfinished).toHaveBeenCalledOnce()
})

test('no result is deleted where the entries cannot be read', async () => {
  const results = memoryResults()
  await results.write('one', new Blob(['result']))
  const refuse = () => Promise.reject(new DOMException('broken', 'UnknownError'))
  const broken = { list: refuse, ids: refuse }
  await expect(deleteOrphanedResults(broken, results)).rejects.toThrow('broken')
  expect(await results.list()).toEqual(['one'])
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
