import { type JobId, makeJobId } from '#contract/ids.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { hashFile } from '#library/store/file-hashes.ts'
import type { BatchFile, BatchPlan } from './batch.ts'
import { toFolderFault } from './batch-faults.ts'
import { asRecorded, isDone, isUnchanged } from './batch-files.ts'
import { type Fingerprint, patternOf } from './batch-fingerprint.ts'
import { everMade, type FileRecord } from './batch-ledger.ts'
import type { SourceFile } from './folder-source.ts'
import type { FolderTarget, OutputNames } from './folder-target.ts'
import { clipExtension, makeClip } from './make-clips.ts'
import { type MadeOutput, makeHere, pictureExtension } from './make-pictures.ts'
import { needsSize, outputPath } from './output-names.ts'
import type { PaidAnswers } from './paid-answers.ts'

/** What the work on a file needs of its batch. */
export type FileWork = {
  readonly id: string
  readonly run: string
  readonly plan: BatchPlan
  readonly device: BackgroundService
  readonly sourceRoot: FileSystemDirectoryHandle | null
  /** For `{folder}`. */
  readonly rootName: string
  readonly targetRoot: FileSystemDirectoryHandle
  readonly target: FolderTarget
  readonly names: OutputNames
  readonly begun: Date
  readonly recordOf: (path: string) => FileRecord | undefined
  /** Keeps records before anything follows from it. */
  readonly keep: (...records: readonly FileRecord[]) => Promise<void>
  readonly fingerprintOf: (kind: BatchFile['kind'], hash: string) => Promise<Fingerprint>
  /** Null on this device. */
  readonly paid: PaidAnswers | null
  /** Has one picture made at a time, with all its recipes: two at once would only push each other out of the worker's memory. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

type Facts = Pick<BatchFile, 'kind' | 'state' | 'outputs' | 'seconds' | 'doubt' | 'error'>

/**
 * Makes the outputs of a file and writes them. Resolves with what became of it; rejects with what `pauseOfError` tells of, or with the
 * error of the file.
 */
export const workOnFile = async (
  work: FileWork,
  entry: SourceFile,
  kind: BatchFile['kind'],
  number: number,
  call: CallOptions & { readonly signal: AbortSignal },
): Promise<Facts> => {
  const { device, plan, target, names } = work
  const { path } = entry
  const fromSource = <T>(reading: Promise<T>) =>
    reading.catch(async (thrown: unknown) => {
      throw await toFolderFault(thrown, 'source', work.sourceRoot)
    })
  const toTarget = <T>(writing: Promise<T>) =>
    writing.catch(async (thrown: unknown) => {
      throw await toFolderFault(thrown, 'target', work.targetRoot)
    })
  const hashOf = async (file: File): Promise<string> =>
    kind === 'clip' && device.onDevice
      ? device.onDevice.workers.hashVideo({ video: file }, { signal: call.signal })
      : hashFile(file)

  const file = await fromSource(entry.open())
  const before = work.recordOf(path)
  const known = before && isUnchanged(before, file) ? before : undefined
  const hash = known?.hash ?? (await fromSource(hashOf(file)))
  const { fingerprint, edited } = await work.fingerprintOf(kind, hash)
  call.signal.throwIfAborted()
  if (before && (await toTarget(isDone(target, before, fingerprint)))) {
    const record = { ...before, bytes: file.size, modified: file.lastModified }
    if (!known) await work.keep(record)
    return asRecorded(record, work.run)
  }

  const extension = kind === 'clip' ? clipExtension : pictureExtension
  const claim = (recipe: SavedRecipe, size?: MadeOutput['size']) => {
    const output = { path, root: work.rootName, recipe: recipe.name, number, date: work.begun }
    const wanted = outputPath(patternOf(plan, recipe), {
      ...{ ...output, extension: extension(recipe) },
      ...(size && { size }),
    })
    return toTarget(names.claim(wanted, { path, recipe: recipe.id }, plan.existing))
  }
  const outputs = new Map<string, string>()
  const wanted: SavedRecipe[] = []
  for (const recipe of plan.recipes) {
    const isLater = needsSize(patternOf(plan, recipe))
    const name = isLater ? null : await claim(recipe)
    if (isLater || name !== null) wanted.push(recipe)
    if (name !== null) outputs.set(recipe.id, name)
  }
  const jobs: Record<string, JobId> = { ...(known?.fingerprint === fingerprint && known.jobs) }
  if (kind === 'clip') for (const { id } of wanted) jobs[id] ??= makeJobId()
  const record: FileRecord = {
    ...{ batchId: work.id, path, run: work.run, kind, bytes: file.size, modified: file.lastModified },
    ...{ hash, fingerprint, jobs, state: 'working', seconds: null, doubt: null, error: null },
    outputs: [...outputs].map(([recipe, path]) => ({ recipe, path })),
    earlier: before ? everMade(before) : [],
  }
  await work.keep(record)

  let doubt: number | null = null
  const written = new Map<string, string>()
  const write = async (recipe: SavedRecipe, made: MadeOutput): Promise<void> => {
    call.signal.throwIfAborted()
    doubt = made.doubt === null ? doubt : Math.max(doubt ?? 0, made.doubt)
    const name = outputs.get(recipe.id) ?? (await claim(recipe, made.size))
    if (name !== null) written.set(recipe.id, await toTarget(target.write(name, made.content)))
  }
  let started = performance.now()
  try {
    if (edited.kind === 'clip') {
      for (const recipe of wanted)
        await makeClip(
          device,
          { file, edits: edited.edits },
          recipe,
          jobs[recipe.id] ?? makeJobId(),
          call,
          (made) => write(recipe, made),
        )
    } else if (wanted.length > 0) {
      const picture = { file, edits: edited.edits }
      const make =
        (await work.paid?.open(picture, hash, plan.recipes, call)) ?? makeHere(device, picture, call)
      const writes: Promise<void>[] = []
      await work.inTurn(async () => {
        if (!work.paid) started = performance.now()
        for (const recipe of wanted) {
          call.signal.throwIfAborted()
          const made = await make(recipe)
          // The next one is made while this one is written.
          const writing = write(recipe, made)
          writing.catch(() => {})
          writes.push(writing)
        }
      })
      await Promise.all(writes)
      await work.paid?.drop(picture, hash, plan.recipes)
    }
  } catch (thrown) {
    if (!call.signal.aborted)
      await work.keep({ ...record, outputs: [...written].map(([recipe, path]) => ({ recipe, path })) })
    throw thrown
  }
  const done: FileRecord = {
    ...{ ...record, state: written.size > 0 ? 'done' : 'skipped', jobs: {}, doubt },
    seconds: (performance.now() - started) / 1000,
    outputs: [...written].map(([recipe, path]) => ({ recipe, path })),
    error:
      written.size > 0
        ? null
        : new ServiceError('validation_error', { reason: 'batch_file_exists' }).toPlain(),
  }
  await work.keep(done)
  return asRecorded(done, work.run)
}
