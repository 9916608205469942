import { expect, test, vi } from 'vitest'
import { type ActivityStore, memoryActivities, withFallback } from '#service/ledger/activity-store.ts'
import { mostEntries } from '#service/ledger/open-ledger.ts'
import { activityOf, memoryActivityLedger } from '#support/memory-activity.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 14, 0, 0, second)).toISOString()

test('the list is newest first, whatever order its entries came in', async () => {
  const ledger = memoryActivityLedger()
  for (const [id, second] of [
    ['b', 2],
    ['c', 3],
    ['a', 1],
  ] as const)
    await ledger.put(activityOf({ id, at: at(second) }))
  expect((await ledger.list()).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test('the oldest entries make room, and take their kept results with them', async () => {
  const store = memoryActivities()
  const ledger = memoryActivityLedger(store)
  await ledger.put(activityOf({ id: 'oldest', at: at(0) }))
  await ledger.keep('oldest', new Blob(['result']))
  for (let count = 1; count < mostEntries; count++)
    await store.put(activityOf({ id: `${count}`, at: at(count) }))
  expect(await ledger.kept('oldest')).not.toBeNull()
  await ledger.put(activityOf({ id: 'newest', at: at(mostEntries) }))
  expect(await ledger.list()).toHaveLength(mostEntries)
  expect(await ledger.kept('oldest')).toBeNull()
})

test('watchers hear of every change, and of nothing that changed nothing', async () => {
  const ledger = memoryActivityLedger()
  const heard = vi.fn()
  const leave = ledger.watch(heard)
  await ledger.put(activityOf())
  await ledger.update('one', (activity) => ({ ...activity, progress: 0.5 }))
  expect(heard).toHaveBeenCalledTimes(2)
  await ledger.update('one', () => undefined)
  await ledger.update('unknown', (activity) => activity)
  expect(heard).toHaveBeenCalledTimes(2)
  leave()
  await ledger.clear()
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a kept result is read back with its type, and goes with its entry', async () => {
  const ledger = memoryActivityLedger()
  await ledger.put(activityOf())
  await ledger.keep('one', new Blob(['pixels'], { type: 'image/webp' }))
  expect((await ledger.list())[0]?.isKept).toBe(true)
  const kept = await ledger.kept('one')
  expect([kept?.type, await kept?.text()]).toEqual(['image/webp', 'pixels'])
  await ledger.delete('one')
  expect(await ledger.kept('one')).toBeNull()
})

test('where nothing can be stored, the list lives as long as the page', async () => {
  const refuse = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'))
  const broken: ActivityStore = { list: refuse, put: refuse, update: refuse, delete: refuse }
  const ledger = memoryActivityLedger(withFallback(broken, memoryActivities()))
  await ledger.put(activityOf({ state: 'sending' }))
  await ledger.update('one', (activity) => ({ ...activity, state: 'completed' }))
  expect((await ledger.list()).map(({ state }) => state)).toEqual(['completed'])
  await ledger.delete('one')
  expect(await ledger.list()).toEqual([])
})
