import type { ErrorCode } from './error-codes.ts'

/**
 * What a request is doing now, in this order; `model` only while model files are still missing, `send` only where files
 * leave this device.
 */
export const steps = ['model', 'send', 'read', 'cut', 'edges', 'save'] as const

/** A step of a request. */
export type Step = (typeof steps)[number]

/** A report on a running request. */
export type Progress = {
  readonly step: Step
  /** 0 to 1 over the whole request, never falling; null while nothing can be said. */
  readonly ratio: number | null
  /** Bytes so far and in all: of the model files in step `model`, of the upload in step `send`. */
  readonly bytes?: { readonly loaded: number; readonly total: number }
  /** Frames of a video done and in all. */
  readonly frames?: { readonly done: number; readonly total: number }
  /** Estimated time left, once enough was measured on this device. */
  readonly secondsLeft?: number
  /** The service could not answer, this request or one before; it is sent after a wait (D-53). */
  readonly retry?: Retry
}

/** A request that failed and is sent again. */
export type Retry = {
  /** The try that comes next, and how many there are in all; 1 where the first has to wait for its turn. */
  readonly attempt: number
  readonly attempts: number
  /** Until it begins. */
  readonly seconds: number
  readonly code: ErrorCode
}

/** Called with each report. */
export type OnProgress = (progress: Progress) => void
