import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compileKernels } from '#build/compile-kernels.ts'
import {
  isGzipped,
  type NetworkCatalog,
  type PartedFile,
  type ServedNetwork,
} from '#matting/network-catalog.ts'
import {
  type CatalogSource,
  fingerprintOf,
  type NetworkSource,
  readCatalog,
  readSource,
  sha256Of,
} from './network-source.ts'
import { planNetwork } from './plan-network.ts'
import { rewriteGraph } from './rewrite-graph.ts'

/** To be raised whenever the build makes other files from the same sources. */
const formatVersion = 5
const partBytes = 4 * 1024 * 1024

/** The catalogue, and the folder that contains each part under the last segment of the part's path. */
export type ReadModel = { readonly catalog: NetworkCatalog; readonly folder: string }

type ReadModelOptions = {
  /** The folder that contains node_modules. */
  readonly root?: string
  /** By default the shipped catalogue, or that of `MODEL_SOURCE`. */
  readonly source?: CatalogSource
}

/**
 * Networks and runtime as the studio serves them: rewritten graphs, weights and WASM in parts named by their content.
 * Made once, then read from node_modules/.cache; a plain function, so that tests and benches in Node read the same
 * files as the browser. Throws if a file is missing or damaged.
 */
export function readModel({
  root = process.cwd(),
  source = readCatalog(root),
}: ReadModelOptions = {}): ReadModel {
  const runtimes = runtimeFiles(root)
  const prints = source.networks.map((network) => fingerprintOf(network, root))
  const kernels = source.networks.some(isForKernels) ? compileKernels(root) : undefined
  const kernelPrints = Object.values(kernels ?? {}).map(sha256Of)
  const key = sha256Of(
    JSON.stringify([formatVersion, partBytes, source, prints, runtimeVersion(root), kernelPrints]),
  ).slice(0, 16)
  const cache = join(root, 'node_modules/.cache/clearcut-models')
  const folder = join(cache, key)
  const catalogFile = join(folder, 'catalog.json')
  if (existsSync(catalogFile))
    return { catalog: JSON.parse(readFileSync(catalogFile, 'utf8')) as NetworkCatalog, folder }

  // Written to a separate folder and then renamed, so that an interrupted build leaves no incomplete folder, and two
  // simultaneous builds do not mix their files.
  const draft = join(cache, `${key}.${randomUUID()}`)
  mkdirSync(draft, { recursive: true })
  const write = (bytes: Uint8Array, ending: string): PartedFile => writeParts(bytes, ending, draft)
  const catalog: NetworkCatalog = {
    networks: source.networks.map((network) => writeNetwork(network, root, write)),
    passes: source.passes,
    ...(source.people ? { people: source.people } : {}),
    runtimes: {
      wasm: write(readFileSync(runtimes.wasm), 'wasm'),
      webgpu: write(readFileSync(runtimes.webgpu), 'wasm'),
    },
    ...(kernels && {
      kernels: {
        plain: write(kernels.plain, 'wasm'),
        relaxed: write(kernels.relaxed, 'wasm'),
        shared: write(kernels.shared, 'wasm'),
        sharedRelaxed: write(kernels.sharedRelaxed, 'wasm'),
      },
    }),
  }
  writeFileSync(join(draft, 'catalog.json'), JSON.stringify(catalog))
  try {
    renameSync(draft, folder)
  } catch (cause) {
    // Another process has already made the same folder.
    rmSync(draft, { recursive: true })
    if (!existsSync(catalogFile)) throw cause
  }
  return { catalog, folder }
}

/** All bytes of a file of the catalogue. */
export function readParts(file: PartedFile, folder: string): Uint8Array {
  const read = (path: string) => readFileSync(join(folder, basename(path)))
  return Buffer.concat(file.parts.map(({ path }) => (isGzipped(path) ? gunzipSync(read(path)) : read(path))))
}

function writeNetwork(
  source: NetworkSource,
  root: string,
  write: (bytes: Uint8Array, ending: string) => PartedFile,
): ServedNetwork {
  const { file: _, ...entry } = source
  const bytes = readSource(source, root)
  const weightsPath = 'weights.bin'
  if (isForKernels(source)) {
    const { plan, weights } = planNetwork(bytes, source)
    const graph = write(new TextEncoder().encode(JSON.stringify(plan)), 'bin')
    return { ...entry, weightsPath, weights: write(weights, 'bin'), graph }
  }
  const rewrite = (compute: 'as stored' | 'float32') =>
    rewriteGraph(bytes, {
      input: entry.input,
      outputName: entry.output.name,
      featureNames: entry.features ?? [],
      weightsPath,
      compute,
    })
  const { graph, weights } = rewrite('as stored')
  const files = {
    ...entry,
    weightsPath,
    weights: write(weights, 'bin'),
    graph: write(graph, 'bin'),
  }
  if (entry.precision !== 'fp16') return files
  return { ...files, graphFloat32: write(rewrite('float32').graph, 'bin') }
}

const isForKernels = ({ engine }: NetworkSource): boolean => engine === 'kernels'

/** Hosts use the ending: they compress `.wasm` (to a quarter) but not `.bin`, which is gzipped here. */
function writeParts(bytes: Uint8Array, ending: string, folder: string): PartedFile {
  const parts = []
  for (let start = 0; start < bytes.length; start += partBytes) {
    const part = bytes.subarray(start, start + partBytes)
    const served = isGzipped(`.${ending}`) ? gzipSync(part, { memLevel: 9 }) : part
    const name = `${sha256Of(served).slice(0, 32)}.${ending}`
    writeFileSync(join(folder, name), served)
    parts.push({ path: `models/${name}`, sha256: sha256Of(part), bytes: part.length })
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
