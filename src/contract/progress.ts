import type { ErrorCode } from './error-codes.ts'

/** Steps of a request, in order; `model` only while model files are missing, `send` only if files leave this device. */
export const steps = ['model', 'send', 'read', 'cut', 'edges', 'save'] as const

/** A step of a request. */
export type Step = (typeof steps)[number]

/** A report of a running request. */
export type Progress = {
  readonly step: Step
  /** 0 to 1 over the whole request, never falling; null while unknown. */
  readonly ratio: number | null
  /** Bytes so far and in total: of model files in step `model`, of the upload in `send`. */
  readonly bytes?: { readonly loaded: number; readonly total: number }
  /** Frames done and in total. */
  readonly frames?: { readonly done: number; readonly total: number }
  /** Estimated time left, once measured on this device. */
  readonly secondsLeft?: number
  /** Set while a request waits for a retry, or for a busy service (D-53). */
  readonly retry?: Retry
}

/** A request that waits before it is sent. */
export type Retry = {
  /** The next attempt, from 1, and the maximum; 1 if the first one has to wait. */
  readonly attempt: number
  readonly attempts: number
  /** Until the attempt. */
  readonly seconds: number
  readonly code: ErrorCode
}

/** Called with each report. */
export type OnProgress = (progress: Progress) => void
