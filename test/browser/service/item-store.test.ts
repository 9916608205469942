import { openDB } from 'idb'
import { expect, onTestFinished, test } from 'vitest'
import { namesIn } from '#base/opfs.ts'
import { databaseName } from '#base/scoped-name.ts'
import { createBlobHolder } from '#channel/persistent-blobs.ts'
import { openBatchLedger } from '#library/batch/batch-ledger.ts'
import { openBatchDatabase } from '#library/store/batch-database.ts'
import type { TabNames } from '#library/store/cross-tab.ts'
import { openDatabase } from '#library/store/database.ts'
import { hashFile, hashOnce } from '#library/store/file-hashes.ts'
import { heldMattes } from '#library/store/item-mattes.ts'
import { storedItems } from '#library/store/item-records.ts'
import { openItemStore } from '#library/store/item-store.ts'
import { retention } from '#library/store/retention.ts'
import { filePath, opfsFiles } from '#library/store/stored-files.ts'
import { opfsVideoStorage } from '#library/store/video-storage.ts'
import { openUnreadable } from '#service/local/local-service.ts'

const day = 86_400_000

/** A browser of its own for each test: real storage, and the locks of pages that can be closed. */
const openBrowser = (limits: { readonly quota?: number } = {}) => {
  const id = crypto.randomUUID()
  const openRoot = async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle(id, { create: true })
  onTestFinished(async () =>
    (await navigator.storage.getDirectory()).removeEntry(id, { recursive: true }).catch(() => {}),
  )
  const clock = { now: new Date('2026-01-01') }
  const holders = new Map<string, object>()
  const counts = { hashed: 0 }
  /** The lists of the items that have a job; null for a job that is nobody's. */
  const jobs = new Map<string, string | null>()
  const openPage = () => {
    const page = {}
    const names: TabNames = {
      hold: async (name) => {
        const holder = holders.get(name)
        if (holder && holder !== page) return false
        holders.set(name, page)
        return true
      },
      whileFree: async (name, work) => (holders.has(name) ? undefined : work()),
    }
    const blobs = createBlobHolder()
    const records = storedItems(openDatabase(id))
    const hashOf = hashOnce(async (file) => {
      counts.hashed += 1
      return hashFile(file)
    })
    const sweepFiles = async () => {
      const needed = await records.files()
      await opfsVideoStorage(openRoot).deleteUnneeded((file) => file.kind === 'file' && needed.has(file.hash))
    }
    const store = openItemStore({
      records,
      files: opfsFiles(openRoot),
      mattes: heldMattes(blobs),
      hashes: () => hashOf,
      lock: (_, work) => work(),
      sweepFiles,
      names,
      jobs: {
        orphans: async (known) => {
          const left = [...jobs].filter(([item, list]) => list !== null && !known.includes(item))
          return new Map(left.map(([item, list]) => [list ?? '', new Set([item])]))
        },
        adopt: async () => false,
        move: async (items, list) => {
          for (const id of items) if (jobs.has(id)) jobs.set(id, list)
        },
        deleteOf: async (items) => {
          for (const id of items) jobs.delete(id)
        },
        release: async (items) => {
          for (const id of items) if (jobs.has(id)) jobs.set(id, null)
        },
      },
      now: () => clock.now,
      ...(limits.quota !== undefined && { estimate: async () => ({ quota: limits.quota ?? 0, usage: 0 }) }),
    })
    const close = () => {
      for (const [name, holder] of holders) if (holder === page) holders.delete(name)
    }
    return { store, sweepFiles, blobs, close }
  }
  /** What the files contain that are stored. */
  const stored = async () => {
    const files = opfsFiles(openRoot)
    const names = await namesIn(await (await openRoot()).getDirectoryHandle('files', { create: true }))
    const texts = names.map(async (name) => (await files.read(filePath(name)))?.text())
    return (await Promise.all(texts)).sort()
  }
  return { id, counts, jobs, clock, openPage, openRoot, stored }
}

const item = (id: string, text = id, order = 1) => ({
  id,
  kind: 'image',
  order,
  data: { name: `${id}.png` },
  files: { original: new Blob([text], { type: 'image/png' }) },
  source: null,
})
const textsOf = (items: readonly { readonly files: Readonly<Record<string, Blob>> }[]) =>
  Promise.all(items.map(({ files }) => files.original?.text()))

test('a page gets its list back after a reload, in order', async () => {
  const { openPage } = openBrowser()
  const page = openPage()
  const { list, items } = await page.store.begin(null)
  expect(items).toEqual([])
  await page.store.put(item('b', 'second', 2))
  await page.store.put(item('a', 'first', 1))
  page.close()
  const again = await openPage().store.begin(list)
  expect(again.list).toBe(list)
  expect(again.items.map(({ id, data }) => [id, data])).toEqual([
    ['a', { name: 'a.png' }],
    ['b', { name: 'b.png' }],
  ])
  expect(await textsOf(again.items)).toEqual(['first', 'second'])
  expect(again.items[0]?.files.original?.type).toBe('image/png')
})

test('a copy of a tab gets a list of its own', async () => {
  const { openPage } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  await page.store.put(item('a'))
  const copy = openPage()
  const begun = await copy.store.begin(list)
  expect(begun.items).toEqual([])
  expect(begun.list).not.toBe(list)
  expect(await copy.store.found()).toBeNull()
})

test('what a page left is found by another, once', async () => {
  const { clock, openPage } = openBrowser()
  const page = openPage()
  await page.store.begin(null)
  await page.store.put(item('a', 'left'))
  page.close()
  const [one, other] = [openPage(), openPage()]
  await one.store.begin(null)
  await other.store.begin(null)
  expect(await one.store.found()).toEqual({
    counts: { image: 1 },
    bytes: 4,
    untilMs: clock.now.getTime() + retention.items.ms,
    isPutAway: false,
  })
  expect(await textsOf(await one.store.takeFound())).toEqual(['left'])
  expect(await other.store.takeFound()).toEqual([])
  expect(await one.store.found()).toBeNull()
})

test('what is put away is brought back, or deleted, files and all', async () => {
  const { openPage, stored } = openBrowser()
  const page = openPage()
  await page.store.begin(null)
  await page.store.put(item('a', 'earlier'))
  page.close()
  const next = openPage()
  await next.store.begin(null)
  await next.store.putAwayFound()
  expect(await next.store.found()).toMatchObject({ counts: { image: 1 }, isPutAway: true })
  await next.store.put(item('b', 'later'))
  next.close()
  const last = openPage()
  await last.store.begin(null)
  // What was not put away comes first.
  expect(await last.store.found()).toMatchObject({ isPutAway: false })
  expect(await textsOf(await last.store.takeFound())).toEqual(['later'])
  expect(await last.store.found()).toMatchObject({ isPutAway: true })
  expect(await textsOf(await last.store.takeFound())).toEqual(['earlier'])
  last.close()
  const fresh = openPage()
  await fresh.store.begin(null)
  expect(await fresh.store.found()).toMatchObject({ counts: { image: 2 }, isPutAway: false })
  await fresh.store.putAwayFound()
  await fresh.store.dropFound()
  expect(await stored()).toEqual([])
})

test('what was found is deleted, files and all', async () => {
  const { openPage, stored } = openBrowser()
  const page = openPage()
  await page.store.begin(null)
  await page.store.put(item('a'))
  page.close()
  const next = openPage()
  await next.store.begin(null)
  await next.store.put(item('b'))
  await next.store.dropFound()
  expect(await next.store.found()).toBeNull()
  expect(await stored()).toEqual(['b'])
})

test('what was removed does not come back, but for an undo', async () => {
  const { openPage, stored } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  for (const id of ['a', 'b', 'c']) await page.store.put(item(id))
  await page.store.setRemoved(['a', 'b'], true)
  await page.store.setRemoved(['b'], false)
  await page.store.forget(['c'])
  expect(await stored()).toEqual(['a', 'b'])
  page.close()
  const { items } = await openPage().store.begin(list)
  expect(items.map(({ id }) => id)).toEqual(['b'])
  expect(await stored()).toEqual(['b'])
})

test('items that a page left for long are deleted', async () => {
  const { clock, openPage, stored } = openBrowser()
  const page = openPage()
  await page.store.begin(null)
  await page.store.put(item('a'))
  page.close()
  const next = openPage()
  await next.store.begin(null)
  clock.now = new Date(clock.now.getTime() + (retention.items.ms - day))
  expect(await next.store.found()).toMatchObject({ counts: { image: 1 } })
  clock.now = new Date(clock.now.getTime() + 2 * day)
  expect(await next.store.found()).toBeNull()
  expect(await stored()).toEqual([])
})

test('a full store drops what others left, then refuses', async () => {
  const { jobs, openPage } = openBrowser({ quota: 18 })
  const page = openPage()
  await page.store.begin(null)
  await page.store.put(item('old', '12345'))
  jobs.set('old', null)
  page.close()
  const next = openPage()
  const { list } = await next.store.begin(null)
  await next.store.put(item('a', '1234567'))
  expect([...jobs]).toEqual([])
  expect(await next.store.found()).toBeNull()
  await expect(next.store.put(item('b', '123456789'))).rejects.toMatchObject({
    reason: 'items_not_kept_full',
  })
  next.close()
  const { items } = await openPage().store.begin(list)
  expect(items.map(({ id }) => id)).toEqual(['a'])
})

test('files that are the same are not written again', async () => {
  const { openPage, openRoot, stored } = openBrowser()
  const { store } = openPage()
  await store.begin(null)
  const first = item('a', 'same')
  await store.put(first)
  const path = filePath(await hashFile(first.files.original))
  const changedAt = async () => (await opfsFiles(openRoot).read(path))?.lastModified
  const before = await changedAt()
  await store.put({ ...first, data: { name: 'b.png' } })
  await store.put(item('b', 'same'))
  expect(await changedAt()).toBe(before)
  await store.put({ ...first, files: { result: new Blob(['r']) } })
  expect(await stored()).toEqual(['r', 'same'])
  await store.forget(['b'])
  expect(await stored()).toEqual(['r'])
})

test('new data does not wait for the files of others', async () => {
  const { openPage } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  await page.store.put(item('a'))
  const filling = Promise.allSettled(['b', 'c', 'd'].map((id) => page.store.put(item(id))))
  // The page goes before any of them is stored.
  const written = page.store.put({ ...item('a'), files: {}, data: 'changed' })
  await page.store.setRemoved(['d'], true)
  page.close()
  const { items } = await openPage().store.begin(list)
  expect(items.find(({ id }) => id === 'a')?.data).toBe('changed')
  await written
  // What the page had not finished is none.
  await filling
})

test('an item that was removed before it was stored stays away', async () => {
  const { openPage } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  const storing = page.store.put(item('a'))
  await page.store.setRemoved(['a'], true)
  await storing
  page.close()
  expect((await openPage().store.begin(list)).items).toEqual([])
})

test('the jobs of an item are deleted with it', async () => {
  const { jobs, openPage } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  for (const id of ['a', 'b', 'c']) {
    await page.store.put(item(id))
    jobs.set(id, list)
  }
  await page.store.forget(['a'])
  expect([...jobs.keys()]).toEqual(['b', 'c'])
  // The page goes while the removal could be undone.
  await page.store.setRemoved(['b'], true)
  page.close()
  const next = openPage()
  await next.store.begin(null)
  expect(await next.store.found()).toMatchObject({ counts: { image: 1 } })
  expect([...jobs]).toEqual([['c', list]])
  await next.store.dropFound()
  expect([...jobs]).toEqual([])
})

test('jobs of an item that was not kept become nobody’s', async () => {
  const { jobs, openPage } = openBrowser()
  const page = openPage()
  const list = await page.store.ownList()
  jobs.set('a', list)
  const beside = openPage()
  await beside.store.begin(null)
  await beside.store.found()
  expect(jobs.get('a')).toBe(list)
  page.close()
  await beside.store.found()
  expect(jobs.get('a')).toBeNull()
  // The same tab, after a reload.
  jobs.set('a', list)
  await openPage().store.begin(list)
  expect(jobs.get('a')).toBeNull()
})

test('where nothing is kept, jobs of pages that are gone are deleted', async () => {
  const { jobs, openPage, stored } = openBrowser()
  const [left, page, beside] = [openPage(), openPage(), openPage()]
  expect(await stored()).toEqual([])
  for (const each of [left, page, beside]) jobs.set(await each.store.ownList(), await each.store.ownList())
  left.close()
  await page.store.clear()
  expect([...jobs.keys()]).toEqual([await page.store.ownList(), await beside.store.ownList()])
})

test('taken items keep their jobs where keeping ends', async () => {
  const { jobs, openPage } = openBrowser()
  const left = openPage()
  const { list } = await left.store.begin(null)
  await left.store.put(item('a'))
  jobs.set('a', list)
  left.close()
  const page = openPage()
  const begun = await page.store.begin(null)
  await page.store.takeFound()
  await page.store.clear()
  expect([...jobs]).toEqual([['a', begun.list]])
})

test('an item whose file was not written to its end is none', async () => {
  const { openPage } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  const large = new Blob(['1'])
  let end = () => {}
  const isWriting = new Promise<void>((resolve) => {
    large.stream = () =>
      new ReadableStream({
        pull: (stream) => {
          end = () => stream.error(new Error('The page is gone.'))
          resolve()
        },
      })
  })
  const writing = page.store.put({ ...item('a'), files: { original: large } })
  await isWriting
  page.close()
  expect((await openPage().store.begin(list)).items).toEqual([])
  const last = openPage()
  await last.store.begin(null)
  expect(await last.store.found()).toBeNull()
  end()
  await expect(writing).rejects.toThrow()
})

test('a page that keeps nothing leaves nothing, but goes on', async () => {
  const { openPage, stored } = openBrowser()
  const [left, page, beside] = [openPage(), openPage(), openPage()]
  await left.store.begin(null)
  await left.store.put(item('left'))
  left.close()
  const picture = new Blob(['photo'])
  const key = `matte k ${await hashFile(picture)}`
  const { list } = await page.store.begin(null)
  await page.blobs.join(() => {}).keep(key, new Blob(['matte']))
  await page.store.put({ ...item('a'), source: picture })
  page.close()
  await beside.store.begin(null)
  await beside.store.put(item('beside'))
  const next = openPage()
  await next.store.begin(list)
  await next.store.clear()
  expect(await stored()).toEqual(['beside'])
  expect(await next.blobs.held.get(key)?.text()).toBe('matte')
  expect(await next.store.found()).toBeNull()
  await next.store.begin(null)
  await next.store.put(item('b'))
  expect(await stored()).toEqual(['b', 'beside'])
})

test('the mattes of a picture come back with it', async () => {
  const { openPage } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  const { keep } = page.blobs.join(() => {})
  const picture = new Blob(['photo'])
  await keep(`matte k ${await hashFile(picture)}`, new Blob(['matte']))
  await keep(`matte k ${await hashFile(new Blob(['other']))}`, new Blob(['other']))
  await page.store.put({ ...item('a'), source: picture })
  page.close()
  const next = openPage()
  await next.store.begin(list)
  const held = await Promise.all([...next.blobs.held].map(async ([key, blob]) => [key, await blob.text()]))
  expect(held).toEqual([[`matte k ${await hashFile(picture)}`, 'matte']])
})

test('a file that comes back is not read for its hash', async () => {
  const { counts, openPage } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  const picture = new Blob(['photo'])
  await page.store.put({ ...item('a'), files: { original: picture }, source: picture })
  expect(counts.hashed).toBe(1)
  page.close()
  const next = openPage()
  const { items } = await next.store.begin(list)
  const [back] = items
  if (!back?.files.original) throw new Error('nothing came back')
  await next.store.put({ ...back, data: 'changed', source: back.files.original })
  expect(counts.hashed).toBe(1)
})

test('an item that comes back is kept for as long again', async () => {
  const { clock, openPage } = openBrowser()
  const days = (count: number) => {
    clock.now = new Date(clock.now.getTime() + count * 86_400_000)
  }
  const page = openPage()
  const { list } = await page.store.begin(null)
  await page.store.put(item('a'))
  page.close()
  days(6)
  const next = openPage()
  await next.store.begin(list)
  next.close()
  days(6)
  const last = openPage()
  await last.store.begin(null)
  expect(await last.store.found()).toMatchObject({ counts: { image: 1 } })
})

test('files without a record are deleted, records of other versions when asked', async () => {
  const { id, openPage, openRoot, stored } = openBrowser()
  const { store, sweepFiles } = openPage()
  await store.begin(null)
  const hashes = { stray: 'a'.repeat(64), later: 'b'.repeat(64) }
  // A file may be called by the hash of another one.
  await store.put({ ...item('a'), data: { name: hashes.stray } })
  for (const [name, hash] of Object.entries(hashes))
    await opfsFiles(openRoot).write(filePath(hash), new Blob([name]))
  const database = await openDB(databaseName(id))
  await database.put('items', { id: 'later', of: { another: ['version', hashes.later] } })
  database.close()
  await sweepFiles()
  expect(await stored()).toEqual(['a', 'later'])
  const unreadable = openUnreadable([storedItems(openDatabase(id))], sweepFiles)
  expect(await unreadable.count()).toBe(1)
  await unreadable.delete()
  expect([await unreadable.count(), await stored()]).toEqual([0, ['a']])
})

test('an item that no kind can read waits to be deleted', async () => {
  const { id, openPage, stored } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  for (const name of ['a', 'b']) await page.store.put(item(name))
  await page.store.setAside(['a'])
  page.close()
  const again = openPage()
  expect((await again.store.begin(list)).items.map((each) => each.id)).toEqual(['b'])
  const unreadable = openUnreadable([storedItems(openDatabase(id))], again.sweepFiles)
  expect([await unreadable.count(), await stored()]).toEqual([1, ['a', 'b']])
  await unreadable.delete()
  expect([await unreadable.count(), await stored()]).toEqual([0, ['b']])
})

test('a folder job of another release is counted, and deleted when asked', async () => {
  const database = openBatchDatabase(crypto.randomUUID())
  await (await database()).put('batches', { id: 'later' })
  await (await database()).put('batchFiles', { batchId: 'later', path: 'a.jpg' })
  const unreadable = openUnreadable([openBatchLedger(database)], async () => {})
  expect(await unreadable.count()).toBe(1)
  await unreadable.delete()
  expect([await unreadable.count(), await (await database()).count('batchFiles')]).toEqual([0, 0])
})

test('where nothing is kept any more, what cannot be read goes too', async () => {
  const { id, openPage, stored } = openBrowser()
  const { store } = openPage()
  await store.begin(null)
  for (const name of ['a', 'b']) await store.put(item(name))
  await store.setAside(['a'])
  const database = await openDB(databaseName(id))
  await database.put('items', { id: 'later', of: { another: 'version' } })
  await store.clear()
  expect([await database.getAllKeys('items'), await stored()]).toEqual([[], []])
  database.close()
})

test('a page that ends while it writes keeps the old file', async () => {
  const { openPage } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  const files = (text: string) => ({ original: new Blob(['photo']), sent: new Blob([text]) })
  await page.store.put({ ...item('a'), files: files('paid') })
  const next = new Blob(['next'])
  let isWriting = () => {}
  const begun = new Promise<void>((resolve) => {
    isWriting = resolve
  })
  next.stream = () => new ReadableStream({ pull: isWriting })
  void page.store.put({ ...item('a'), files: { ...files('paid'), sent: next } })
  await begun
  page.close()
  const again = openPage()
  const [back] = (await again.store.begin(list)).items
  await again.sweepFiles()
  expect(await back?.files.sent?.text()).toBe('paid')
})

test('a full disk leaves the files that were to be replaced', async () => {
  const { openPage, stored } = openBrowser()
  const page = openPage()
  const { list } = await page.store.begin(null)
  await page.store.put({ ...item('a'), files: { sent: new Blob(['paid']) } })
  const next = new Blob(['next'])
  const full = new DOMException('No room', 'QuotaExceededError')
  next.stream = () => new ReadableStream({ pull: (stream) => stream.error(full) })
  await expect(page.store.put({ ...item('a'), files: { sent: next } })).rejects.toMatchObject({
    reason: 'keeping_storage_full',
  })
  page.close()
  const [back] = (await openPage().store.begin(list)).items
  expect([await back?.files.sent?.text(), await stored()]).toEqual(['paid', ['paid']])
})

test('taken items count once in the space that is used', async () => {
  const { openPage } = openBrowser()
  const page = openPage()
  await page.store.begin(null)
  await page.store.put(item('a', '12345'))
  page.close()
  const { store } = openPage()
  await store.begin(null)
  await store.found()
  expect(await store.space()).toMatchObject({ bytes: 5 })
  await store.takeFound()
  expect(await store.space()).toMatchObject({ bytes: 5 })
})
