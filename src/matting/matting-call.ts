import type { OnProgress } from '#contract/progress.ts'

/** What every call of a network takes. */
export type MattingCall = { readonly signal: AbortSignal; readonly onProgress: OnProgress }
