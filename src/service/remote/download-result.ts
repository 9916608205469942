import { abortErrorOf } from '#base/promises.ts'
import { openStallWatchdog } from '#base/stall-watchdog.ts'
import type { ErrorReason } from '#contract/error-reasons.ts'
import { isVideoKind } from '#contract/file-kinds.ts'
import type { Job } from '#contract/job.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import type { CallOptions } from '#library/call-options.ts'
import { readBody, storageTooSmall } from './answer-body.ts'
import { FailedAttempt, retryAfterOf } from './retry.ts'
import { minProgressBytes } from './send-request.ts'

type Download = CallOptions & {
  readonly signal: AbortSignal
  readonly silentSeconds: number
  /** Limit of a result, and free storage if it is to be kept; in bytes. */
  readonly maxBytes: number
  readonly roomBytes: number
  readonly now: () => Date
}

/**
 * Fetches a job's result, in one attempt. The link alone gives access, so no key is sent (Spec, Authentication, rule 5;
 * D-55). Rejects with `job_not_found` if there is no result, with `upstream_error` if it is too large or no video, and
 * with a `FailedAttempt` if it cannot be fetched.
 */
export const downloadResult = async (
  { status, format, result_url }: Job,
  { signal, onProgress, silentSeconds, maxBytes, roomBytes, now }: Download,
): Promise<Blob> => {
  if (result_url === null) throw new ServiceError('job_not_found', { reason: noResult[status] })
  const watchdog = openStallWatchdog({ limitMs: silentSeconds * 1000, signal, minBytes: minProgressBytes })
  try {
    const response = await fetch(result_url, {
      signal: watchdog.signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (!response.ok) {
      void response.body?.cancel().catch(() => {})
      if ([403, 404, 410].includes(response.status))
        throw new ServiceError('job_not_found', { reason: 'result_expired' })
      throw new FailedAttempt({
        error: ServiceError.fromBody({}, response.status),
        retryAfterSeconds: retryAfterOf(response, now()),
      })
    }
    const total = Number(response.headers.get('Content-Length') ?? 0)
    const hear = (loaded: number) => {
      watchdog.renewByBytes(loaded)
      const known = total >= loaded
      onProgress?.({
        step: 'save',
        ratio: known ? loaded / total : null,
        ...(known && { bytes: { loaded, total } }),
      })
    }
    const found =
      roomBytes < maxBytes
        ? await readBody(response, roomBytes, hear, storageTooSmall)
        : await readBody(response, maxBytes, hear)
    if (!isVideoKind(await readFileKind(found)))
      throw new ServiceError('upstream_error', { status: response.status, reason: 'result_not_a_video' })
    return found.slice(0, found.size, videoFormats[format].mime)
  } catch (thrown) {
    if (signal.aborted) throw abortErrorOf(signal)
    if (thrown instanceof FailedAttempt || thrown instanceof ServiceError) throw thrown
    const error = new ServiceError('upstream_error', {
      status: 0,
      reason: 'result_unreachable',
      cause: thrown,
    })
    throw new FailedAttempt({ error, retryAfterSeconds: null })
  } finally {
    watchdog.end()
  }
}

const noResult = {
  queued: 'job_result_pending',
  processing: 'job_result_pending',
  completed: 'result_address_missing',
  failed: 'job_has_failed',
} as const satisfies Record<Job['status'], ErrorReason>
