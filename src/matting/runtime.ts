import type { Size } from '#base/geometry.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { OnShare } from './matting-call.ts'
import type { Backend, NetworkEntry } from './network-catalog.ts'

/** What computes networks, started on one backend. */
export interface Runtime {
  openSession(files: SessionFiles): Promise<Session>
  /** Resolves, with the reason, when the GPU device is gone for good; never on WASM. */
  readonly lost: Promise<string>
  /** Closes its sessions and frees the GPU device. */
  dispose(): Promise<void>
}

/** What it is started with; `threads` are those of a processor. */
export type RuntimeOptions = {
  readonly backend: Backend
  readonly threads: number
  /** Its WASM file for the backend, compiled. */
  readonly module: WebAssembly.Module
  /** The longest start of more threads than one, in milliseconds; `defaultThreadsTimeoutMs` where absent. */
  readonly threadsTimeoutMs?: number
}

/** What a session is opened with. */
export type SessionFiles = Tensors & {
  /** ONNX, or for the kernels a `NetworkPlan` as JSON. */
  readonly graph: Uint8Array
  /** The name under which the graph looks for `weights`. */
  readonly weightsPath: string
  readonly weights: Uint8Array
  /** Without `webgpu` among them the processor computes, on any runtime. All where absent. */
  readonly backends?: readonly Backend[]
}

/** What goes into a network, and what comes out of it. */
export type Tensors = Pick<NetworkEntry, 'input' | 'output' | 'features'>

/** One network, ready to run. */
export interface Session {
  /**
   * `picture` is planar R G B, (value - 128) / 256; it is brought to the network's normalisation and layout. Runs of
   * all sessions of a runtime are queued; one whose signal aborts while it waits does not run. The kernels stop between
   * layers; onnxruntime goes on to the end of a pass.
   */
  run(picture: Float32Array, size: Size, signal: AbortSignal, onShare?: OnShare): Promise<AlphaMaskF32>
  /** What the network makes of each place of the picture; empty where the catalogue names no such outputs. */
  runFeatures(picture: Float32Array, size: Size, signal: AbortSignal): Promise<FeatureMaps>
  dispose(): Promise<void>
}

/** Threads that have not started by then never will; a slow phone needs seconds to compile what they run. */
export const defaultThreadsTimeoutMs = 20_000
