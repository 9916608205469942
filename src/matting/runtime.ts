import type { Size } from '#base/geometry.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { OnShare } from './matting-call.ts'
import type { Backend, NetworkEntry } from './network-catalog.ts'

/** An engine for networks, started on one backend. */
export interface Runtime {
  openSession(files: SessionFiles): Promise<Session>
  /** Resolves with the reason when the GPU device is lost; never on WASM. */
  readonly lost: Promise<string>
  /** Closes its sessions and frees the GPU device. */
  dispose(): Promise<void>
}

/** Options of a runtime; `threads` are those of a processor. */
export type RuntimeOptions = {
  readonly backend: Backend
  readonly threads: number
  /** The compiled WASM file for the backend. */
  readonly module: WebAssembly.Module
  /** The longest start with several threads, in milliseconds; default: `defaultThreadsTimeoutMs`. */
  readonly threadsTimeoutMs?: number
}

/** The files of a session. */
export type SessionFiles = Tensors & {
  /** ONNX, or for the kernels a `NetworkPlan` as JSON. */
  readonly graph: Uint8Array
  /** The path of `weights` in the graph. */
  readonly weightsPath: string
  readonly weights: Uint8Array
  /** Without `webgpu` the processor computes, on any runtime. Default: all. */
  readonly backends?: readonly Backend[]
}

/** Inputs and outputs of a network. */
export type Tensors = Pick<NetworkEntry, 'input' | 'output' | 'features'>

/** One network, ready to run. */
export interface Session {
  /**
   * `picture` is planar R G B, (value - 128) / 256; the session converts it to the network's format. Runs of all
   * sessions of a runtime are queued; a run whose signal is aborted in the queue is skipped. The kernels stop between
   * layers; onnxruntime finishes a pass.
   */
  run(picture: Float32Array, size: Size, signal: AbortSignal, onShare?: OnShare): Promise<AlphaMaskF32>
  /** Features of each place of the picture; empty if the catalogue names none. */
  runFeatures(picture: Float32Array, size: Size, signal: AbortSignal): Promise<FeatureMaps>
  dispose(): Promise<void>
}

/** Milliseconds after which threads count as failed; a slow phone needs seconds to compile their module. */
export const defaultThreadsTimeoutMs = 20_000
