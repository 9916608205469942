import type { Size } from '#base/geometry.ts'
import type { Level } from '#contract/image-options.ts'
import type { KnownOfFilling } from '#engine/matte-risk.ts'
import type { TensorFormat } from '#engine/tensor.ts'

/** What networks run on, a GPU or the processor ("execution provider"). */
export type Backend = 'webgpu' | 'wasm'

/** A piece of a file, small enough for any CDN (25 MiB a file at most). */
export type FilePart = {
  /** Relative to the base path of the studio: `models/<32 hex digits of the hash of what is served>.bin`. */
  readonly path: string
  /** Of the piece's bytes, 64 lower-case hex digits. */
  readonly sha256: string
  readonly bytes: number
}

/** Whether a part is served gzipped: hosts compress no `.bin` themselves. */
export const isGzipped = (path: string): boolean => path.endsWith('.bin')

/** A file served in parts, in order. */
export type PartedFile = { readonly bytes: number; readonly parts: readonly FilePart[] }

/** The picture as a network takes it. */
export type NetworkInput = TensorFormat & {
  /** Of the input tensor in the graph. */
  readonly name: string
  /** One size in pixels, or every size whose sides are multiples of a number. */
  readonly size: Size | { readonly multipleOf: number }
}

/** What the self-test draws: a disc, which is a subject to every network but those that look for people. */
export const selfTestPictures = ['disc', 'person'] as const
/** The name of such a picture. */
export type SelfTestPicture = (typeof selfTestPictures)[number]

/**
 * What computes a network: onnxruntime, or on a processor the studio's own kernels (`src/kernels`), which are faster.
 */
export const networkEngines = ['onnxruntime', 'kernels'] as const
/** The name of such an engine. */
export type NetworkEngine = (typeof networkEngines)[number]

/** Of the kernels: with threads, which share memory, or without; with relaxed SIMD or without. */
export type KernelVariant = 'plain' | 'relaxed' | 'shared' | 'sharedRelaxed'

/** A segmentation network that takes a picture and returns one matte of the same size. */
export type NetworkEntry = {
  /** Names the network in `passes`; kebab-case. */
  readonly id: string
  /** For people, in the list of stored files. */
  readonly name: string
  /** SPDX expression of the network itself. */
  readonly licence: string
  /** The address of its authors' page. */
  readonly source: string
  /** Of the weights as they are stored. */
  readonly precision: 'int8' | 'fp16' | 'float32'
  readonly backends: readonly Backend[]
  /** onnxruntime where absent. */
  readonly engine?: NetworkEngine
  /** The largest tensor of a pass in float32, which a GPU must take in one buffer. */
  readonly gpuBufferBytes?: number
  readonly input: NetworkInput
  /** Values from 0 (background) to 1 (subject), float32. */
  readonly output: { readonly name: string }
  /**
   * Outputs beside the matte that hold what the network makes of each place of the picture (1 x channels x height x
   * width, float32), finest first. Clicks are decided by them; without them by the picture and the matte alone.
   */
  readonly features?: readonly string[]
  /** In which drawn picture a session must find the subject before it is used; the disc where absent. */
  readonly selfTest?: SelfTestPicture
}

/** A network as it is served: graphs that share one file of weights. */
export type NetworkFiles = {
  /** The name under which ONNX graphs look for their weights. */
  readonly weightsPath: string
  readonly weights: PartedFile
  /** ONNX, which computes in the precision of the weights; for the kernels a `NetworkPlan` as JSON. */
  readonly graph: PartedFile
  /** Computes in float32 with the same weights; only where they are fp16. */
  readonly graphFloat32?: PartedFile
}

/** A network and where its files are. */
export type ServedNetwork = NetworkEntry & NetworkFiles

/** One run of a network on a picture that is squeezed to this size. */
export type InferencePass = Size & {
  /** The `id` of a network. */
  readonly network: string
}

/** One of the passes over a photo. */
export type ImagePass = InferencePass & {
  /** Made only where `matteRisk` of the matte so far is above this; always where absent. */
  readonly aboveRisk?: number
  /**
   * Over the picture with its own blurred copy around it, where the subject may fill it and so much is known of it
   * (`knownOfFilling`): its matte and the one so far are joined (`weightOfRoom`), and no further pass is made.
   */
  readonly withRoom?: KnownOfFilling
}

/** When a key frame of a video is looked at again, and what its scene gets then. */
export type VideoLook = {
  /** The limit of `matteUncertainty` of its matte. */
  readonly aboveUncertainty: number
  /**
   * Passes around the subject, small ones first. The last one looks again; the smallest of all whose matte agrees with
   * what it saw makes the key frames from there on.
   */
  readonly passes: readonly InferencePass[]
}

/** The passes of one level on one backend. */
export type LevelPasses = {
  /** The first one is a first look, by which the others are judged (`chooseMatte`). */
  readonly image: readonly ImagePass[]
  /** Made where other cut-outs are asked for: looks closer at the subject. None where absent. */
  readonly imageCloser?: InferencePass
  /** What clicks on an image are decided by: the `features` of a network. */
  readonly imageFeatures?: InferencePass
  /** Whole frames of a video. */
  readonly video: InferencePass
  /** The part of a frame around the subject; without it every pass takes the whole frame. */
  readonly videoCrop?: InferencePass
  /** Key frames are never looked at again where absent. */
  readonly videoLook?: VideoLook
}

/** Which network runs, and at which size. */
export type PassTable = { readonly [B in Backend]: { readonly [L in Level]: LevelPasses } }

/** What a build ships: networks, the table of their passes, and onnxruntime's WASM file for each backend. */
export type NetworkCatalog = {
  readonly networks: readonly ServedNetwork[]
  readonly passes: PassTable
  /**
   * The pass that tells where people are (`findPeople`); nothing is known of people where absent. On a GPU that its
   * network does not run on, the processor computes it.
   */
  readonly people?: InferencePass
  readonly runtimes: { readonly [B in Backend]: PartedFile }
  /** Absent where no network needs them. */
  readonly kernels?: { readonly [V in KernelVariant]: PartedFile }
}

/** The WASM files of an engine on a device that do the same, best first. */
export function engineFiles(
  { runtimes, kernels }: Pick<NetworkCatalog, 'runtimes' | 'kernels'>,
  engine: NetworkEngine,
  { backend, threads }: { readonly backend: Backend; readonly threads: number },
): readonly PartedFile[] {
  if (engine === 'onnxruntime') return [runtimes[backend]]
  if (!kernels) return []
  return threads > 1 ? [kernels.sharedRelaxed, kernels.shared] : [kernels.relaxed, kernels.plain]
}

/** Throws where the catalogue has no network of this id. */
export function networkOf<N extends NetworkEntry>(networks: readonly N[], id: string): N {
  const network = networks.find((entry) => entry.id === id)
  if (!network) throw new Error(`The catalogue has no network ${id}.`)
  return network
}

/** The files that a session needs, graph first. `precision` is that of the arithmetic. */
export const sessionFiles = (
  { graph, graphFloat32, weights }: NetworkFiles,
  precision: string,
): readonly [graph: PartedFile, weights: PartedFile] => [
  precision === 'float32' ? (graphFloat32 ?? graph) : graph,
  weights,
]

/** Every file of a network, also those that this device does not need. */
export const allFiles = ({ graph, graphFloat32, weights }: NetworkFiles): readonly PartedFile[] =>
  [graph, graphFloat32, weights].filter((file) => file !== undefined)

/** Whether a network takes pictures of this size. */
export const takesSize = (allowed: NetworkInput['size'], { width, height }: Size): boolean =>
  'multipleOf' in allowed
    ? width % allowed.multipleOf === 0 && height % allowed.multipleOf === 0
    : width === allowed.width && height === allowed.height

/** What the networks in use ask of a device. */
export type DeviceNeeds = {
  /** The largest tensor that a GPU must take in one buffer. */
  readonly gpuBufferBytes: number
  /** The precisions in use on a processor, for people: `int8`. */
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

/** Whether a pass over a photo is made of some photos only. */
export const isOptional = ({ aboveRisk, withRoom }: ImagePass): boolean =>
  aboveRisk !== undefined || withRoom !== undefined

/** The passes over a photo that this level always makes. */
export const usualPasses = ({ image }: Pick<LevelPasses, 'image'>): readonly ImagePass[] =>
  image.filter((pass) => !isOptional(pass))

/** All passes that a level may run, those of pictures and of videos. */
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
