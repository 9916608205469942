import { importMended } from '#base/mend-files.ts'
import { isEarlierName, isPlainName, scopedName } from '#base/scoped-name.ts'
import { withDeadline } from '#base/stall-watchdog.ts'

/** A browser whose storage has not answered by then opens the studio without what earlier versions stored. */
const slowestAnswerMs = 3000

/** Opened on every visit that works with the service, so that its database says that this studio has been here. */
const lastDatabase = 'clearcut-jobs'

/**
 * Moves what a studio below a path stored under plain names, before names held the path, to its own names: finished clips,
 * edits, settings, networks. It does so on its first visit of this version, and not where a studio at the root of the origin
 * has been opened, whose names these are. Of several studios below paths, which shared all of it, the first takes it.
 * Never rejects: what cannot be moved stays where it is.
 */
export const takeOverStores = async (): Promise<void> => {
  if (isPlainName(scopedName(''))) return
  const plain = await withDeadline({ limitMs: slowestAnswerMs, reason: () => null }, plainDatabases).catch(
    () => null,
  )
  if (!plain || plain.length === 0) return
  const complain = (cause: unknown) => console.warn('Not taken over from an earlier version:', cause)
  await importMended(() => import('./move-stores.ts')).then(
    ({ moveStores }) => moveStores(plain, complain),
    complain,
  )
}

/** Null where there is nothing to take over; the last one ends what was begun. */
const plainDatabases = async (): Promise<readonly string[] | null> => {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  if (names.includes(scopedName(lastDatabase)) || (await caches.match(rootPage))) return null
  const isLast = (name: string) => Number(name === lastDatabase)
  return names.filter(isEarlierName).sort((one, other) => isLast(one) - isLast(other))
}

const rootPage = '/index.html'

/**
 * Whether this studio has worked here before, so that there may be jobs to go on with. Also true where the browser does not
 * tell.
 */
export const hasWorkedHere = async (): Promise<boolean> => {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === scopedName(lastDatabase))
  } catch {
    return true
  }
}
