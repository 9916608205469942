import type { Size } from '#base/geometry.ts'
import type { Level } from '#contract/image-options.ts'
import type { KnownOfFilling } from '#engine/matte-risk.ts'
import type { TensorFormat } from '#engine/tensor.ts'

/** A GPU or the processor ("execution provider"). */
export type Backend = 'webgpu' | 'wasm'

/** A piece of a file, small enough for any CDN (at most 25 MiB). */
export type FilePart = {
  /** Relative to the studio's base path: `models/<32 hex digits of the hash of the served bytes>.bin`. */
  readonly path: string
  /** SHA-256 of the piece as 64 lower-case hex digits. */
  readonly sha256: string
  readonly bytes: number
}

/** Whether a part is served gzipped: hosts do not compress `.bin` themselves. */
export const isGzipped = (path: string): boolean => path.endsWith('.bin')

/** A file served in parts, in order. */
export type PartedFile = { readonly bytes: number; readonly parts: readonly FilePart[] }

/** The picture format of a network. */
export type NetworkInput = TensorFormat & {
  /** Name of the input tensor in the graph. */
  readonly name: string
  /** One size in pixels, or all sizes with sides that are multiples of a number. */
  readonly size: Size | { readonly multipleOf: number }
}

/** Pictures of the self-test: a disc, a subject to all networks but those for people. */
export const selfTestPictures = ['disc', 'person'] as const
/** A picture of the self-test. */
export type SelfTestPicture = (typeof selfTestPictures)[number]

/** Engines of networks: onnxruntime, or on a processor the studio's faster kernels (`src/kernels`). */
export const networkEngines = ['onnxruntime', 'kernels'] as const
/** An engine of networks. */
export type NetworkEngine = (typeof networkEngines)[number]

/** Builds of the kernels: with threads and shared memory, or without; with relaxed SIMD, or without. */
export type KernelVariant = 'plain' | 'relaxed' | 'shared' | 'sharedRelaxed'

/** A segmentation network: from a picture it makes one matte of the same size. */
export type NetworkEntry = {
  /** Identifies the network in `passes`; kebab-case. */
  readonly id: string
  /** Name in the list of stored files. */
  readonly name: string
  /** SPDX expression of the network itself. */
  readonly licence: string
  /** URL of the authors' page. */
  readonly source: string
  /** Precision of the stored weights. */
  readonly precision: 'int8' | 'fp16' | 'float32'
  readonly backends: readonly Backend[]
  /** Default: onnxruntime. */
  readonly engine?: NetworkEngine
  /** Bytes of the largest tensor of a pass in float32, which a GPU must accept as one buffer. */
  readonly gpuBufferBytes?: number
  readonly input: NetworkInput
  /** Values from 0 (background) to 1 (subject), float32. */
  readonly output: { readonly name: string }
  /**
   * Outputs with features of each place of the picture (1 x channels x height x width, float32), finest first. Clicks
   * use them; without them only the picture and the matte.
   */
  readonly features?: readonly string[]
  /** The drawn picture whose subject a new session must find; default: the disc. */
  readonly selfTest?: SelfTestPicture
}

/** The served files of a network: graphs that share one file of weights. */
export type NetworkFiles = {
  /** The path of the weights in the ONNX graphs. */
  readonly weightsPath: string
  readonly weights: PartedFile
  /** ONNX, in the precision of the weights; for the kernels a `NetworkPlan` as JSON. */
  readonly graph: PartedFile
  /** The graph for float32 with the same weights; only if they are fp16. */
  readonly graphFloat32?: PartedFile
}

/** A network and its files. */
export type ServedNetwork = NetworkEntry & NetworkFiles

/** One run of a network on a picture resized to this size, possibly distorted. */
export type InferencePass = Size & {
  /** The `id` of a network. */
  readonly network: string
}

/** One of the passes over a photo. */
export type ImagePass = InferencePass & {
  /** Runs only if `matteRisk` of the matte so far is above this; always if absent. */
  readonly aboveRisk?: number
  /**
   * Runs on the picture surrounded by its own blurred copy, if `knownOfFilling` of the matte so far has this value: its
   * matte is joined with the one so far (`weightOfRoom`), and no further pass runs.
   */
  readonly withRoom?: KnownOfFilling
}

/** When a key frame of a video is looked at again, and by which passes. */
export type VideoLook = {
  /** The `matteUncertainty` of a matte above which it is looked at again. */
  readonly aboveUncertainty: number
  /**
   * Passes around the subject, smallest first. The last one looks again; the smallest pass whose matte agrees with its
   * matte makes the next key frames.
   */
  readonly passes: readonly InferencePass[]
}

/** The passes of one level on one backend. */
export type LevelPasses = {
  /** The first one is a first look, which judges the others (`chooseMatte`). */
  readonly image: readonly ImagePass[]
  /** The closer look for alternative cut-outs; none if absent. */
  readonly imageCloser?: InferencePass
  /** The pass for the `features` that clicks on an image use. */
  readonly imageFeatures?: InferencePass
  /** The pass on whole frames of a video. */
  readonly video: InferencePass
  /** The pass on the part of a frame around the subject; without it every pass gets the whole frame. */
  readonly videoCrop?: InferencePass
  /** Without it key frames are never looked at again. */
  readonly videoLook?: VideoLook
}

/** The passes of each level on each backend. */
export type PassTable = { readonly [B in Backend]: { readonly [L in Level]: LevelPasses } }

/** The contents of a build: networks, their passes, and WASM files of the engines. */
export type NetworkCatalog = {
  readonly networks: readonly ServedNetwork[]
  readonly passes: PassTable
  /**
   * The pass that finds people (`findPeople`); absent if there is none. If its network does not run on the GPU, the
   * processor computes it.
   */
  readonly people?: InferencePass
  readonly runtimes: { readonly [B in Backend]: PartedFile }
  /** Absent if no network uses them. */
  readonly kernels?: { readonly [V in KernelVariant]: PartedFile }
}

/** The equivalent WASM files of an engine on a device, best first. */
export function engineFiles(
  { runtimes, kernels }: Pick<NetworkCatalog, 'runtimes' | 'kernels'>,
  engine: NetworkEngine,
  { backend, threads }: { readonly backend: Backend; readonly threads: number },
): readonly PartedFile[] {
  if (engine === 'onnxruntime') return [runtimes[backend]]
  if (!kernels) return []
  return threads > 1 ? [kernels.sharedRelaxed, kernels.shared] : [kernels.relaxed, kernels.plain]
}

/** The network with this id. Throws if the catalogue lacks it. */
export function networkOf<N extends NetworkEntry>(networks: readonly N[], id: string): N {
  const network = networks.find((entry) => entry.id === id)
  if (!network) throw new Error(`The catalogue has no network ${id}.`)
  return network
}

/** The files of a session, graph first. `precision` is that of the arithmetic. */
export const sessionFiles = (
  { graph, graphFloat32, weights }: NetworkFiles,
  precision: string,
): readonly [graph: PartedFile, weights: PartedFile] => [
  precision === 'float32' ? (graphFloat32 ?? graph) : graph,
  weights,
]

/** Every file of a network, used on this device or not. */
export const allFiles = ({ graph, graphFloat32, weights }: NetworkFiles): readonly PartedFile[] =>
  [graph, graphFloat32, weights].filter((file) => file !== undefined)

/** Whether a network accepts pictures of this size. */
export const takesSize = (allowed: NetworkInput['size'], { width, height }: Size): boolean =>
  'multipleOf' in allowed
    ? width % allowed.multipleOf === 0 && height % allowed.multipleOf === 0
    : width === allowed.width && height === allowed.height

/** Requirements of the networks in use on a device. */
export type DeviceNeeds = {
  /** Bytes of the largest tensor, which a GPU must accept as one buffer. */
  readonly gpuBufferBytes: number
  /** The precisions in use on a processor, for people, as `int8`. */
  readonly cpuPrecision: string
}

export function deviceNeeds({
  networks,
  passes,
}: {
  readonly networks: readonly NetworkEntry[]
  readonly passes: PassTable
}): DeviceNeeds {
  const used = (backend: Backend) =>
    [...new Set(Object.values(passes[backend]).flatMap(networksOfLevel))].map((id) => networkOf(networks, id))
  return {
    gpuBufferBytes: Math.max(...used('webgpu').map(({ gpuBufferBytes = 0 }) => gpuBufferBytes)),
    cpuPrecision: [...new Set(used('wasm').map(({ precision }) => precision))].join('+'),
  }
}

const networksOfLevel = (level: LevelPasses): readonly string[] =>
  passesOf(level).map(({ network }) => network)

/** Whether only some photos need a pass. */
export const isOptional = ({ aboveRisk, withRoom }: ImagePass): boolean =>
  aboveRisk !== undefined || withRoom !== undefined

/** The passes that every photo needs at this level. */
export const usualPasses = ({ image }: Pick<LevelPasses, 'image'>): readonly ImagePass[] =>
  image.filter((pass) => !isOptional(pass))

/** All passes of a level, for photos and videos. */
export const passesOf = ({
  image = [],
  imageCloser,
  imageFeatures,
  video,
  videoCrop,
  videoLook,
}: Partial<LevelPasses>): readonly InferencePass[] =>
  [...image, imageCloser, imageFeatures, video, videoCrop, ...(videoLook?.passes ?? [])].filter(
    (pass) => pass !== undefined,
  )
