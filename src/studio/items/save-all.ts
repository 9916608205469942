import type { Item } from '#library/items/item.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { type FileToSave, type SaveCall, saveInto } from '#library/save.ts'
import { canPickFile, downloads, pickWritable, type Sink, zipDownload, zipInto } from '#library/sink.ts'
import { messages } from '#studio/messages/messages.ts'
import { countsText } from './list-text.ts'
import type { PageList } from './media-kind.ts'

const text = messages.app.saveAll
const zipName = 'clearcut.zip'

/** Existing files whose sum is larger are not packed in memory. */
const maxInMemoryBytes = 300_000_000

/**
 * Saves all results, or those of the items with `ids`, in one ZIP: pictures with their current settings or with each of
 * `recipes`, videos as they are. Results that fail are left out and named. Resolves with a text about what was saved.
 * Rejects with an `AbortError` on abort, or if no ZIP can be made.
 */
export async function saveAllResults(
  list: PageList,
  call: SaveCall,
  ids: readonly string[],
  recipes: readonly SavedRecipe[] = [],
): Promise<{ readonly text: string; readonly note: string | null }> {
  const items = list.get().items.filter(({ id }) => ids.length === 0 || ids.includes(id))
  const filesOf = (item: Item, at: number) => {
    const kind = list.kindOf(item)
    return recipes.length > 0 ? kind.variants(item, recipes, at + 1) : kind.results(item)
  }
  const all = items.flatMap(filesOf)
  const isLarge = all.reduce((sum, { bytes }) => sum + bytes, 0) > maxInMemoryBytes
  const savesSingly = isLarge && !canPickFile()
  // Existing files have a size; the others are made now.
  const [packed, single] = savesSingly
    ? [all.filter(({ bytes }) => bytes === 0), all.filter(({ bytes }) => bytes > 0)]
    : [all, []]
  const failed: string[] = []
  const save = async (files: readonly FileToSave[], sink: Sink) => {
    if (files.length > 0) await saveInto(sink, files, call, (name) => failed.push(name))
  }
  await save(packed, isLarge && !savesSingly ? zipInto(await pickWritable(zipName)) : zipDownload(zipName))
  await save(single, downloads)
  const open = items.filter((item, at) => filesOf(item, at).length === 0)
  const notes = [
    ...(savesSingly ? [text.savedSingly] : []),
    ...(failed.length > 0 ? [text.failed(failed)] : []),
    ...(open.length > 0 ? [text.withoutResult(countsText(open, list))] : []),
  ]
  const saved = all.length - failed.length
  return {
    text: savesSingly ? text.saved(saved) : text.savedAs(saved, zipName),
    note: notes.join('. ') || null,
  }
}
