import { copyBlobs, withBlobs } from '#base/copy-blobs.ts'
import { createTaskQueue } from '#base/promises.ts'
import type { ItemToKeep, KeptItem, KeptItems } from '#library/kept-items.ts'
import type { TabLock, TabNames } from './cross-tab.ts'
import type { FileHashes } from './file-hashes.ts'
import { openItemFiles } from './item-files.ts'
import type { ItemMattes } from './item-mattes.ts'
import {
  bytesOf,
  foundIn,
  type ItemRecord,
  type ItemRecords,
  idsOf,
  inOrderOfLoss,
  isOver,
  offered,
} from './item-records.ts'
import { openItemRoom } from './item-room.ts'
import type { OwnedJobs } from './owned-jobs.ts'
import { retention } from './retention.ts'
import { withStorageReason } from './storage-faults.ts'
import type { StoredFiles } from './stored-files.ts'

const keptMs = retention.items.ms
/** How long a closing page may take to release its list, in milliseconds. */
const leaveMs = 1500

type Parts = {
  readonly records: ItemRecords
  readonly files: Pick<StoredFiles, 'read' | 'write'>
  readonly mattes: ItemMattes
  /** File hashes, by kind of item. */
  readonly hashes: (kind: string) => FileHashes
  /** Prevents other pages from deleting files. */
  readonly lock: TabLock
  /** Deletes files without an item or job. */
  readonly sweepFiles: () => Promise<void>
  readonly names: TabNames
  /** The jobs of items, deleted with them. */
  readonly jobs: OwnedJobs
  readonly now: () => Date
  /** The browser's storage estimate. */
  readonly estimate?: () => Promise<StorageEstimate>
}

/** `ownList`: the name of this page's list, begun by the first call. */
type ItemStore = KeptItems & { readonly ownList: () => Promise<string> }

/**
 * Items: records in the database, files in `files/<hash>`, each stored once. A new item's record is written before its
 * files, to mark the work; later the files are written first, so that a closing page loses nothing. A file whose size
 * differs from its record is incomplete. Locks of lists show which pages are open.
 */
export const openItemStore = (parts: Parts): ItemStore => {
  const { records, files, mattes, hashes, lock, sweepFiles, names, jobs, now, estimate } = parts
  const filesOf = (kind: string) => openItemFiles(files, hashes(kind))
  const inTurn = createTaskQueue()
  let own: string | null = null
  /** Items that this page wrote or read. */
  const known = new Map<string, { readonly record: ItemRecord; readonly blobs: KeptItem['files'] }>()

  const removed = new Set<string>()
  /** Bytes of other pages' items at the last check. */
  let othersBytes = 0

  const beginList = async () => {
    own = crypto.randomUUID()
    await names.hold(lockOf(own), leaveMs)
    return own
  }
  const isOwn = ({ list }: ItemRecord) => list === own
  const listOthers = async () => {
    const others = (await records.list()).filter((record) => !isOwn(record))
    othersBytes = bytesOf(others)
    return others
  }
  const remove = async (gone: readonly ItemRecord[]) => {
    if (gone.length === 0) return
    await records.delete(gone.map(({ id }) => id))
    for (const { id } of gone) known.delete(id)
    await sweepFiles()
    await listOthers()
  }
  /** Runs `work` on the records of each list without a page, under its lock. */
  const inAbandoned = async <T>(work: (left: readonly ItemRecord[]) => Promise<T>): Promise<readonly T[]> => {
    const lists = new Set((await listOthers()).map(({ list }) => list))
    const done = [...lists].map((list) =>
      names.whileFree(lockOf(list), async () => [
        await work((await records.list()).filter((record) => record.list === list)),
      ]),
    )
    return (await Promise.all(done)).flatMap((each) => each ?? [])
  }
  const listAbandoned = async () => (await inAbandoned(async (left) => left)).flat()
  /**
   * Deletes items with their jobs. The job of an item that was never complete stays, since it has the file, unless a
   * person removed the item.
   */
  const removeAll = async (gone: readonly ItemRecord[]) => {
    const isUnfinished = (record: ItemRecord) => !record.isWhole && !record.isRemoved
    await jobs.deleteOf(idsOf(gone.filter((record) => !isUnfinished(record))))
    await jobs.release(idsOf(gone.filter(isUnfinished)))
    await remove(gone)
  }
  /** Calls `end` with the ids of unkept items that have jobs and whose pages are closed. */
  const endOrphans = async (end: (items: ReadonlySet<string>) => Promise<void>, isBeginning = false) => {
    for (const [list, items] of await jobs.orphans(await records.ids())) {
      if (isBeginning && list === own) await end(items)
      else await names.whileFree(lockOf(list), () => end(items))
    }
  }
  /** Deletes expired and removed items of closed pages. */
  const sweep = async () => {
    const limitMs = now().getTime() - keptMs
    await inAbandoned((left) => removeAll(left.filter((record) => isOver(record) || record.atMs <= limitMs)))
    await endOrphans(jobs.release)
  }
  /** Moves items to this page. */
  const adopt = async (list: string, left: readonly ItemRecord[]): Promise<readonly ItemRecord[]> => {
    const there = left.filter((record) => !isOver(record))
    const adopted = there.map(({ isPutAway, ...record }) => ({ ...record, list, atMs: now().getTime() }))
    await records.put(adopted)
    await jobs.move(idsOf(adopted), list)
    await listOthers()
    return adopted
  }
  const open = async (record: ItemRecord): Promise<KeptItem> => {
    const blobs = await filesOf(record.kind).read(record)
    mattes.restore(blobs)
    known.set(record.id, { record, blobs })
    const { id, kind, order, data } = record
    return { id, kind, order, data, files: blobs }
  }
  const room = openItemRoom({
    estimate,
    usedBytes: () => othersBytes + bytesOf([...known.values()].map(({ record }) => record)),
    left: async () => inOrderOfLoss(await listAbandoned()),
    drop: async (record) => void (await names.whileFree(lockOf(record.list), () => removeAll([record]))),
  })
  /** Writes changed data of a stored item, without its files. */
  const putData = async ({ id, data, order }: ItemToKeep) => {
    const before = known.get(id)
    if (!before) return
    const record = { ...before.record, data, order, atMs: now().getTime(), isRemoved: removed.has(id) }
    known.set(id, { ...before, record })
    await records.put([record])
  }
  const putFiles = async ({ source, ...item }: ItemToKeep) => {
    if (own === null) throw new DOMException('No list was begun', 'InvalidStateError')
    const before = known.get(item.id)
    const hash = source && (await hashes(item.kind)(source))
    const held = hash ? mattes.of(hash) : {}
    const blobs: KeptItem['files'] = { ...mattes.among(before?.blobs ?? {}), ...item.files, ...held }
    const fresh = Object.entries(blobs).filter(([name, blob]) => before?.blobs[name] !== blob)
    const gone = Object.keys(before?.blobs ?? {}).filter((name) => !(name in blobs))
    if (before?.record.data === item.data && fresh.length === 0 && gone.length === 0) return
    const { id, kind, order, data } = item
    const ownFiles = filesOf(kind)
    const listed = await ownFiles.list(blobs)
    const toRecord = (isWhole: boolean): ItemRecord => ({
      id,
      kind,
      order,
      data,
      list: own ?? '',
      atMs: now().getTime(),
      isWhole,
      isRemoved: removed.has(id),
      files: listed,
    })
    const added = fresh.map(([, blob]) => blob)
    await room.make(await ownFiles.countLacking(added))
    // No file is deleted meanwhile. The stored version stays until its replacement is complete.
    await lock('files', async () => {
      if (!before) await records.put([toRecord(false)])
      await ownFiles.write(added)
      await records.put([toRecord(true)])
    }).catch(async (thrown: unknown) => {
      if (before) await sweepFiles()
      else await remove([toRecord(false)])
      throw thrown
    })
    known.set(id, { record: toRecord(true), blobs })
    if (gone.length > 0) await sweepFiles()
  }
  /** Adds the browser's reason to faults of `work`. */
  const atOnce = <T>(work: () => Promise<T>) => withStorageReason(work, { reason: 'keeping_storage_full' })
  /** Files of several items are written one after another. */
  const run = <T>(work: () => Promise<T>): Promise<T> => inTurn(() => atOnce(work))

  return {
    begin: (earlier) =>
      run(async () => {
        const isBack = earlier !== null && (await names.hold(lockOf(earlier), leaveMs))
        own = isBack ? earlier : await beginList()
        const mine = (await records.list()).filter(isOwn)
        await removeAll(mine.filter(isOver))
        await endOrphans(jobs.release, true)
        return { list: own, items: await Promise.all((await adopt(own, mine)).map(open)) }
      }),
    found: () => run(() => sweep().then(listAbandoned).then(foundIn)),
    takeFound: () =>
      run(async () => {
        const list = own
        if (list === null) return []
        const wanted = idsOf(offered(await listAbandoned()))
        const ofList = (left: readonly ItemRecord[]) => left.filter(({ id }) => wanted.has(id))
        const taken = (await inAbandoned((left) => adopt(list, ofList(left)))).flat()
        return Promise.all(taken.toSorted((one, other) => one.order - other.order).map(open))
      }),
    putAwayFound: () =>
      run(async () => {
        const putAway = (record: ItemRecord): ItemRecord => ({ ...record, isPutAway: true })
        await inAbandoned((left) => records.change([...idsOf(left)], putAway))
      }),
    dropFound: () => run(async () => void (await inAbandoned(removeAll))),
    // Data does not wait for files: the page may close meanwhile.
    put: async (item) => {
      await atOnce(() => putData(item))
      await run(() => putFiles(item))
    },
    setRemoved: async (ids, isRemoved) => {
      for (const id of ids) if (isRemoved) removed.add(id)
      for (const id of ids) if (!isRemoved) removed.delete(id)
      await atOnce(() => records.change(ids, (record) => ({ ...record, isRemoved })))
    },
    setAside: (ids) =>
      run(async () => {
        for (const id of ids) known.delete(id)
        await records.change(ids, (record) => ({ ...record, isSetAside: true }))
      }),
    clear: () =>
      run(async () => {
        // The page continues with copies of its mattes.
        for (const { blobs } of known.values()) {
          const held = mattes.among(blobs)
          mattes.restore(withBlobs(held, await copyBlobs(Object.values(held))))
        }
        await remove((await records.list()).filter(isOwn))
        await inAbandoned(removeAll)
        await records.delete(await records.unreadable())
        await sweepFiles()
        await endOrphans(jobs.deleteOf)
      }),
    forget: (ids) =>
      run(async () => {
        await jobs.deleteOf(new Set(ids))
        await remove((await records.list()).filter(({ id }) => ids.includes(id)))
      }),
    space: () => run(room.space),
    ownList: async () => own ?? run(async () => own ?? beginList()),
  }
}

const lockOf = (list: string) => `list-${list}`
