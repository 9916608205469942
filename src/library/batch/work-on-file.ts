import { type JobId, makeJobId } from '#contract/ids.ts'
import type { LeftOut } from '#contract/left-out.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { needsSize, outputPath } from '#library/recipe/output-names.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { BatchFile, BatchPlan } from './batch.ts'
import { pauseOfError, toFolderFault } from './batch-faults.ts'
import { asRecorded, type HashOf, isUnchanged, recordOfDone, withoutBegun } from './batch-files.ts'
import { type Fingerprint, patternOf } from './batch-fingerprint.ts'
import {
  type FileRecord,
  makesSoFar,
  makesWithout,
  type Output,
  outputsMade,
  recordWithout,
} from './batch-ledger.ts'
import type { Claim, OutputNames, OutputOwner } from './claim-names.ts'
import type { SourceFile } from './folder-source.ts'
import type { FolderTarget } from './folder-target.ts'
import { clipExtension, makeClip } from './make-clips.ts'
import { type MadeOutput, makeHere, pictureExtension } from './make-pictures.ts'
import type { PaidAnswers } from './paid-answers.ts'

/** The parts of a batch that the work on a file needs. */
export type FileWork = {
  readonly id: string
  readonly run: string
  readonly plan: BatchPlan
  readonly device: BackgroundService
  readonly sourceRoot: FileSystemDirectoryHandle | null
  /** Replaces `{folder}` in name patterns. */
  readonly rootName: string
  readonly targetRoot: FileSystemDirectoryHandle
  readonly target: FolderTarget
  readonly names: OutputNames
  readonly begun: Date
  readonly recordOf: (path: string) => FileRecord | undefined
  /** Stores records before the files they describe change. */
  readonly keep: (...records: readonly FileRecord[]) => Promise<void>
  readonly fingerprintOf: (kind: BatchFile['kind'], hash: string) => Promise<Fingerprint>
  readonly hashOf: HashOf
  /** Null if this device makes the pictures. */
  readonly paid: PaidAnswers | null
  /** Runs one picture at a time, with all its recipes: two would evict each other from the worker's memory. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

type Facts = Pick<BatchFile, 'kind' | 'state' | 'outputs' | 'seconds' | 'doubt' | 'leftOut' | 'error'>

/**
 * Makes and writes the outputs of a file. Resolves with the result; rejects with a fault of `pauseOfError`, or with the
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
  const hashOf = (file: Blob) => work.hashOf(kind, file, call.signal)
  const fromSource = <T>(reading: Promise<T>) =>
    reading.catch(async (thrown: unknown) => {
      throw await toFolderFault(thrown, 'source', work.sourceRoot)
    })
  const toTarget = <T>(writing: Promise<T>) =>
    writing.catch(async (thrown: unknown) => {
      throw await toFolderFault(thrown, 'target', work.targetRoot)
    })
  const file = await fromSource(entry.open())
  const last = work.recordOf(path)
  const before = last && (await toTarget(withoutBegun(last, target, work.hashOf)))
  const known = before && isUnchanged(before, file) ? before : undefined
  const hash = known?.hash ?? (await fromSource(hashOf(file)))
  const { fingerprint, edited, asks } = await work.fingerprintOf(kind, hash)
  call.signal.throwIfAborted()
  const done = before && (await toTarget(recordOfDone(target, before, fingerprint)))
  if (done) {
    const record = { ...done, bytes: file.size, modified: file.lastModified, hash }
    if (!known) await work.keep(record)
    return asRecorded(record, work.run)
  }

  const extension = kind === 'clip' ? clipExtension : pictureExtension
  const earlier = before ? makesSoFar(before) : []
  const ownerOf = ({ id }: SavedRecipe): OutputOwner => {
    const made = outputsMade({ earlier, outputs: [] })
    const asked = made.filter(({ wrote }) => wrote?.source === hash && wrote.ask === asks.get(id))
    return {
      path,
      recipe: id,
      own: asked.map((output) => output.path),
      isOwn: async (name, found) => {
        if (found.size === 0) return made.some((output) => output.path === name)
        const here = asked.filter((output) => output.path === name && output.wrote?.bytes === found.size)
        if (here.length === 0) return false
        const sha256 = await hashOf(found)
        return here.some(({ wrote }) => wrote?.sha256 === sha256)
      },
    }
  }
  const claim = (recipe: SavedRecipe, size?: MadeOutput['size']) => {
    const output = { path, root: work.rootName, recipe: recipe.name, number, date: work.begun }
    const wanted = outputPath(patternOf(plan, recipe), {
      ...output,
      extension: extension(recipe),
      ...(size && { size }),
    })
    return toTarget(names.claim(wanted, ownerOf(recipe), plan.existing))
  }
  const claims = new Map<string, Claim>()
  const wanted: SavedRecipe[] = []
  for (const recipe of plan.recipes) {
    const isLater = needsSize(patternOf(plan, recipe))
    const claimed = isLater ? null : await claim(recipe)
    if (isLater || claimed) wanted.push(recipe)
    if (claimed) claims.set(recipe.id, claimed)
  }
  const jobs: Record<string, JobId> = { ...(known?.fingerprint === fingerprint && known.jobs) }
  if (kind === 'clip') for (const { id } of wanted) jobs[id] ??= makeJobId()
  let record: FileRecord = {
    batchId: work.id,
    path,
    run: work.run,
    kind,
    bytes: file.size,
    modified: file.lastModified,
    hash,
    fingerprint,
    jobs,
    state: 'working',
    seconds: null,
    doubt: null,
    error: null,
    outputs: [...claims].map(([recipe, { name }]) => ({ recipe, path: name })),
    earlier,
    copy: before?.copy ?? null,
  }
  await work.keep(record)

  let doubt: number | null = null
  const lacking = new Map<string, LeftOut>()
  const written = new Map<string, Output>()
  const inOrder = () => plan.recipes.flatMap(({ id }) => written.get(id) ?? [])
  const write = async (
    recipe: SavedRecipe,
    { content, size, doubt: itsDoubt, leftOut = [] }: MadeOutput,
  ): Promise<void> => {
    call.signal.throwIfAborted()
    doubt = itsDoubt === null ? doubt : Math.max(doubt ?? 0, itsDoubt)
    for (const one of leftOut) lacking.set(one.kind, one)
    const sha256 = await hashOf(content)
    const wrote = { source: hash, ask: asks.get(recipe.id) ?? '', bytes: content.size, sha256 }
    let claimed = claims.get(recipe.id) ?? (await claim(recipe, size))
    for (; claimed; claimed = await claim(recipe, size)) {
      call.signal.throwIfAborted()
      const { name, mayReplace } = claimed
      const output: Output = { recipe: recipe.id, path: name, wrote }
      // Recorded before the file exists, so that it is recognised after a kill.
      record = { ...record, outputs: [...record.outputs.filter((each) => each.recipe !== recipe.id), output] }
      await work.keep(record)
      const isOwn = async (found: File) =>
        (await mayReplace(found)) || (found.size === content.size && (await hashOf(found)) === sha256)
      if (await toTarget(writeOutput(work, path, output, content, isOwn, call.signal))) {
        written.set(recipe.id, output)
        return
      }
      names.refuse(name)
    }
    record = { ...record, outputs: record.outputs.filter((each) => each.recipe !== recipe.id) }
  }
  const writes: Promise<void>[] = []
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
      await work.inTurn(async () => {
        if (!work.paid) started = performance.now()
        for (const recipe of wanted) {
          call.signal.throwIfAborted()
          const made = await make(recipe)
          // The next output is made while this one is written.
          const writing = write(recipe, made)
          writing.catch(() => {})
          writes.push(writing)
        }
      })
      await Promise.all(writes)
      await work.paid?.drop(picture, hash, plan.recipes)
    }
  } catch (thrown) {
    await Promise.allSettled(writes)
    // A paused file keeps its claims.
    if (!call.signal.aborted && !pauseOfError(thrown)) await work.keep({ ...record, outputs: inOrder() })
    throw thrown
  }
  call.signal.throwIfAborted()
  const made = inOrder()
  const end: FileRecord = {
    ...record,
    state: written.size > 0 ? 'done' : 'skipped',
    jobs: {},
    doubt,
    seconds: (performance.now() - started) / 1000,
    outputs: made,
    ...(lacking.size > 0 && { leftOut: [...lacking.values()] }),
    earlier: makesWithout(
      earlier,
      made.map((output) => output.path),
    ),
    error:
      written.size > 0
        ? null
        : new ServiceError('validation_error', { reason: 'batch_file_exists' }).toPlain(),
  }
  await work.keep(end)
  return asRecorded(end, work.run)
}

/**
 * Writes a claimed file, and removes it from the record of its earlier source file. Resolves with false as `write`
 * does.
 */
const writeOutput = async (
  { target, names, recordOf, keep }: FileWork,
  path: string,
  output: Output,
  content: Blob,
  mayReplace: (found: File) => Promise<boolean>,
  signal: AbortSignal,
): Promise<boolean> => {
  const before = names.give(output.path, path)
  let isWritten = false
  try {
    isWritten = await target.write(output.path, content, mayReplace, signal)
  } finally {
    if (!isWritten) names.give(output.path, before)
  }
  const other = before === null || before === path ? undefined : recordOf(before)
  if (isWritten && other) await keep(recordWithout(other, [output.path]))
  return isWritten
}
