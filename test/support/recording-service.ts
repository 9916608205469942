import type { Account } from '#contract/account.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { memoryBrowser } from './memory-browser.ts'

export type RecordedCall = {
  readonly image: Blob
  readonly options: ImageOptions
  readonly signal: AbortSignal | undefined
}

export const recordedAccount: Account = {
  organizationId: 'local',
  plan: 'Local',
  maxCredits: 100,
  usedCredits: 7,
}

/** Answers with the bytes it was given, as if it had worked on them. */
export const echo = async (image: Blob, options: ImageOptions): Promise<ImageAnswer> => ({
  image,
  facts: {
    request_id: 'req_echo',
    processing_ms: 12.6,
    width: 40,
    height: 30,
    confidence: 0.98765,
    ambiguous_ratio: 0.01,
    content_type: imageFormats[options.format].mime,
  },
})

export type RecordingService = BackgroundService & { readonly calls: readonly RecordedCall[] }

/** A service that remembers what it was asked and answers by `removeImage`. */
export const recordingService = (
  removeImage: (image: Blob, options: ImageOptions, call: CallOptions) => Promise<ImageAnswer> = echo,
  getAccount: (call?: CallOptions) => Promise<Account> = async () => recordedAccount,
): RecordingService => {
  const calls: RecordedCall[] = []
  const { submitVideo, getJob, getResult } = memoryBrowser().openTab().videos
  return {
    id: 'recording',
    traits: { metered: false, uploads: false },
    calls,
    removeImage: (image, options, call = {}) => {
      calls.push({ image, options, signal: call.signal })
      return removeImage(image, options, call)
    },
    submitVideo,
    getJob,
    getResult,
    getAccount,
    onDevice: null,
  }
}
