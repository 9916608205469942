import { namesIn, type OpenRoot, openFolder } from '#base/opfs.ts'
import { retention } from '#library/store/retention.ts'
import type { BatchLedger, BatchRecord } from './batch-ledger.ts'
import type { HoldBatch } from './folder-rights.ts'
import { stagedPath } from './open-batch.ts'
import { paidFolder } from './paid-answers.ts'

/** Age in milliseconds from which the page of a batch holds its lock if it is still open. */
const heldAfterMs = 3_600_000

/** Whether no later page can continue this batch: an ended ZIP and picked files exist only in their page. */
const isLost = ({ source, target, isOpen, at }: BatchRecord): boolean =>
  target.kind === 'zip' && (!isOpen || source.kind === 'files') && at < Date.now() - heldAfterMs

/** Deletes surplus and lost batches, and files of deleted ones. Never rejects. */
export const tidyBatches = async (
  ledger: Pick<BatchLedger, 'delete'>,
  others: readonly BatchRecord[],
  hold: HoldBatch,
  openRoot: OpenRoot | undefined,
): Promise<void> => {
  const [lost, known] = [others.filter(isLost), others.filter((each) => !isLost(each))]
  const surplus = known.filter(({ isOpen }) => !isOpen).slice(retention.batches.pairs)
  const kept = new Set(others.filter((each) => !surplus.includes(each)).map(({ id }) => id))
  try {
    for (const { id } of lost) {
      const free = await hold(id)
      if (free) kept.delete(id)
      if (free) await ledger.delete([id]).finally(free)
    }
    await ledger.delete(surplus.map(({ id }) => id))
    const folder = await openFolder(stagedPath(''), { create: true, ...(openRoot && { openRoot }) })
    for (const name of await namesIn(folder))
      if (!kept.has(name)) await folder.removeEntry(name, { recursive: true })
    await dropOldAnswers(await openFolder(paidFolder, { create: true, ...(openRoot && { openRoot }) }))
  } catch {
    // The next batch tries again.
  }
}

/** Deletes answers older than `paidDays`. */
const dropOldAnswers = async (folder: FileSystemDirectoryHandle): Promise<void> => {
  const oldest = Date.now() - retention.batches.paidDays * 86_400_000
  for (const name of await namesIn(folder)) {
    const file = await (await folder.getFileHandle(name)).getFile()
    if (file.lastModified < oldest) await folder.removeEntry(name)
  }
}
