import { foldedName } from '#base/file-names.ts'
import { type OpenRoot, openFolder } from '#base/opfs.ts'
import type { Store } from '#base/store.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { needsSize, outputPath } from '#library/recipe/output-names.ts'
import { hashFile } from '#library/store/file-hashes.ts'
import { opfsFiles } from '#library/store/stored-files.ts'
import type { BatchPlan, BatchSource, BatchState } from './batch.ts'
import { BatchMustWait } from './batch-faults.ts'
import { type HashOf, withoutBegun } from './batch-files.ts'
import { createFingerprints, patternOf } from './batch-fingerprint.ts'
import {
  type BatchLedger,
  type BatchRecord,
  type FileRecord,
  outputsMade,
  pathsOf,
  recordWithout,
} from './batch-ledger.ts'
import { createOutputNames } from './claim-names.ts'
import { isSame, isWithin, type oneTabAtATime, pathWithin } from './folder-rights.ts'
import { type SourceFile, sourceName } from './folder-source.ts'
import { type FolderTarget, openFolderTarget } from './folder-target.ts'
import { clipExtension } from './make-clips.ts'
import { pictureExtension } from './make-pictures.ts'
import { type CreditsOfBatch, openPaidAnswers } from './paid-answers.ts'
import type { OpenBatch } from './run-batch.ts'

/** Folder of a batch's files until they are packed, in the origin private file system. */
export const stagedPath = (id: string): string => `batches/${id}`

/** Paths of possible results, as far as they are known before the work. */
export const outputsOf = (
  plan: BatchPlan,
  files: readonly Pick<SourceFile, 'path'>[],
  root: string,
): readonly string[] =>
  files.flatMap(({ path }, at) =>
    plan.recipes
      .filter((recipe) => !needsSize(patternOf(plan, recipe)))
      .flatMap((recipe) =>
        [pictureExtension(recipe), clipExtension(recipe)].map((extension) =>
          outputPath(patternOf(plan, recipe), {
            path,
            root,
            recipe: recipe.name,
            number: at + 1,
            date: new Date(),
            extension,
          }),
        ),
      ),
  )

const within = (folder: string, path: string): string => (folder ? `${folder}/${path}` : path)

/** The records of a batch, without results that another batch has replaced. */
const withoutTaken = async (
  ledger: BatchLedger,
  { id, target }: BatchRecord,
  { find }: Pick<FolderTarget, 'find'>,
): Promise<readonly FileRecord[]> => {
  const bytesOfOthers = new Map<string, number[]>()
  for (const other of await ledger.list())
    if (other.id !== id && target.kind === 'folder' && (await isSame(other.target, target)))
      for (const { path, wrote } of (await ledger.files(other.id)).flatMap(outputsMade))
        if (wrote) bytesOfOthers.set(path, [...(bytesOfOthers.get(path) ?? []), wrote.bytes])
  const files = await ledger.files(id)
  const taken: string[] = []
  for (const { path, wrote } of files.flatMap(outputsMade)) {
    const bytes = bytesOfOthers.get(path)
    const found = bytes && (await find(path))
    // A file that a person changed has neither size.
    if (found && found.size !== wrote?.bytes && bytes.includes(found.size)) taken.push(path)
  }
  return taken.length > 0 ? files.map((file) => recordWithout(file, taken)) : files
}

type Parts = {
  readonly device: BackgroundService
  readonly remote: () => BackgroundService | null
  readonly openRoot?: OpenRoot
  /** See `oneTabAtATime`. */
  readonly inTurn?: typeof oneTabAtATime
  readonly ledger: BatchLedger
  readonly record: BatchRecord
  readonly source: BatchSource
  readonly store: Store<BatchState>
  readonly credits: CreditsOfBatch
  readonly held: Parameters<typeof openPaidAnswers>[0]['held']
  readonly onListed: (total: number) => Promise<void>
}

/** Opens the folders of a batch and the records of its files. Rejects as the browser does. */
export const openBatch = async (parts: Parts): Promise<OpenBatch> => {
  const { device, remote, openRoot, ledger, record, source, store, credits } = parts
  const { id, run, plan } = record
  const rooted = openRoot && { openRoot }
  const targetRoot =
    record.target.kind === 'folder'
      ? record.target.handle
      : await openFolder(`${stagedPath(id)}/files`, { create: true, ...rooted })
  const target = openFolderTarget(targetRoot, parts.inTurn)
  const sourceRoot = source.kind === 'folder' ? source.handle : null
  const hashOf: HashOf = async (kind, file, signal) => {
    const workers = kind === 'clip' ? device.onDevice?.workers : undefined
    return workers ? workers.hashVideo({ video: file }, signal ? { signal } : {}) : hashFile(file)
  }
  const records = new Map<string, FileRecord>()
  for (const file of await withoutTaken(ledger, record, target))
    records.set(file.path, await withoutBegun(file, target, hashOf))

  // Path of the source within the target, and of the target within the source.
  const isPicked = sourceRoot !== null && record.target.kind === 'folder'
  const sourceAt = isPicked ? await pathWithin(targetRoot, sourceRoot) : null
  const targetAt = isPicked ? await pathWithin(sourceRoot, targetRoot) : null
  let sourcePaths: ReadonlySet<string> = new Set()
  const stamp = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`
  const picked = new Set(source.kind === 'files' ? source.files.map(stamp) : [])
  const isSource = (name: string, file?: File) =>
    sourcePaths.has(foldedName(name)) || (file !== undefined && picked.has(stamp(file)))
  const isInSource = (name: string) => isWithin(sourceAt, name)
  store.set((state) => ({ ...state, unread: targetAt || null }))
  let listed: ReadonlySet<string> = new Set()
  const isListed = (path: string) => listed.has(path)
  const names = createOutputNames({ ...target, isSource, isInSource, isListed, begun: record.at })
  for (const record of records.values()) for (const path of pathsOf(record)) names.give(path, record.path)

  return {
    id,
    run,
    plan,
    device,
    source,
    sourceRoot,
    targetRoot,
    target,
    names,
    records,
    ledger,
    hashOf,
    rootName: sourceName(source),
    begun: new Date(record.at),
    paid:
      plan.runLocation === 'service'
        ? openPaidAnswers({ device, remote, credits, held: parts.held, files: opfsFiles(openRoot) })
        : null,
    isOutput: (path) => path === targetAt || (sourceAt !== null && names.isOurs(within(sourceAt, path))),
    openFingerprints: async () => {
      const { savedEdits, workers } = device.onDevice ?? {}
      if (!savedEdits || !workers) throw new Error('The service of this device is not on this device.')
      if (plan.runLocation === 'device')
        return createFingerprints(
          plan,
          JSON.stringify((await workers.describe()).matteKeys),
          'device',
          savedEdits,
        )
      const service = remote()
      // Paid answers are found by the name of the service.
      if (!service) throw new BatchMustWait('serviceRefused')
      return createFingerprints(plan, service.id, service.id, savedEdits)
    },
    onListed: async (total) => {
      listed = new Set(store.get().files.map(({ path }) => path))
      if (sourceAt !== null)
        sourcePaths = new Set([...listed].map((path) => foldedName(within(sourceAt, path))))
      await parts.onListed(total)
    },
  }
}
