import type { Account } from '#contract/account.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions, Level } from '#contract/image-options.ts'
import type { OnProgress } from '#contract/progress.ts'

export type CallOptions = { readonly signal?: AbortSignal; readonly onProgress?: OnProgress }

/** What the studio may know of the service it talks to; it never asks which one it is. */
export type ServiceTraits = {
  /** Requests cost credits, so none is sent without being asked for. */
  readonly metered: boolean
  /** Works without a network. */
  readonly offline: boolean
  /** Files leave this device. */
  readonly uploads: boolean
}

/**
 * Removes backgrounds, here or elsewhere. Every method rejects with a `ServiceError`, or with an
 * `AbortError` when its signal was aborted.
 */
export interface BackgroundService {
  readonly id: string
  readonly traits: ServiceTraits
  removeImage(image: Blob, options: ImageOptions, call?: CallOptions): Promise<ImageAnswer>
  getAccount(call?: CallOptions): Promise<Account>
  /** What this service keeps and does on this device; null where it computes elsewhere. */
  readonly onDevice: OnDevice | null
}

export interface OnDevice {
  /** Fetches the model files that `level` needs and builds its sessions, so that the first image starts at once. */
  warm(level: Level, call?: CallOptions): Promise<void>
  describe(): Promise<DeviceReport>
  /** The model files kept in this browser. */
  listFiles(): Promise<readonly StoredFile[]>
  deleteFiles(): Promise<void>
}

export type StoredFile = { readonly name: string; readonly bytes: number }

export type DeviceReport = {
  readonly backend: 'webgpu' | 'wasm'
  /** In words, for people: `WebGPU` or `CPU, 2 threads`. */
  readonly label: string
  readonly threads: number
  readonly isolated: boolean
  /** Why a faster device was passed over, in words; empty where none was. */
  readonly notes: readonly string[]
  /** Bytes of model files that `level` still has to fetch. */
  readonly missingBytes: Readonly<Record<Level, number>>
}
