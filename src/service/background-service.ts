import type { Account } from '#contract/account.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
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
}
