import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseName } from '#base/scoped-name.ts'
import { openDatabase } from '#library/store/database.ts'
import { broadcastActivityEvents, storedActivities } from '#service/activity-log/activity-store.ts'
import { deleteOrphanedResults, opfsResults } from '#service/activity-log/kept-results.ts'
import { openActivityLog } from '#service/activity-log/open-activity-log.ts'
import {
  closeInterrupted,
  ifNobodyKeeps,
  inOneTab,
  whileAlive,
  whileKeeping,
} from '#service/activity-log/request-locks.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { eventually } from '#support/eventually.ts'
import { activityOf, jobOf } from '#support/memory-activity.ts'

const root = 'results-under-test'
const openRoot = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(root, { create: true })

const clean = async () => {
  await (await navigator.storage.getDirectory()).removeEntry(root, { recursive: true }).catch(() => {})
  await deleteDB(databaseName('clearcut'))
}
beforeEach(clean)
afterEach(clean)

/** A tab with its own connections to the shared storage. */
const openTab = () =>
  openActivityLog({
    store: storedActivities(openDatabase()),
    results: opfsResults(openRoot),
    events: broadcastActivityEvents(new BroadcastChannel('activity-under-test')),
  })

test('another tab is notified of an entry and reads its thumbnail', async () => {
  const [one, other] = [openTab(), openTab()]
  const heard = vi.fn()
  other.watch(heard)
  await one.put(activityOf({ thumbnail: new Blob(['tiny'], { type: 'image/webp' }), job: jobOf() }))
  await eventually(() => expect(heard).toHaveBeenCalled())
  const [entry] = await other.list()
  expect(entry).toMatchObject({ id: 'one', job: { id: 'job_one' } })
  expect(await entry?.thumbnail?.text()).toBe('tiny')
})

test('a log that is read again has the thumbnails that are shown', async () => {
  const log = openTab()
  const thumbnailNow = async () => (await log.list())[0]?.thumbnail
  const put = (text: string) => {
    const thumbnail = new Blob([text])
    return log.update('one', (entry) => ({ ...entry, thumbnail }))
  }
  await log.put(activityOf())
  await put('tiny')
  const shown = await thumbnailNow()
  await log.update('one', (entry) => ({ ...entry, credits: 1 }))
  expect(await thumbnailNow()).toBe(shown)
  await put('larger')
  expect(await (await thumbnailNow())?.text()).toBe('larger')
})

test('no Blob is stored, for which a page of WebKit would wait', async () => {
  const log = openTab()
  await log.put(activityOf())
  const thumbnail = new Blob(['tiny'], { type: 'image/webp' })
  await log.update('one', (entry) => ({ ...entry, thumbnail }))
  await log.update('one', (entry) => ({ ...entry, credits: 1 }))
  const database = await openDB(databaseName('clearcut'))
  const [stored] = await database.getAll('activities')
  database.close()
  expect(stored.thumbnail).toEqual({ type: 'image/webp', bytes: new TextEncoder().encode('tiny').buffer })
  const [entry] = await log.list()
  expect([entry?.credits, entry?.thumbnail?.type, await entry?.thumbnail?.text()]).toEqual([
    1,
    'image/webp',
    'tiny',
  ])
})

test('two tabs change one entry without losing a change', async () => {
  const [one, other] = [openTab(), openTab()]
  await one.put(activityOf({ credits: 0 }))
  await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      (turn % 2 ? one : other).update('one', (entry) => ({ ...entry, credits: entry.credits + 1 })),
    ),
  )
  expect((await one.list())[0]?.credits).toBe(20)
})

test('a kept result outlives its tab and is deleted with its entry', async () => {
  const log = openTab()
  await log.put(activityOf())
  await log.keepResult('one', new Blob(['first'], { type: 'video/webm;codecs="vp9"' }))
  await log.keepResult('one', new Blob(['video'], { type: 'video/quicktime' }))
  const kept = await openTab().readResult('one')
  expect([kept?.type, await kept?.text()]).toEqual(['video/quicktime', 'video'])
  await log.clear()
  expect(await openTab().readResult('one')).toBeNull()
})

test('an incomplete kept result is not visible; a failed one changes nothing', async () => {
  const results = opfsResults(openRoot)
  const gate = Promise.withResolvers<void>()
  const slow = new Response(
    new ReadableStream({
      pull: async (controller) => {
        await gate.promise
        controller.enqueue(new TextEncoder().encode('whole'))
        controller.close()
      },
    }),
  )
  const writing = results.write('one', { type: 'image/png', stream: () => slow.body } as Blob)
  await eventually(async () => {
    const folder = await (await openRoot()).getDirectoryHandle('kept')
    expect(await Array.fromAsync(folder.keys())).not.toEqual([])
  })
  expect([await results.read('one'), await results.list()]).toEqual([null, []])
  gate.resolve()
  await writing
  expect(await (await results.read('one'))?.text()).toBe('whole')
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  await expect(results.write('one', { type: 'image/png', stream: () => broken } as Blob)).rejects.toThrow()
  expect(await (await results.read('one'))?.text()).toBe('whole')
  expect(await results.list()).toEqual(['one'])
})

test('an interrupted request fails; a running one and a job do not', async () => {
  const log = openTab()
  for (const id of ['dead', 'alive']) await log.put(activityOf({ id, state: 'sending' }))
  await log.put(activityOf({ id: 'job_one', state: 'queued', job: jobOf() }))
  let end = () => {}
  let running = Promise.resolve()
  await new Promise<void>((begun) => {
    running = whileAlive('alive', async () => {
      begun()
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
  })
  await closeInterrupted(log)
  const states = Object.fromEntries((await log.list()).map(({ id, state }) => [id, state]))
  expect(states).toEqual({ dead: 'failed', alive: 'sending', job_one: 'queued' })
  expect((await log.list()).find(({ id }) => id === 'dead')?.error?.message).toMatch(/may have been charged/)
  end()
  await running
})

test('a request that begins while a tab starts does not fail', async () => {
  const [starting, working] = [openTab(), openTab()]
  await working.put(activityOf({ id: 'dead', state: 'sending' }))
  let end = () => {}
  let running: Promise<void> | undefined
  // The other tab begins between the two queries of the tab that starts.
  const list = async () => {
    const entries = await starting.list()
    await new Promise<void>((begun) => {
      running = whileAlive('late', async () => {
        await working.put(activityOf({ id: 'late', state: 'sending' }))
        begun()
        await new Promise<void>((resolve) => {
          end = resolve
        })
      })
    })
    return [...entries, ...(await starting.list()).filter(({ id }) => id === 'late')]
  }
  await closeInterrupted({ ...starting, list })
  const states = Object.fromEntries((await starting.list()).map(({ id, state }) => [id, state]))
  expect(states).toEqual({ dead: 'failed', late: 'sending' })
  end()
  await running
})

test('incomplete results are deleted while no tab keeps one', async () => {
  const [store, results] = [storedActivities(openDatabase()), opfsResults(openRoot)]
  await store.put(activityOf({ isKept: true }))
  for (const id of ['one', 'orphan']) await results.write(id, new Blob(['result']))
  const folder = await (await openRoot()).getDirectoryHandle('kept')
  await folder.getFileHandle('part.two', { create: true })
  const sweep = () => ifNobodyKeeps(() => deleteOrphanedResults(store, results))
  const files = async () => (await Array.fromAsync(folder.keys())).map((name) => name.split('.')[0]).sort()
  await whileKeeping(sweep)
  expect(await files()).toEqual(['one', 'orphan', 'part'])
  await sweep()
  expect(await files()).toEqual(['one'])
})

test('the free space is a number of bytes', async () => {
  expect(await openTab().freeBytes()).toBeGreaterThan(0)
})

test('one tab polls at a time; work under a lock fails once', async () => {
  let atOnce = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++atOnce)
    await turnEventLoop(1)
    atOnce--
  }
  await Promise.all([inOneTab(work), inOneTab(work), inOneTab(work)])
  expect(most).toBe(1)
  const failing = vi.fn(() => Promise.reject(new Error('broken')))
  await expect(inOneTab(failing)).rejects.toThrow('broken')
  expect(failing).toHaveBeenCalledOnce()
})

test('an entry of another version hides no other and stays', async () => {
  const log = openTab()
  await log.put(activityOf())
  const database = await openDB(databaseName('clearcut'))
  const foreign = { id: 'two', state: 'dreaming', thumbnail: undefined }
  await database.put('activities', foreign)
  expect((await log.list()).map(({ id }) => id)).toEqual(['one'])
  await log.update('two', (entry) => ({ ...entry, state: 'expired' }))
  const results = opfsResults(openRoot)
  await results.write('two', new Blob(['kept'], { type: 'image/png' }))
  await deleteOrphanedResults(storedActivities(openDatabase()), results)
  expect(await results.list()).toEqual(['two'])
  expect(await database.get('activities', 'two')).toEqual(foreign)
  expect(await storedActivities(openDatabase()).unreadable()).toEqual(['two'])
  await log.clear()
  expect([await database.count('activities'), await results.list()]).toEqual([0, []])
  database.close()
})
