import { makeRequestId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'
import { errorAnswer } from '#service/http/answer-request.ts'
import { type CorsMode, withCors } from './api-cors.ts'
import type { FetchServerOptions } from './fetch-server.ts'

/** How the server of the API answers what it does not read to the end: errors of the contract, for all origins. */
export const refuseUnread = (
  now: () => { readonly cors: CorsMode; readonly base: URL },
): Required<FetchServerOptions> => ({
  maxBodyBytes: limits.request.maxBytes,
  refuse: (status) => {
    const { cors, base } = now()
    const error =
      status === 413
        ? new ServiceError('video_too_large', { status })
        : new ServiceError('validation_error', { status, reason: 'address_unknown' })
    return withCors(errorAnswer(error, makeRequestId(), base), cors)
  },
})
