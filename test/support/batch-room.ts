import { onTestFinished } from 'vitest'
import { openFolder, splitPath } from '#base/opfs.ts'
import type { Batches, BatchPlan, BatchState } from '#library/batch/batch.ts'
import type { HoldBatch } from '#library/batch/folder-rights.ts'
import { type BatchParts, openBatches } from '#library/batch/open-batches.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { openBatchDatabase } from '#library/store/batch-database.ts'
import { eventually } from './eventually.ts'
import { inMemoryService, type Script } from './in-memory-service.ts'

export const plainRecipe: SavedRecipe = {
  id: 'plain',
  name: 'Plain',
  settings: defaultRecipe,
  clip: defaultVideoRecipe,
  picture: null,
  names: '{name}',
}

export const plainPlan: BatchPlan = {
  recipes: [plainRecipe],
  names: '',
  existing: 'number',
  copiesUnprocessed: false,
  watches: false,
  runLocation: 'device',
  creditLimit: null,
}

/** What is told from other files by its first bytes alone. */
export const pngFile = (text: string): Blob => new Blob([Uint8Array.of(0x89), 'PNG\r\n\x1a\n', text])

/**
 * Folders of the browser's own file system that stand in for those that a person picks, with a database of their own.
 * `open` opens batches as another page would.
 */
export const openBatchRoom = async () => {
  const id = crypto.randomUUID()
  const origin = await navigator.storage.getDirectory()
  const root = await origin.getDirectoryHandle(id, { create: true })
  onTestFinished(() => origin.removeEntry(id, { recursive: true }).catch(() => {}))
  const folder = (name: string) => root.getDirectoryHandle(name, { create: true })
  const [source, target] = [await folder('source'), await folder('target')]
  const put = async (path: string, content: Blob, within = source) => {
    const [parent, name] = splitPath(path)
    const into = await openFolder(parent, { create: true, openRoot: async () => within })
    const writer = await (await into.getFileHandle(name, { create: true })).createWritable()
    await writer.write(content)
    await writer.close()
  }
  const paths = async (within = target, before = ''): Promise<string[]> => {
    const found: string[] = []
    for await (const [name, entry] of within.entries())
      if (entry.kind === 'file') found.push(`${before}${name}`)
      else found.push(...(await paths(entry as FileSystemDirectoryHandle, `${before}${name}/`)))
    return found.sort()
  }
  const held = new Map<string, object>()
  /** A page of its own, whose names are free when it is killed. */
  const openPage = () => {
    const page = {}
    const hold: HoldBatch = async (name) => {
      if ((held.get(name) ?? page) !== page) return null
      held.set(name, page)
      return () => void held.delete(name)
    }
    const kill = () => {
      for (const [name, by] of held) if (by === page) held.delete(name)
    }
    return { hold, kill }
  }
  const open = (parts: Partial<BatchParts> & { readonly script?: Script } = {}): Batches => {
    const { script, ...rest } = parts
    const batches = openBatches({
      device: inMemoryService(script),
      remote: () => null,
      database: openBatchDatabase(id),
      openRoot: async () => folder('browser'),
      lookEveryMs: 20,
      ...rest,
    })
    onTestFinished(() => batches.close())
    return batches
  }
  return {
    root,
    source,
    target,
    folder,
    put,
    paths,
    open,
    openPage,
    from: { kind: 'folder', handle: source } as const,
    to: { kind: 'folder', handle: target } as const,
  }
}

/** The state of a batch when it is so. */
export const batchWhen = (batches: Batches, isSo: (state: BatchState) => boolean): Promise<BatchState> =>
  eventually(async () => {
    const state = batches.get()
    if (!state || !isSo(state)) throw new Error(`${state?.phase} ${state?.pause}`)
    return state
  })

export const ended = ({ phase }: BatchState): boolean => phase === 'ended'
