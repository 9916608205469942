import type { ProxyMarked } from 'comlink'
import type { OnProgress, Progress } from '#contract/progress.ts'
import type { Reply } from './reply.ts'

/** What a served function learns of the call it carries out. */
export type ServedCall = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

/**
 * What a worker serves. Each function takes one argument of Blobs and plain data and answers with the
 * same; it should look at `signal` between its steps, since a call that does not end soon after it was
 * aborted costs the whole worker.
 */
export type Api = Readonly<Record<string, (argument: never, call: ServedCall) => Promise<unknown>>>

export type ArgumentOf<A extends Api, N extends keyof A> = Parameters<A[N]>[0]
export type AnswerOf<A extends Api, N extends keyof A> = Awaited<ReturnType<A[N]>>

/** The functions that really cross. `id` names a call within one worker, so that it can be cancelled. */
export type Served = {
  run(
    id: number,
    name: string,
    argument: unknown,
    onProgress: ((progress: Progress) => void) & ProxyMarked,
  ): Promise<Reply<unknown>>
  cancel(id: number): void
  /** Its answer tells that the worker listens. */
  ping(): void
}
