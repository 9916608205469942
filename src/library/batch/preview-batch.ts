import { type FileKind, fileKinds } from '#contract/file-kinds.ts'
import { readSizeOfFile } from '#contract/image-size.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BatchCounts, BatchPlan, BatchSource } from './batch.ts'
import { patternOf } from './batch-fingerprint.ts'
import { listSource, type SourceFile, sourceName } from './folder-source.ts'
import { clipExtension } from './make-clips.ts'
import { pictureExtension } from './make-pictures.ts'
import { checkNamePattern, needsSize, outputPath } from './output-names.ts'

/** What files are as their names tell. */
const mediaOfEnding = new Map(
  (Object.keys(fileKinds) as FileKind[]).flatMap((kind) => {
    const row: { readonly media: string; readonly endings?: readonly string[] } = fileKinds[kind]
    return (row.endings ?? []).map((ending) => [ending, row.media] as const)
  }),
)
const mediaOfName = (path: string) => mediaOfEnding.get(/[^.]*$/.exec(path)?.[0].toLowerCase() ?? '')

/** Throws a `validation_error` of the field where a plan cannot be carried out. */
export const checkPlan = (plan: BatchPlan): void => {
  if (plan.recipes.length === 0)
    throw new ServiceError('validation_error', { reason: 'batch_without_recipe', fields: ['recipes'] })
  for (const recipe of plan.recipes) checkNamePattern(patternOf(plan, recipe))
}

/** Looks at sources before a batch begins; each is listed once, until another one is looked at. */
export const createPreview = () => {
  let listed: { readonly of: object; readonly files: Promise<readonly SourceFile[]> } | null = null
  const list = (source: BatchSource) => {
    const of = source.kind === 'folder' ? source.handle : source.files
    if (listed?.of !== of) listed = { of, files: listSource(source, () => false) }
    listed.files.catch(() => {
      listed = null
    })
    return listed.files
  }
  return {
    count: async (source: BatchSource, signal: AbortSignal): Promise<BatchCounts> => {
      const media = (await list(source)).map(({ path }) => mediaOfName(path))
      signal.throwIfAborted()
      const of = (wanted: string) => media.filter((each) => each === wanted).length
      return { pictures: of('image'), clips: of('video') }
    },
    exampleNames: async (source: BatchSource, plan: BatchPlan, count: number): Promise<readonly string[]> => {
      checkPlan(plan)
      const files = (await list(source)).filter(({ path }) => mediaOfName(path)).slice(0, count)
      const named = files.map(async (file, at) => {
        const isSized = plan.recipes.some((recipe) => needsSize(patternOf(plan, recipe)))
        const size = isSized ? await readSize(file) : null
        return plan.recipes.map((recipe) =>
          outputPath(patternOf(plan, recipe), {
            ...{ path: file.path, root: sourceName(source), recipe: recipe.name, number: at + 1 },
            date: new Date(),
            extension: mediaOfName(file.path) === 'video' ? clipExtension(recipe) : pictureExtension(recipe),
            ...(size && { size }),
          }),
        )
      })
      return (await Promise.all(named)).flat().slice(0, count)
    },
  }
}

/** Of the source: what a recipe makes of it is known when it is made. */
const readSize = async ({ open }: SourceFile) => readSizeOfFile(await open())
