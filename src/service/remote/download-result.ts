import type { Job } from '#contract/job.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { CallOptions } from '#service/background-service.ts'
import { collectBlob } from '#service/collect-blob.ts'
import { abortOf } from './abort-of.ts'
import { openSilence } from './silence.ts'
import { FailedTry } from './with-retries.ts'

export type Download = CallOptions & { readonly signal: AbortSignal; readonly silentSeconds: number }

/**
 * Fetches what a job made, once. Whoever has the link may, so nothing is sent along, the key least of all
 * (Spec, Authentication, rule 5; D-55). Rejects with `job_not_found` where there is no result, or none any
 * more, and with a `FailedTry` where it could not be had.
 */
export const downloadResult = async (
  { status, format, result_url }: Job,
  { signal, onProgress, silentSeconds }: Download,
): Promise<Blob> => {
  if (result_url === null) throw new ServiceError('job_not_found', { message: noResult[status] })
  const silence = openSilence(silentSeconds, signal)
  try {
    const response = await fetch(result_url, {
      signal: silence.signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (response.status === 403 || response.status === 404 || response.status === 410)
      throw new ServiceError('job_not_found', { message: gone })
    if (!response.ok) throw failed(ServiceError.fromBody({}, response.status))
    const found = collectBlob()
    const total = Number(response.headers.get('Content-Length') ?? 0)
    const reader = response.body?.getReader() // Safari cannot iterate over a stream
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      silence.renew()
      found.add(part.value)
      const loaded = found.size
      const known = total >= loaded
      onProgress?.({
        stage: 'save',
        ratio: known ? loaded / total : null,
        ...(known && { bytes: { loaded, total } }),
      })
    }
    return found.end(videoFormats[format].mime)
  } catch (thrown) {
    if (signal.aborted) throw abortOf(signal)
    if (thrown instanceof FailedTry || thrown instanceof ServiceError) throw thrown
    throw failed(new ServiceError('upstream_error', { status: 0, message: unreachable, cause: thrown }))
  } finally {
    silence.end()
  }
}

const failed = (error: ServiceError) => new FailedTry({ error, retryAfterSeconds: null })

const noResult: Readonly<Record<Job['status'], string>> = {
  queued: 'This job has no result yet. Ask for it once the job is completed.',
  processing: 'This job has no result yet. Ask for it once the job is completed.',
  completed: 'The service does not say where the result of this job is. Ask for it again later.',
  failed: 'This job failed, so it has no result. Send the video again.',
}

const gone = 'The result of this job was deleted. Results are kept for 24 hours; send the video again.'

const unreachable =
  'The result could not be fetched. You may be offline, or its server does not let pages of other sites read it; open the link of the result to download it.'
