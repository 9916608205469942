import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import {
  type InferencePass,
  networkEngines,
  networkOf,
  type PassTable,
  passesOf,
  selfTestPictures,
  takesSize,
} from '#matting/network-catalog.ts'
import { storedWeights, withWeights } from './graph-weights.ts'
import { readNpz } from './read-npz.ts'
import { isTflite } from './read-tflite.ts'
import { tfliteGraph } from './tflite-graph.ts'
import { tunedWeights } from './tune-weights.ts'

const pixels = v.pipe(v.number(), v.integer(), v.minValue(1))
const channels = v.tuple([v.number(), v.number(), v.number()])
const size = v.strictObject({ width: pixels, height: pixels })
const passEntries = { network: v.string(), ...size.entries }
const pass = v.strictObject(passEntries)

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** A resource of an npm data package. */
const resource = v.strictObject({ package: v.string(), resource: v.string() })
/** A file by its path from the root of the project, or of an npm package. */
const hashedFile = v.strictObject({ package: v.exactOptional(v.string()), path: v.string(), sha256 })

/** `published + share * differences` instead of the weights of a file (tune-weights.ts). */
const tuning = v.strictObject({
  published: v.union([resource, hashedFile]),
  differences: hashedFile,
  share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
})

/** One network: the place of its ONNX or TFLite file, and its properties for the build and the page. */
const network = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  name: v.string(),
  licence: v.string(),
  source: v.pipe(v.string(), v.url()),
  file: v.union([resource, hashedFile]),
  // The name of one of the catalogue's tunings.
  tuning: v.exactOptional(v.string()),
  // All weights of the network, instead of those of `file`; its convolutions may be narrower.
  weights: v.exactOptional(hashedFile),
  precision: v.picklist(['int8', 'fp16', 'float32']),
  backends: v.array(v.picklist(['wasm', 'webgpu'])),
  engine: v.exactOptional(v.picklist(networkEngines)),
  gpuBufferBytes: v.exactOptional(pixels),
  input: v.strictObject({
    name: v.string(),
    layout: v.picklist(['NCHW', 'NHWC']),
    mean: channels,
    deviation: channels,
    size: v.union([v.strictObject({ multipleOf: pixels }), size]),
  }),
  output: v.strictObject({ name: v.string() }),
  features: v.exactOptional(v.array(v.string())),
  selfTest: v.exactOptional(v.picklist(selfTestPictures)),
})

const levelPasses = v.strictObject({
  image: v.pipe(
    v.array(
      v.strictObject({
        ...passEntries,
        aboveRisk: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
        withRoom: v.exactOptional(v.picklist(['nothing', 'something'])),
      }),
    ),
    v.minLength(1),
  ),
  imageCloser: v.exactOptional(pass),
  imageFeatures: v.exactOptional(pass),
  video: pass,
  videoCrop: v.exactOptional(pass),
  videoLook: v.exactOptional(
    v.strictObject({
      aboveUncertainty: v.number(),
      passes: v.pipe(v.array(pass), v.minLength(1), v.maxLength(3)),
    }),
  ),
})
const backendPasses = v.strictObject({ fast: levelPasses, balanced: levelPasses, fine: levelPasses })
const catalogFile = v.strictObject({
  tunings: v.optional(v.record(v.string(), tuning), {}),
  networks: v.array(network),
  passes: v.strictObject({ wasm: backendPasses, webgpu: backendPasses }),
  people: v.exactOptional(pass),
})

type FileSource = NetworkSource['file']
/** One network of a build, as in `networks.json`. */
export type NetworkSource = Omit<v.InferOutput<typeof network>, 'tuning'> & {
  readonly tuning?: v.InferOutput<typeof tuning>
}
/** The networks of a build before their files are read: src/build/networks/networks.json. */
export type CatalogSource = {
  readonly networks: readonly NetworkSource[]
  readonly passes: PassTable
  readonly people?: InferencePass
}

/**
 * Checks a catalogue file. Throws, with the name of the entry, if a field is missing, unknown or of a wrong type, if
 * two networks share an id, or if a pass names a network, size or backend that does not fit.
 */
export function parseCatalog(value: unknown): CatalogSource {
  const parsed = v.safeParse(catalogFile, value)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(`The catalogue of networks: ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
  }
  const { tunings, networks, ...rest } = parsed.output
  const catalog: CatalogSource = {
    networks: networks.map(({ tuning: name, ...entry }) =>
      name === undefined ? entry : { ...entry, tuning: tuningOf(tunings, name) },
    ),
    ...rest,
  }
  const { passes, people } = catalog
  const ids = catalog.networks.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`The catalogue has two networks ${twice}.`)
  for (const backend of ['wasm', 'webgpu'] as const) {
    for (const pass of Object.values(passes[backend]).flatMap(passesOf)) checkPass(catalog, pass, backend)
    for (const [level, { image }] of Object.entries(passes[backend])) {
      const [first = {}] = image
      if ('aboveRisk' in first || 'withRoom' in first)
        throw new Error(`The first pass of ${level} on ${backend} has nothing that it could follow.`)
    }
  }
  // The processor computes it if it does not run on a GPU.
  if (people) checkPass(catalog, people, 'wasm')
  return catalog
}

function tuningOf<T>(tunings: Readonly<Record<string, T>>, name: string): T {
  const found = tunings[name]
  if (found === undefined) throw new Error(`The catalogue has no tuning ${name}.`)
  return found
}

/** When a GPU is lost, the processor takes over its passes, so their networks must run on both. */
function checkPass(catalog: CatalogSource, { network: id, ...size }: InferencePass, backend: string): void {
  const { backends, engine, input } = networkOf(catalog.networks, id)
  if (backend === 'webgpu' && engine === 'kernels')
    throw new Error(`The network ${id} has a pass on webgpu, but the kernels run on processors.`)
  for (const needed of backend === 'webgpu' ? (['webgpu', 'wasm'] as const) : (['wasm'] as const)) {
    if (!backends.includes(needed))
      throw new Error(`The network ${id} has a pass on ${backend}, but not ${needed}.`)
  }
  if (!takesSize(input.size, size))
    throw new Error(`The network ${id} does not take pictures of ${size.width} x ${size.height}.`)
}

/** The shipped catalogue; `MODEL_SOURCE` in the environment is the path of another file of the same shape. */
export const readCatalog = (root: string, file = process.env.MODEL_SOURCE): CatalogSource =>
  parseCatalog(
    JSON.parse(readFileSync(file ? join(root, file) : new URL('networks.json', import.meta.url), 'utf8')),
  )

type Resources = Record<
  string,
  {
    readonly size: number
    readonly chunks: readonly { readonly hash: string; readonly offsets: readonly [number, number] }[]
  }
>

/** The SHA-256 of bytes or a text, in hexadecimal digits. */
export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

/** Changes with the bytes that `readSource` would return; cheap, because no large file is read. */
export function fingerprintOf({ file, tuning, weights }: NetworkSource, root: string): string {
  const print = (each: FileSource) =>
    'path' in each ? each.sha256 : JSON.stringify(resourceOf(each, root).entry)
  return [file, ...(tuning ? [tuning.published, tuning.differences] : []), ...(weights ? [weights] : [])]
    .map(print)
    .join()
}

/** The bytes of a network's file as ONNX with its weights. Throws if a file is missing or has another SHA-256. */
export function readSource({ file, tuning, weights }: NetworkSource, root: string): Uint8Array {
  const stored = readFile(file, root)
  const bytes = isTflite(stored) ? tfliteGraph(stored) : stored
  if (weights) return withWeights(bytes, storedWeights(readNpz(readFile(weights, root))))
  if (!tuning) return bytes
  const { published, differences, share } = tuning
  return withWeights(
    bytes,
    tunedWeights({
      published: JSON.stringify(published) === JSON.stringify(file) ? bytes : readFile(published, root),
      differences: readNpz(readFile(differences, root)),
      share,
    }),
  )
}

function readFile(file: FileSource, root: string): Uint8Array {
  if ('path' in file) {
    const path = join(root, ...(file.package ? ['node_modules', file.package] : []), file.path)
    if (!existsSync(path)) throw new Error(`${file.path} is missing; install or check it out again.`)
    return verified(readFileSync(path), file.sha256, file.path)
  }
  const { entry, folder } = resourceOf(file, root)
  const bytes = new Uint8Array(entry.size)
  for (const { hash, offsets } of entry.chunks) {
    const chunk = verified(readFileSync(join(folder, hash)), hash, `${file.package}${file.resource}`)
    if (chunk.length !== offsets[1] - offsets[0])
      throw new Error(`A chunk of ${file.resource} has a wrong length.`)
    bytes.set(chunk, offsets[0])
  }
  return bytes
}

function resourceOf(file: v.InferOutput<typeof resource>, root: string) {
  const folder = join(root, 'node_modules', file.package, 'dist')
  const resources = JSON.parse(readFileSync(join(folder, 'resources.json'), 'utf8')) as Resources
  const entry = resources[file.resource]
  if (!entry) throw new Error(`${file.package} has no ${file.resource}.`)
  return { entry, folder }
}

function verified(bytes: Uint8Array, sha256: string, what: string): Uint8Array {
  if (sha256Of(bytes) !== sha256)
    throw new Error(`${what}: this file is damaged; install or check it out again.`)
  return bytes
}
