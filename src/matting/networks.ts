import type { OnProgress } from '#contract/progress.ts'
import type { AlphaMaskF32, Size } from '#engine/raster.ts'
import type { Device } from './device.ts'
import type { PassTable } from './network-catalog.ts'

export type MattingCall = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

/** The catalogue's networks on one device. Runs are queued: one at a time. */
export interface Networks {
  /** Changes when a device fails or answers wrongly and the next one takes over. */
  readonly device: Device
  /** Which network to run at which size, for each backend and level. */
  readonly passes: PassTable
  /** Makes a network ready to run: fetches and verifies missing files, builds the session, tests it. Once. */
  load(network: string, call: MattingCall): Promise<void>
  /** Whether a network runs without loading anything first. */
  isLoaded(network: string): boolean
  /**
   * One pass of the network of this id. `input` is planar R G B, (value - 128) / 256, as `toTensor` makes it;
   * `size` is one that the network takes. Loads the network first where needed. Rejects with `upstream_error` when
   * its files cannot be fetched, `internal_server_error` when no device can run it, `AbortError` when aborted
   * before the pass.
   */
  run(network: string, input: Float32Array, size: Size, call: MattingCall): Promise<AlphaMaskF32>
  dispose(): Promise<void>
}
