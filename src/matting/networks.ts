import type { OnProgress } from '#contract/progress.ts'
import type { AlphaMaskF32, Size } from '#engine/raster.ts'
import type { Device } from './device.ts'
import type { NetworkKind } from './network-catalog.ts'

export type { NetworkKind }

export type MattingCall = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

/**
 * The segmentation networks of one model on one device. Runs are taken in turn.
 *
 * On WebGPU there is only the large network, under both kinds: the int8 one falls back to the
 * processor there in part, and the GPU makes up for the size.
 */
export interface Networks {
  /** Changes when a device fails or answers wrongly and the next one takes over. */
  readonly device: Device
  /** Makes `kind` ready to run: fetches and verifies missing files, builds the session, tests it. Once. */
  load(kind: NetworkKind, call: MattingCall): Promise<void>
  /** Whether `kind` runs without loading anything first. */
  isLoaded(kind: NetworkKind): boolean
  /**
   * One pass. `input` is 1x3xHxW, planar R G B, (value - 128) / 256; `size` is W x H, multiples of 64.
   * Loads `kind` first where needed. Rejects with `upstream_error` when its files cannot be had,
   * `internal_server_error` when no device can run it, `AbortError` when aborted before the pass.
   */
  run(kind: NetworkKind, input: Float32Array, size: Size, call: MattingCall): Promise<AlphaMaskF32>
  dispose(): Promise<void>
}
