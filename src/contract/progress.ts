/** What an image request is doing now, in this order; `model` only while model files are still missing. */
export const stages = ['model', 'read', 'cut', 'edges', 'save'] as const

export type Stage = (typeof stages)[number]

/** A report on a running request. */
export type Progress = {
  readonly stage: Stage
  /** 0 to 1 over the whole request, never falling; null while nothing can be said. */
  readonly ratio: number | null
  /** Bytes of the model files fetched so far and in all; only in stage `model`. */
  readonly bytes?: { readonly loaded: number; readonly total: number }
  /** Frames of a video done and in all. */
  readonly frames?: { readonly done: number; readonly total: number }
  /** Estimated time left, once enough was measured on this device. */
  readonly secondsLeft?: number
}

export type OnProgress = (progress: Progress) => void
