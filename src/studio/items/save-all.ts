import type { SaveAll, SaveAllCall, SaveAllReport } from '#studio/hooks/use-save-all.ts'
import { canPickFile, pickWritable, saveFile } from '#studio/media/save-file.ts'
import { zipInto, zipResults } from '#studio/media/zip-results.ts'
import { messages } from '#studio/messages/messages.ts'
import { countsText } from './list-text.ts'
import type { PageList } from './media-kind.ts'

const text = messages.app.saveAll
const zipName = 'clearcut.zip'

/** Files that exist already and are larger than this together are not packed in memory. */
const maxInMemoryBytes = 300_000_000

/** Saves results without any component, so that it works even after the whole page has failed. */
export const createSaveAll = (list: PageList): SaveAll => ({
  count: () => list.get().items.reduce((sum, item) => sum + list.kindOf(item).countResults(item), 0),
  save: (call) => saveAllResults(list, call),
})

/**
 * Saves all results, or those of the items with `ids`, in one ZIP: pictures by their settings of now, videos as they were made. Results that fail are left out
 * and named. Rejects with an `AbortError` on abort, or if no ZIP can be made.
 */
async function saveAllResults(
  list: PageList,
  { signal, onReport, ids = [] }: SaveAllCall,
): Promise<SaveAllReport> {
  const items = list.get().items.filter(({ id }) => ids.length === 0 || ids.includes(id))
  const all = list.kinds.flatMap((kind) =>
    kind.zipEntries(
      items.filter((item) => item.kind === kind.name),
      signal,
    ),
  )
  const call = { signal, onReport }
  const isLarge = all.reduce((sum, { bytes }) => sum + bytes, 0) > maxInMemoryBytes
  const savesSingly = isLarge && !canPickFile()
  const failed: string[] = []
  if (isLarge && !savesSingly) failed.push(...(await zipInto(await pickWritable(zipName), all, call)))
  else {
    // What exists already has a size; the others are made now.
    const packed = savesSingly ? all.filter(({ bytes }) => bytes === 0) : all
    if (packed.length > 0) {
      const made = await zipResults(packed, call)
      failed.push(...made.failed)
      saveFile(made.zip, zipName)
    }
    for (const { name, make } of all.filter((entry) => !packed.includes(entry))) {
      signal.throwIfAborted()
      await make().then(
        (file) => saveFile(file, name),
        () => failed.push(name),
      )
    }
  }
  const open = items.filter((item) => list.kindOf(item).countResults(item) === 0)
  const notes = [
    ...(savesSingly ? [text.savedSingly] : []),
    ...(failed.length > 0 ? [text.failed(failed)] : []),
    ...(open.length > 0 ? [text.withoutResult(countsText(open, list))] : []),
  ]
  const saved = all.length - failed.length
  const summary = savesSingly ? text.saved(saved) : text.savedAs(saved, zipName)
  return { summary, notes: notes.join('. ') }
}
