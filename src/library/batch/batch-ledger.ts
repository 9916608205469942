import * as v from 'valibot'
import { foldedName } from '#base/file-names.ts'
import { isJobId, type JobId } from '#contract/ids.ts'
import { type LeftOut, leftOutSchema } from '#contract/left-out.ts'
import type { PlainError } from '#contract/service-error.ts'
import { readRecipeFile, toRecipeFile } from '#library/recipe/recipe-file.ts'
import type { BatchDatabase } from '#library/store/batch-database.ts'
import { changeStores } from '#library/store/database.ts'
import type { BatchFile, BatchPlan, BatchSource, BatchTarget } from './batch.ts'

/** The source of a batch without picked files, which cannot be stored. */
type KeptSource =
  | Extract<BatchSource, { readonly kind: 'folder' }>
  | Omit<Extract<BatchSource, { readonly kind: 'files' }>, 'files'>

/** A source with a target, and their last batch. */
export type BatchRecord = {
  readonly id: string
  readonly source: KeptSource
  readonly target: BatchTarget
  readonly plan: BatchPlan
  /** Id of the last batch of this source and target. */
  readonly run: string
  /** When the last batch began, in milliseconds since 1970. */
  readonly at: number
  /** Whether the last batch has not ended. */
  readonly isOpen: boolean
  /** Number of files of the last batch. */
  readonly total: number
  readonly creditsSpent: number
}

/** What a batch wrote, or is about to write, to recognise the file later. */
type Wrote = {
  /** SHA-256 of the source file. */
  readonly source: string
  /** Hash of the settings (`Fingerprint.asks`). */
  readonly ask: string
  readonly bytes: number
  readonly sha256: string
}

/** A file of the target. Without `wrote` it is claimed but not made, or from an earlier release. */
export type Output = { readonly recipe: string; readonly path: string; readonly wrote?: Wrote | undefined }

/** Outputs made before the last ones; `fingerprint` is null if some no longer exist. */
type Make = { readonly fingerprint: string | null; readonly outputs: readonly Output[] }

/** The result of the work on a file. */
export type FileRecord = {
  readonly batchId: string
  readonly path: string
  readonly run: string
  readonly kind: BatchFile['kind']
  readonly state: 'working' | 'done' | 'skipped' | 'unreadable' | 'failed'
  /** With `modified`, recognises the file without reading it. */
  readonly bytes: number
  readonly modified: number
  /** Hash of its content; null if it was not read. */
  readonly hash: string | null
  /** Fingerprint of all that decides its outputs. */
  readonly fingerprint: string | null
  readonly outputs: readonly Output[]
  /** Earlier outputs of this file, or of another file at its path. */
  readonly earlier: readonly Make[]
  /** Path of the copy of an unreadable file in the target. */
  readonly copy: string | null
  readonly seconds: number | null
  readonly doubt: number | null
  readonly leftOut?: readonly LeftOut[]
  readonly error: PlainError | null
  readonly jobs: Readonly<Record<string, JobId>>
}

/** All outputs ever made of a file that were not replaced. */
export const outputsMade = ({
  earlier,
  outputs,
}: Pick<FileRecord, 'earlier' | 'outputs'>): readonly Output[] => [
  ...earlier.flatMap((make) => make.outputs),
  ...outputs,
]

/** The paths of the target that belong to a record, and so are not sources. */
export const pathsOf = (record: FileRecord): readonly string[] => [
  ...outputsMade(record).map(({ path }) => path),
  ...(record.copy === null ? [] : [record.copy]),
]

/** Removes outputs at paths that now hold another file. */
export const makesWithout = (makes: readonly Make[], paths: readonly string[]): readonly Make[] => {
  const gone = new Set(paths.map(foldedName))
  return makes.flatMap((make) => {
    const outputs = make.outputs.filter(({ path }) => !gone.has(foldedName(path)))
    if (outputs.length === make.outputs.length) return [make]
    return outputs.length > 0 ? [{ fingerprint: null, outputs }] : []
  })
}

/** Removes from a record outputs at paths that now hold another file's. */
export const recordWithout = (record: FileRecord, paths: readonly string[]): FileRecord => {
  const [last] = makesWithout([record], paths)
  const { fingerprint = null, outputs = [] } = last ?? {}
  return { ...record, fingerprint, outputs, earlier: makesWithout(record.earlier, paths) }
}

/** All outputs of a file so far, to store as `earlier` beside its next ones. */
export const makesSoFar = ({ earlier, state, fingerprint, outputs }: FileRecord): readonly Make[] => {
  const made = outputs.filter(({ wrote }) => state === 'done' || wrote)
  const last = { fingerprint: state === 'done' ? fingerprint : null, outputs: made }
  return made.length > 0
    ? [
        ...makesWithout(
          earlier,
          made.map(({ path }) => path),
        ),
        last,
      ]
    : earlier
}

const text = v.string()
const amount = v.number()
const handle = v.custom<FileSystemDirectoryHandle>(
  (value) => value instanceof Object && 'getFileHandle' in value,
)
const folder = v.object({ kind: v.literal('folder'), handle })

const batchSchema = v.object({
  id: text,
  source: v.variant('kind', [folder, v.object({ kind: v.literal('files'), name: text })]),
  target: v.variant('kind', [folder, v.object({ kind: v.literal('zip') })]),
  recipes: v.array(v.object({ id: text, file: v.unknown(), picture: v.nullable(v.instance(Blob)) })),
  plan: v.object({
    names: text,
    existing: v.picklist(['skip', 'number', 'replace']),
    copiesUnprocessed: v.boolean(),
    watches: v.boolean(),
    runLocation: v.picklist(['device', 'service']),
    creditLimit: v.nullable(amount),
  }),
  run: text,
  at: amount,
  isOpen: v.boolean(),
  total: amount,
  creditsSpent: amount,
})

const wrote = v.object({ source: text, ask: text, bytes: amount, sha256: text })
const outputs = v.array(v.object({ recipe: text, path: text, wrote: v.optional(wrote) }))
const make = v.object({ fingerprint: v.nullable(text), outputs })
const ofEarlierRelease = v.pipe(
  text,
  v.transform((path): Make => ({ fingerprint: null, outputs: [{ recipe: '', path }] })),
)

const fileSchema = v.object({
  batchId: text,
  path: text,
  run: text,
  kind: v.picklist(['picture', 'clip']),
  state: v.picklist(['working', 'done', 'skipped', 'unreadable', 'failed']),
  bytes: amount,
  modified: amount,
  hash: v.nullable(text),
  fingerprint: v.nullable(text),
  outputs,
  earlier: v.optional(v.array(v.union([make, ofEarlierRelease])), []),
  copy: v.optional(v.nullable(text), null),
  seconds: v.nullable(amount),
  doubt: v.nullable(amount),
  leftOut: v.exactOptional(leftOutSchema),
  error: v.nullable(v.custom<PlainError>((value) => value instanceof Object && 'code' in value)),
  jobs: v.record(text, v.custom<JobId>(isJobId)),
})

/** Stores what batches did. All methods reject if the browser refuses storage. */
export interface BatchLedger {
  /** Newest first, without those of other releases. */
  list(): Promise<readonly BatchRecord[]>
  /** The ids of batches stored by other releases. */
  unreadable(): Promise<readonly string[]>
  write(record: BatchRecord): Promise<void>
  /** Deletes batches with the records of their files. */
  delete(ids: readonly string[]): Promise<void>
  files(id: string): Promise<readonly FileRecord[]>
  writeFiles(records: readonly FileRecord[]): Promise<void>
}

const readBatch = async (stored: unknown): Promise<BatchRecord | null> => {
  const read = v.safeParse(batchSchema, stored)
  if (!read.success) return null
  const { recipes, plan, ...rest } = read.output
  try {
    const read = recipes.map(({ id, file, picture }) => readRecipeFile(file, id, picture))
    return { ...rest, plan: { ...plan, recipes: await Promise.all(read) } }
  } catch {
    return null
  }
}

export const openBatchLedger = (database: () => Promise<BatchDatabase>): BatchLedger => ({
  list: async () => {
    const stored = await (await database()).getAll('batches')
    const read = await Promise.all(stored.map(readBatch))
    return read.filter((each) => each !== null).sort((a, b) => b.at - a.at)
  },
  write: async ({ plan: { recipes, ...plan }, ...record }) => {
    const kept = recipes.map(async (recipe) => ({
      id: recipe.id,
      picture: recipe.picture,
      file: await toRecipeFile(recipe, false),
    }))
    await (await database()).put('batches', { ...record, plan, recipes: await Promise.all(kept) } as {
      readonly id: string
    })
  },
  unreadable: async () => {
    const stored = await (await database()).getAll('batches')
    const read = stored.map(async (each) => ((await readBatch(each)) ? [] : [each.id]))
    return (await Promise.all(read)).flat()
  },
  delete: async (ids) => {
    await changeStores(await database(), ['batches', 'batchFiles'], (deleting) =>
      Promise.all(
        ids.flatMap((id) => [
          deleting.objectStore('batches').delete(id),
          deleting.objectStore('batchFiles').delete(IDBKeyRange.bound([id], [id, []])),
        ]),
      ),
    )
  },
  files: async (id) => {
    const stored = await (await database()).getAllFromIndex('batchFiles', 'batch', id)
    return stored.flatMap((each) => {
      const read = v.safeParse(fileSchema, each)
      return read.success ? [read.output] : []
    })
  },
  writeFiles: async (records) => {
    await changeStores(await database(), ['batchFiles'], (writing) =>
      Promise.all(records.map((record) => writing.objectStore('batchFiles').put(record))),
    )
  },
})
