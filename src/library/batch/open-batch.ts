import { foldedName } from '#base/file-names.ts'
import { type OpenRoot, openFolder } from '#base/opfs.ts'
import type { Store } from '#base/store.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { opfsFiles } from '#library/store/stored-files.ts'
import type { BatchPlan, BatchSource, BatchState } from './batch.ts'
import { BatchMustWait } from './batch-faults.ts'
import { createFingerprints, patternOf } from './batch-fingerprint.ts'
import { type BatchLedger, type BatchRecord, everMade } from './batch-ledger.ts'
import { pathWithin } from './folder-rights.ts'
import { type SourceFile, sourceName } from './folder-source.ts'
import { createOutputNames, openFolderTarget } from './folder-target.ts'
import { clipExtension } from './make-clips.ts'
import { pictureExtension } from './make-pictures.ts'
import { needsSize, outputPath } from './output-names.ts'
import { type CreditsOfBatch, openPaidAnswers } from './paid-answers.ts'
import type { OpenBatch } from './run-batch.ts'

/** Where the files of a batch are until they are packed, in the browser's own file system. */
export const stagedPath = (id: string): string => `batches/${id}`

/** Where results could go, as far as that is known before they are made. */
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
            ...{ path, root, recipe: recipe.name, number: at + 1, date: new Date(), extension },
          }),
        ),
      ),
  )

type Parts = {
  readonly device: BackgroundService
  readonly remote: () => BackgroundService | null
  readonly openRoot?: OpenRoot
  readonly ledger: BatchLedger
  readonly record: BatchRecord
  readonly source: BatchSource
  readonly store: Store<BatchState>
  readonly credits: CreditsOfBatch
  readonly held: Parameters<typeof openPaidAnswers>[0]['held']
  readonly onListed: (total: number) => Promise<void>
}

/** Opens the folders of a batch, and what is known of its files. Rejects as the browser does. */
export const openBatch = async (parts: Parts): Promise<OpenBatch> => {
  const { device, remote, openRoot, ledger, record, source, store, credits } = parts
  const { id, run, plan } = record
  const rooted = openRoot && { openRoot }
  const targetRoot =
    record.target.kind === 'folder'
      ? record.target.handle
      : await openFolder(`${stagedPath(id)}/files`, { create: true, ...rooted })
  const target = openFolderTarget(targetRoot)
  const sourceRoot = source.kind === 'folder' ? source.handle : null
  const records = new Map((await ledger.files(id)).map((file) => [file.path, file]))

  // Where the source lies in the target, and the target in the source.
  const isPicked = sourceRoot !== null && record.target.kind === 'folder'
  const sourceAt = isPicked ? await pathWithin(targetRoot, sourceRoot) : null
  const targetAt = isPicked ? await pathWithin(sourceRoot, targetRoot) : null
  let sourcePaths: ReadonlySet<string> = new Set()
  const stamp = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`
  const picked = new Set(source.kind === 'files' ? source.files.map(stamp) : [])
  const isSource = (name: string, file?: File) =>
    sourcePaths.has(foldedName(name)) || (file !== undefined && picked.has(stamp(file)))
  const names = createOutputNames(target.find, isSource)
  const earlier = new Set<string>()
  const recipes = new Set(plan.recipes.map((recipe) => recipe.id))
  for (const record of records.values()) {
    const { path, outputs } = record
    for (const made of everMade(record)) earlier.add(foldedName(made))
    for (const output of outputs)
      if (recipes.has(output.recipe)) names.give(output.path, { path, recipe: output.recipe })
  }

  return {
    ...{ id, run, plan, device, source, sourceRoot, targetRoot, target, names, records, ledger },
    rootName: sourceName(source),
    begun: new Date(record.at),
    paid:
      plan.runLocation === 'service'
        ? openPaidAnswers({ device, remote, credits, held: parts.held, files: opfsFiles(openRoot) })
        : null,
    isOutput: (path) =>
      targetAt === '' ? earlier.has(foldedName(path)) || names.isOurs(path) : path === targetAt,
    openFingerprints: async () => {
      const { savedEdits, workers } = device.onDevice ?? {}
      if (!savedEdits || !workers) throw new Error('The service of this device is not on this device.')
      if (plan.runLocation === 'device')
        return createFingerprints(plan, JSON.stringify((await workers.describe()).matteKeys), savedEdits)
      const service = remote()
      // Without its name nothing that it was paid for would be found again.
      if (!service) throw new BatchMustWait('serviceRefused')
      return createFingerprints(plan, service.id, savedEdits)
    },
    onListed: async (total) => {
      if (sourceAt !== null) {
        const before = sourceAt && `${sourceAt}/`
        sourcePaths = new Set(store.get().files.map(({ path }) => foldedName(`${before}${path}`)))
      }
      await parts.onListed(total)
    },
  }
}
