import type { OnProgress } from '#contract/progress.ts'

/** What every call of a network takes. */
export type MattingCall = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

/** Called with how much of a pass is done, 0 to 1, where that is known: on a processor, by the kernels. */
export type OnShare = (share: number) => void
