import { foldedName } from '#base/file-names.ts'
import { scopedName } from '#base/scoped-name.ts'
import type { BatchSource, BatchTarget } from './batch.ts'
import type { BatchRecord } from './batch-ledger.ts'

/** Chromium has these methods; TypeScript's types lack them. */
type AskedHandle = FileSystemDirectoryHandle & {
  readonly requestPermission?: (mode: { readonly mode: 'read' | 'readwrite' }) => Promise<PermissionState>
  readonly queryPermission?: (mode: { readonly mode: 'read' | 'readwrite' }) => Promise<PermissionState>
}

const isAllowed = async (folder: FileSystemDirectoryHandle, mode: 'read' | 'readwrite', mayAsk: boolean) => {
  const handle = folder as AskedHandle
  const now = (await handle.queryPermission?.({ mode })) ?? 'granted'
  if (now === 'granted' || !mayAsk) return now === 'granted'
  // The browser throws if no click precedes.
  return (await handle.requestPermission?.({ mode }).catch(() => 'denied')) === 'granted'
}

/** Whether the folders of a batch may be used. The browser asks for permission only soon after a click. */
export const mayUseFolders = async (
  source: BatchRecord['source'],
  target: BatchTarget,
  mayAsk: boolean,
): Promise<boolean> =>
  (target.kind !== 'folder' || (await isAllowed(target.handle, 'readwrite', mayAsk))) &&
  (source.kind !== 'folder' || (await isAllowed(source.handle, 'read', mayAsk)))

/** Whether two sources or targets are the same folder, or neither is a folder. */
export const isSame = async <T extends { readonly kind: string }>(a: T, b: T): Promise<boolean> => {
  const [one, other] = [a, b] as [{ handle?: FileSystemHandle }, { handle?: FileSystemHandle }]
  return (
    a.kind === b.kind && (!one.handle || (!!other.handle && (await one.handle.isSameEntry(other.handle))))
  )
}

/** The record of an earlier batch between these folders. A ZIP has none, since it is always new. */
export const findBatch = async (
  records: readonly BatchRecord[],
  source: BatchSource,
  target: BatchTarget,
): Promise<BatchRecord | null> => {
  if (target.kind === 'zip') return null
  for (const record of records) {
    const isNamed =
      record.source.kind === 'folder' || source.kind === 'folder' || record.source.name === source.name
    if (
      isNamed &&
      (await isSame<BatchRecord['source']>(record.source, source)) &&
      (await isSame(record.target, target))
    )
      return record
  }
  return null
}

/** The path of `inner` within `outer`, empty if they are the same; null if it lies elsewhere. */
export const pathWithin = async (
  outer: FileSystemDirectoryHandle,
  inner: FileSystemDirectoryHandle,
): Promise<string | null> => (await outer.resolve(inner))?.join('/') ?? null

/** Whether `path` lies in `folder`, both relative to the same root; false if `folder` is null. */
export const isWithin = (folder: string | null, path: string): boolean =>
  folder !== null && (folder === '' || foldedName(path).startsWith(`${foldedName(folder)}/`))

/** Locks a batch for this page until the resolved function is called; resolves with null if another page holds it. */
export type HoldBatch = (id: string) => Promise<(() => void) | null>

/**
 * Holds the lock of a batch until the returned function is called; null if another tab holds it. The browser releases
 * it when the tab is closed or killed.
 */
export const holdBatch: HoldBatch = (id) =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(scopedName(`clearcut-batch-${id}`), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null)
        return new Promise<void>((free) => resolve(() => free()))
      })
      .catch(reject)
  })

/** Runs `work` under a lock shared by all tabs. */
export const oneTabAtATime = async <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(scopedName('clearcut-batches'), work)
