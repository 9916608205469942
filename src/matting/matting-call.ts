import type { OnProgress } from '#contract/progress.ts'

/** Parameters of every call of a network. */
export type MattingCall = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

/** Called with the done share of a pass, 0 to 1, if known: by the kernels on a processor. */
export type OnShare = (share: number) => void
