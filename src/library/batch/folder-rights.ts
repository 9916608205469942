import { foldedName } from '#base/file-names.ts'
import { scopedName } from '#base/scoped-name.ts'
import type { BatchSource, BatchTarget } from './batch.ts'
import type { BatchRecord } from './batch-ledger.ts'

/** Chromium has these methods; the types of TypeScript lack them. */
type AskedHandle = FileSystemDirectoryHandle & {
  readonly requestPermission?: (mode: { readonly mode: 'read' | 'readwrite' }) => Promise<PermissionState>
  readonly queryPermission?: (mode: { readonly mode: 'read' | 'readwrite' }) => Promise<PermissionState>
}

const isAllowed = async (folder: FileSystemDirectoryHandle, mode: 'read' | 'readwrite', mayAsk: boolean) => {
  const handle = folder as AskedHandle
  const now = (await handle.queryPermission?.({ mode })) ?? 'granted'
  if (now === 'granted' || !mayAsk) return now === 'granted'
  // Without a click the browser throws.
  return (await handle.requestPermission?.({ mode }).catch(() => 'denied')) === 'granted'
}

/** Whether the folders of a batch may be used. The browser asks for them only soon after a click. */
export const mayUseFolders = async (
  source: BatchRecord['source'],
  target: BatchTarget,
  mayAsk: boolean,
): Promise<boolean> =>
  (target.kind !== 'folder' || (await isAllowed(target.handle, 'readwrite', mayAsk))) &&
  (source.kind !== 'folder' || (await isAllowed(source.handle, 'read', mayAsk)))

/** Whether two sources or targets are the same folder, or both none. */
export const isSame = async <T extends { readonly kind: string }>(a: T, b: T): Promise<boolean> => {
  const [one, other] = [a, b] as [{ handle?: FileSystemHandle }, { handle?: FileSystemHandle }]
  return (
    a.kind === b.kind && (!one.handle || (!!other.handle && (await one.handle.isSameEntry(other.handle))))
  )
}

/**
 * The batch between these folders, of whatever visit: what it did is known again. None for a ZIP, which is new each
 * time.
 */
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

/** How a folder lies in another one: the path, empty for the same one; null where it lies elsewhere. */
export const pathWithin = async (
  outer: FileSystemDirectoryHandle,
  inner: FileSystemDirectoryHandle,
): Promise<string | null> => (await outer.resolve(inner))?.join('/') ?? null

/** Whether a path lies in a folder that has the path `folder` beside it; null where that lies elsewhere. */
export const isWithin = (folder: string | null, path: string): boolean =>
  folder !== null && (folder === '' || foldedName(path).startsWith(`${foldedName(folder)}/`))

/** Takes the name of a batch for this page, until what it resolves with is called; null where another page has it. */
export type HoldBatch = (id: string) => Promise<(() => void) | null>

/**
 * Holds the name of a batch until the returned function is called, so that no other tab works on it; null where one
 * does. The browser frees it where its tab is closed or killed.
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

/** Runs `work` while no other tab runs such work. */
export const oneTabAtATime = async <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(scopedName('clearcut-batches'), work)
