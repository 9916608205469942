import { foldedName } from '#base/file-names.ts'
import type { Size } from '#base/geometry.ts'
import { type FileKind, fileKinds } from '#contract/file-kinds.ts'
import { readSizeOfFile } from '#contract/image-size.ts'
import { ServiceError } from '#contract/service-error.ts'
import { checkNamePattern, needsSize, outputPath } from '#library/recipe/output-names.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { BatchCounts, BatchPlan, BatchSource, BatchTarget } from './batch.ts'
import { inLanes, isUnchanged, looksAtOnce } from './batch-files.ts'
import { asksOf, patternOf } from './batch-fingerprint.ts'
import { type BatchLedger, type FileRecord, outputsMade, pathsOf } from './batch-ledger.ts'
import { findBatch, isWithin, pathWithin } from './folder-rights.ts'
import { listSource, type SourceFile, sourceName } from './folder-source.ts'
import { openFolderTarget } from './folder-target.ts'
import { clipExtension } from './make-clips.ts'
import { pictureExtension } from './make-pictures.ts'

/** Picture or clip, by file name ending. */
const mediaOfEnding = new Map(
  (Object.keys(fileKinds) as FileKind[]).flatMap((kind) => {
    const row: { readonly media: string; readonly endings?: readonly string[] } = fileKinds[kind]
    return (row.endings ?? []).map((ending) => [ending, row.media] as const)
  }),
)
const mediaOfName = (path: string) => mediaOfEnding.get(/[^.]*$/.exec(path)?.[0].toLowerCase() ?? '')

/** Throws a `validation_error` with the field if a plan cannot be carried out. */
export const checkPlan = (plan: BatchPlan): void => {
  if (plan.recipes.length === 0)
    throw new ServiceError('validation_error', { reason: 'batch_without_recipe', fields: ['recipes'] })
  for (const recipe of plan.recipes) checkNamePattern(patternOf(plan, recipe))
}

/** Previews batches; the listing of the last source is cached. */
export const createPreview = (
  ledger: Pick<BatchLedger, 'list' | 'files'>,
  serviceId: () => string | undefined,
) => {
  let listed: { readonly of: object; readonly files: Promise<readonly SourceFile[]> } | null = null
  const list = (source: BatchSource) => {
    const of = source.kind === 'folder' ? source.handle : source.files
    if (listed?.of !== of) listed = { of, files: listSource(source, () => false) }
    listed.files.catch(() => {
      listed = null
    })
    return listed.files
  }
  /** The files to work on, without those of the target, as in `openBatch`. */
  const listWork = async (
    source: BatchSource,
    target: BatchTarget | null,
  ): Promise<readonly SourceFile[]> => {
    const files = (await list(source)).filter(({ path }) => mediaOfName(path))
    if (source.kind !== 'folder' || target?.kind !== 'folder') return files
    const targetAt = await pathWithin(source.handle, target.handle)
    const sourceAt = await pathWithin(target.handle, source.handle)
    const found = sourceAt === null ? null : await findBatch(await ledger.list(), source, target)
    const ours = new Set((found ? await ledger.files(found.id) : []).flatMap(pathsOf).map(foldedName))
    const isOutput = (path: string) =>
      targetAt
        ? path.startsWith(`${targetAt}/`)
        : ours.has(foldedName(sourceAt ? `${sourceAt}/${path}` : path))
    return files.filter(({ path }) => !isOutput(path))
  }
  /** Whether a file of the target is an output of the same source file and settings. */
  const isOwn = async (record: FileRecord, { open }: SourceFile, ask: string, name: string, there: File) => {
    if (!isUnchanged(record, await open())) return false
    return outputsMade(record).some(
      ({ path, wrote }) =>
        foldedName(path) === foldedName(name) &&
        wrote?.ask === ask &&
        wrote.source === record.hash &&
        wrote.bytes === there.size,
    )
  }
  return {
    countReplaced: async (
      source: BatchSource,
      target: BatchTarget,
      plan: BatchPlan,
      signal: AbortSignal,
    ): Promise<number | null> => {
      checkPlan(plan)
      if (target.kind === 'zip') return 0
      if (plan.recipes.some((recipe) => needsSize(patternOf(plan, recipe)))) return null
      const { find } = openFolderTarget(target.handle)
      const sourceAt = source.kind === 'folder' ? await pathWithin(target.handle, source.handle) : null
      const found = await findBatch(await ledger.list(), source, target)
      const records = new Map((found ? await ledger.files(found.id) : []).map((file) => [file.path, file]))
      const place = (plan.runLocation === 'service' && serviceId()) || 'device'
      const files = await listWork(source, target)
      const listed = new Set(files.map(({ path }) => path))
      const ownerOf = new Map(
        [...records.values()].flatMap((record) =>
          pathsOf(record).map((path) => [foldedName(path), record.path] as const),
        ),
      )
      const taken = new Set<string>()
      let count = 0
      for (const recipe of plan.recipes) {
        const asks = await asksOf(recipe, place)
        const waiting = files.entries()
        await inLanes(
          looksAtOnce,
          () => waiting.next().value,
          async ([at, file]) => {
            signal.throwIfAborted()
            const { kind, name } = outputNamed(source, plan, recipe, file, at)
            const key = foldedName(name)
            const owner = ownerOf.get(key) ?? file.path
            // A numbered name replaces only an output of the same file.
            const isOfOther = owner !== file.path && listed.has(owner)
            if (taken.has(key) || isOfOther || isWithin(sourceAt, name)) return
            taken.add(key)
            const there = await find(name)
            const record = records.get(file.path)
            if (there && !(record && (await isOwn(record, file, asks[kind], name, there)))) count += 1
          },
        )
      }
      return count
    },
    count: async (
      source: BatchSource,
      target: BatchTarget | null,
      signal: AbortSignal,
    ): Promise<BatchCounts> => {
      const media = (await listWork(source, target)).map(({ path }) => mediaOfName(path))
      signal.throwIfAborted()
      const of = (wanted: string) => media.filter((each) => each === wanted).length
      return { pictures: of('image'), clips: of('video') }
    },
    exampleNames: async (
      source: BatchSource,
      target: BatchTarget | null,
      plan: BatchPlan,
      count: number,
    ): Promise<readonly string[]> => {
      checkPlan(plan)
      const files = (await listWork(source, target)).slice(0, count)
      const named = files.map(async (file, at) => {
        const isSized = plan.recipes.some((recipe) => needsSize(patternOf(plan, recipe)))
        const size = isSized ? await readSize(file) : null
        return plan.recipes.map((recipe) => outputNamed(source, plan, recipe, file, at, size).name)
      })
      return (await Promise.all(named)).flat().slice(0, count)
    },
  }
}

/** The name of an output, with its kind taken from the file name. */
const outputNamed = (
  source: BatchSource,
  plan: BatchPlan,
  recipe: SavedRecipe,
  { path }: SourceFile,
  at: number,
  size: Size | null = null,
) => {
  const kind = mediaOfName(path) === 'video' ? 'clip' : 'picture'
  const name = outputPath(patternOf(plan, recipe), {
    path,
    root: sourceName(source),
    recipe: recipe.name,
    number: at + 1,
    date: new Date(),
    extension: kind === 'clip' ? clipExtension(recipe) : pictureExtension(recipe),
    ...(size && { size }),
  })
  return { kind, name } as const
}

/** Size of the source: a recipe's size is known only with its result. */
const readSize = async ({ open }: SourceFile) => readSizeOfFile(await open())
