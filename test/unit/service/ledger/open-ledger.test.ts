import { expect, test, vi } from 'vitest'
import { type ActivityStore, memoryActivities, withFallback } from '#service/ledger/activity-store.ts'
import { memoryResults } from '#service/ledger/kept-results.ts'
import { mostEntries, openLedger } from '#service/ledger/open-ledger.ts'
import { sweepResults } from '#service/ledger/sweep-results.ts'
import { activityOf, memoryActivityLedger, tabNews } from '#support/memory-activity.ts'

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

/** The end of an operation that is held until it is let go. */
const openGate = () => {
  let open = () => {}
  const wait = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, wait }
}

/** Results that are only written once they are let. */
const slowResults = () => {
  const results = memoryResults()
  const gate = openGate()
  const write: typeof results.write = async (id, result) => {
    await gate.wait
    await results.write(id, result)
  }
  return { results: { ...results, write }, letGo: gate.open }
}

test.each(['delete', 'clear'] as const)(
  'a result whose entry goes while it is kept leaves nothing behind: %s',
  async (way) => {
    const { results, letGo } = slowResults()
    const ledger = openLedger({ store: memoryActivities(), results, news: tabNews() })
    await ledger.put(activityOf())
    const keeping = ledger.keep('one', new Blob(['result']))
    await (way === 'delete' ? ledger.delete('one') : ledger.clear())
    letGo()
    await keeping
    expect([await results.list(), await ledger.list()]).toEqual([[], []])
  },
)

test('a result of no entry is not kept', async () => {
  const results = memoryResults()
  const ledger = openLedger({ store: memoryActivities(), results, news: tabNews() })
  await ledger.keep('gone', new Blob(['result']))
  expect(await results.list()).toEqual([])
})

test('a result that cannot be deleted is told, and stays on the list; the others go', async () => {
  const results = memoryResults()
  const stuck = () => Promise.reject(new DOMException('in use', 'NoModificationAllowedError'))
  const ledger = openLedger({
    store: memoryActivities(),
    results: { ...results, delete: (id) => (id === 'stuck' ? stuck() : results.delete(id)) },
    news: tabNews(),
  })
  for (const id of ['stuck', 'other']) {
    await ledger.put(activityOf({ id }))
    await ledger.keep(id, new Blob(['result']))
  }
  await expect(ledger.delete('stuck')).rejects.toMatchObject({
    message: expect.stringContaining('could not delete'),
  })
  await expect(ledger.clear()).rejects.toMatchObject({ message: expect.stringContaining('could not delete') })
  expect((await ledger.list()).map(({ id }) => id)).toEqual(['stuck'])
  expect(await results.list()).toEqual(['stuck'])
})

test('where the browser keeps no files, entries can be deleted all the same', async () => {
  const refuse = () => Promise.reject(new DOMException('no files', 'SecurityError'))
  const results = { ...memoryResults(), list: refuse, delete: refuse }
  const ledger = openLedger({ store: memoryActivities(), results, news: tabNews() })
  await ledger.put(activityOf())
  await ledger.delete('one')
  expect(await ledger.list()).toEqual([])
})

test('an entry that the browser does not delete is told', async () => {
  const first = memoryActivities()
  const refuse = () => Promise.reject(new DOMException('locked', 'AbortError'))
  const ledger = memoryActivityLedger(withFallback({ ...first, delete: refuse }, memoryActivities()))
  await ledger.put(activityOf())
  await expect(ledger.delete('one')).rejects.toThrow('locked')
})

test('results that no entry tells of are swept, with what was left half-written', async () => {
  const results = { ...memoryResults(), deleteUnfinished: vi.fn(async () => {}) }
  const store = memoryActivities()
  await store.put(activityOf({ id: 'known', isKept: true }))
  await store.put(activityOf({ id: 'untold', isKept: false }))
  for (const id of ['known', 'untold', 'gone']) await results.write(id, new Blob(['result']))
  await sweepResults(store, results)
  expect(await results.list()).toEqual(['known'])
  expect(results.deleteUnfinished).toHaveBeenCalledOnce()
})

test('nothing is swept where the entries cannot be read', async () => {
  const results = memoryResults()
  await results.write('one', new Blob(['result']))
  const broken = { list: () => Promise.reject(new DOMException('broken', 'UnknownError')) }
  await expect(sweepResults(broken, results)).rejects.toThrow('broken')
  expect(await results.list()).toEqual(['one'])
})

test('where nothing can be stored, the list lives as long as the page', async () => {
  const refuse = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'))
  const broken: ActivityStore = { list: refuse, has: refuse, put: refuse, update: refuse, delete: refuse }
  const ledger = memoryActivityLedger(withFallback(broken, memoryActivities()))
  await ledger.put(activityOf({ state: 'sending' }))
  await ledger.update('one', (activity) => ({ ...activity, state: 'completed' }))
  expect((await ledger.list()).map(({ state }) => state)).toEqual(['completed'])
  await ledger.delete('one')
  expect(await ledger.list()).toEqual([])
})
