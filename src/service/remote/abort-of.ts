import { isAbort } from '#contract/service-error.ts'

/** What an aborted operation throws, whatever reason its signal was given. */
export const abortOf = ({ reason }: AbortSignal): Error =>
  isAbort(reason) ? reason : new DOMException('The request was cancelled', 'AbortError')
