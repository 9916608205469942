import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ModelCatalog, NetworkFiles, PartedFile } from '#matting/network-catalog.ts'
import { freeSizeGraph } from './free-size-graph.ts'
import {
  fingerprintOf,
  isnetGeneral,
  type ModelSource,
  type NetworkSource,
  readSource,
  sha256Of,
} from './read-source.ts'

/** Change it with every change of what the build makes out of the same sources. */
const formatVersion = 1
const partBytes = 4 * 1024 * 1024

/** The catalogue, and the folder that holds each of its parts under the last step of the part's path. */
export type ReadModel = { readonly catalog: ModelCatalog; readonly folder: string }

export type ReadModelOptions = {
  /** The folder that holds node_modules. */
  readonly root?: string
  readonly source?: ModelSource
}

/**
 * The model and the runtime as the studio serves them: graphs of free size, weights and WASM in parts
 * named by their content. Made once, then taken from node_modules/.cache; a plain function, so that
 * tests and benches under Node read the same files as the browser.
 */
export function readModel({ root = process.cwd(), source = isnetGeneral }: ReadModelOptions = {}): ReadModel {
  const runtimes = runtimeFiles(root)
  const prints = Object.values(source.networks).map((network) => fingerprintOf(network, root))
  const key = sha256Of(
    JSON.stringify([formatVersion, partBytes, source, prints, runtimeVersion(root)]),
  ).slice(0, 16)
  const cache = join(root, 'node_modules/.cache/clearcut-models')
  const folder = join(cache, key)
  const catalogFile = join(folder, 'catalog.json')
  if (existsSync(catalogFile))
    return { catalog: JSON.parse(readFileSync(catalogFile, 'utf8')) as ModelCatalog, folder }

  // Written aside and then renamed, so that a build that was stopped leaves nothing that looks whole, nor two
  // threads of a process mix theirs.
  const draft = join(cache, `${key}.${randomUUID()}`)
  mkdirSync(draft, { recursive: true })
  const write = (bytes: Uint8Array, ending: string): PartedFile => writeParts(bytes, ending, draft)
  const catalog: ModelCatalog = {
    model: {
      ...source,
      networks: {
        small: writeNetwork(source, source.networks.small, root, write),
        large: writeNetwork(source, source.networks.large, root, write),
      },
    },
    runtimes: {
      wasm: write(readFileSync(runtimes.wasm), 'wasm'),
      webgpu: write(readFileSync(runtimes.webgpu), 'wasm'),
    },
  }
  writeFileSync(join(draft, 'catalog.json'), JSON.stringify(catalog))
  try {
    renameSync(draft, folder)
  } catch (cause) {
    // Another process was faster and made the same folder.
    rmSync(draft, { recursive: true })
    if (!existsSync(catalogFile)) throw cause
  }
  return { catalog, folder }
}

/** All bytes of a file of the catalogue. */
export function readParts(file: PartedFile, folder: string): Uint8Array {
  return Buffer.concat(file.parts.map(({ path }) => readFileSync(join(folder, basename(path)))))
}

function writeNetwork(
  { input, output }: ModelSource,
  network: NetworkSource,
  root: string,
  write: (bytes: Uint8Array, ending: string) => PartedFile,
): NetworkFiles {
  const bytes = readSource(network, root)
  const weightsPath = 'weights.bin'
  const rewrite = (compute: 'as stored' | 'float32') =>
    freeSizeGraph(bytes, { inputName: input.name, outputName: output.name, weightsPath, compute })
  const { graph, weights } = rewrite('as stored')
  const files = {
    precision: network.precision,
    weightsPath,
    weights: write(weights, 'bin'),
    graph: write(graph, 'bin'),
  }
  if (network.precision !== 'fp16') return files
  return { ...files, graphFloat32: write(rewrite('float32').graph, 'bin') }
}

/** The endings matter to hosts: they compress `.wasm` (to a quarter) and leave `.bin` alone. */
function writeParts(bytes: Uint8Array, ending: string, folder: string): PartedFile {
  const parts = []
  for (let start = 0; start < bytes.length; start += partBytes) {
    const part = bytes.subarray(start, start + partBytes)
    const sha256 = sha256Of(part)
    const name = `${sha256.slice(0, 32)}.${ending}`
    writeFileSync(join(folder, name), part)
    parts.push({ path: `models/${name}`, sha256, bytes: part.length })
  }
  return { bytes: bytes.length, parts }
}

const runtimeFolder = (root: string): string => join(root, 'node_modules/onnxruntime-web')

const runtimeFiles = (root: string) => ({
  wasm: join(runtimeFolder(root), 'dist/ort-wasm-simd-threaded.wasm'),
  webgpu: join(runtimeFolder(root), 'dist/ort-wasm-simd-threaded.asyncify.wasm'),
})

const runtimeVersion = (root: string): string =>
  (JSON.parse(readFileSync(join(runtimeFolder(root), 'package.json'), 'utf8')) as { version: string }).version
