import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseName } from '#base/scoped-name.ts'
import { webLock } from '#library/store/cross-tab.ts'
import { openDatabase } from '#library/store/database.ts'
import { hashFile, hashOnce } from '#library/store/file-hashes.ts'
import { storedItems } from '#library/store/item-records.ts'
import { openKeptResults } from '#library/store/kept-results.ts'
import { filePath, opfsFiles } from '#library/store/stored-files.ts'
import { broadcastActivityEvents, storedActivities } from '#service/activity-log/activity-store.ts'
import { openActivityLog } from '#service/activity-log/open-activity-log.ts'
import { closeInterrupted, inOneTab, whileAlive } from '#service/activity-log/request-locks.ts'
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

const files = opfsFiles(openRoot)

/** Deletes what no record names, as `openRetention` does. */
const sweep = async () => {
  const named = await storedItems(openDatabase()).files()
  for (const name of await files.names('files')) if (!named.has(name)) await files.remove(filePath(name))
}

/** A tab with its own connections to the shared storage. */
const openTab = () =>
  openActivityLog({
    store: storedActivities(openDatabase()),
    results: openKeptResults({
      files,
      hashes: () => hashOnce(hashFile),
      lock: webLock,
      sweep,
      estimate: () => navigator.storage.estimate(),
    }),
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

test('a result that two entries keep is stored once', async () => {
  const log = openTab()
  for (const id of ['one', 'two']) {
    await log.put(activityOf({ id }))
    await log.keepResult(id, new Blob(['pixels'], { type: 'image/png' }))
  }
  expect(await files.names('files')).toHaveLength(1)
  await log.delete('one')
  expect(await (await log.readResult('two'))?.text()).toBe('pixels')
  await log.delete('two')
  expect(await files.names('files')).toEqual([])
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
  const hash = await hashFile(new Blob(['kept']))
  const foreign = { id: 'two', state: 'dreaming', thumbnail: undefined, keeps: hash }
  await database.put('activities', foreign)
  expect((await log.list()).map(({ id }) => id)).toEqual(['one'])
  await log.update('two', (entry) => ({ ...entry, state: 'expired' }))
  await files.write(filePath(hash), new Blob(['kept']))
  await sweep()
  expect(await files.names('files')).toEqual([hash])
  expect(await database.get('activities', 'two')).toEqual(foreign)
  expect(await storedActivities(openDatabase()).unreadable()).toEqual(['two'])
  await log.clear()
  expect([await database.count('activities'), await files.names('files')]).toEqual([0, []])
  database.close()
})
