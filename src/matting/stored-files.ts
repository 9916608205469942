import type { ModelCatalog, NetworkFiles, PartedFile } from './model-entry.ts'
import type { ModelFiles } from './model-files.ts'

/** A file of the model, as people see it in the list of what is stored. */
export type StoredModelFile = { readonly name: string; readonly bytes: number }

/** What the store keeps, in words, the largest first; parts of earlier builds under one name. */
export async function listStoredFiles(
  { model, runtimes }: ModelCatalog,
  files: ModelFiles,
): Promise<readonly StoredModelFile[]> {
  const { small, large } = model.networks
  const named: [name: string, files: readonly PartedFile[]][] = [
    [`${model.name}: large network`, filesOf(large)],
    [`${model.name}: small network`, filesOf(small)],
    ['Engine for the graphics card', [runtimes.webgpu]],
    ['Engine for the processor', [runtimes.wasm]],
  ]
  const known = await Promise.all(
    named.map(async ([name, parted]) => ({
      name,
      bytes: sumOf(await Promise.all(parted.map(files.storedBytes))),
    })),
  )
  const rest = (await files.storedBytes()) - sumOf(known.map(({ bytes }) => bytes))
  return [...known, { name: 'Of an earlier version', bytes: rest }].filter(({ bytes }) => bytes > 0)
}

const filesOf = ({ graph, graphFloat32, weights }: NetworkFiles): readonly PartedFile[] =>
  [graph, graphFloat32, weights].filter((file) => file !== undefined)

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
