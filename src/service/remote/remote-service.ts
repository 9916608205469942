import { abortErrorOf } from '#base/promises.ts'
import { readAccount } from '#contract/account.ts'
import { isImageKind } from '#contract/file-kinds.ts'
import type { JobId } from '#contract/ids.ts'
import { fromHeaders, type ImageAnswer } from '#contract/image-answer.ts'
import { isPictureTooLarge, readImageSize } from '#contract/image-size.ts'
import type { Job } from '#contract/job.ts'
import type { OnProgress } from '#contract/progress.ts'
import { readJob } from '#contract/read-job.ts'
import { type ServiceError, toServiceError } from '#contract/service-error.ts'
import { sniff } from '#contract/sniff.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { isWholePicture } from '#formats/picture-head.ts'
import type { BackgroundService, VideoInput } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { checkImage, checkLength, checkLink, checkVideo } from '#service/check-input.ts'
import type { ServiceAddress } from '#service/connection.ts'
import { remoteTraits } from '#service/later-service.ts'
import { type AnswerLimits, answerLimits } from './answer-body.ts'
import { endpointsOf, imageForm, videoForm } from './build-request.ts'
import { downloadResult } from './download-result.ts'
import { createRateLimiter } from './rate-limiter.ts'
import {
  browserRetryClock,
  FailedAttempt,
  isRateLimited,
  isTransient,
  type RetryClock,
  retryLimits,
  withRetries,
} from './retry.ts'
import {
  parseJsonAnswer,
  type RequestSender,
  type ServiceAnswer,
  sendRequest,
  unreadableAnswer,
} from './send-request.ts'
import type { Transport, WireAnswer } from './transport.ts'
import { browserTransport } from './upload-transport.ts'

/** The parts of a service's client. */
export type RemoteParts = {
  readonly address: ServiceAddress
  /** Called for each request, so that a forgotten key is never sent. */
  readonly key: () => string
  /** Probes a video for limits of its content; if absent, the service checks them. */
  readonly probe?: (video: Blob, call: CallOptions) => Promise<VideoFacts>
  /** Attempts per request; 1 for a connection test. */
  readonly tries?: number
  /** Maximum of concurrent uploads. */
  readonly atOnce?: number
  /** Interval between their starts, in seconds. */
  readonly gapSeconds?: number
  readonly silentSeconds?: number
  /** Limits for reading answers, in bytes. */
  readonly limits?: AnswerLimits
  readonly transport?: Transport
  readonly clock?: RetryClock
}

/** Share of the upload in `Progress.ratio`; the rest is unknown. */
const uploadShare = 0.5

/**
 * A service behind the HTTP API (Spec; D-52 to D-55): invalid input is refused before sending, temporary failures are
 * retried, and the key is sent to the configured address only.
 */
export const openRemoteService = ({
  address,
  key,
  probe,
  tries = retryLimits.tries,
  atOnce = 2,
  gapSeconds = 0.25,
  silentSeconds = 120,
  limits = answerLimits,
  transport = browserTransport,
  clock = browserRetryClock,
}: RemoteParts): BackgroundService => {
  const endpoints = endpointsOf(address.base, address.isLegacy)
  const asker: RequestSender = { transport, key, now: clock.now, silentSeconds }
  const limiter = createRateLimiter({ atOnce, gapSeconds, clock })

  const repeat = <T>(
    attempt: (count: number) => Promise<T>,
    { signal, onProgress }: Running,
    mayRepeat: (error: ServiceError) => boolean = isTransient,
  ): Promise<T> =>
    withRetries(attempt, {
      tries,
      clock,
      signal,
      mayRepeat,
      onRetry: (retry) => onProgress({ step: 'send', ratio: null, retry }),
    })

  /** Sends a form in its turn; each retry queues again. */
  const post = (
    body: FormData,
    maxBytes: number,
    running: Running,
    onSent: (loaded: number, total: number) => void,
    mayRepeat?: (error: ServiceError) => boolean,
  ): Promise<ServiceAnswer> => {
    const { signal } = running
    const question = { method: 'POST', url: endpoints.remove, body, maxBytes, signal, onSent } as const
    const send = async () => {
      try {
        return await sendRequest(asker, question)
      } catch (thrown) {
        if (thrown instanceof FailedAttempt && isRateLimited(thrown.failure.error))
          limiter.backOff(thrown.failure.retryAfterSeconds ?? 0)
        throw thrown
      }
    }
    const sendInTurn = (attempt: number) =>
      limiter.schedule(send, signal, (seconds) => {
        const retry = { attempt, attempts: tries, seconds, code: 'rate_limit_exceeded' } as const
        running.onProgress({ step: 'send', ratio: null, retry })
      })
    return repeat(sendInTurn, running, mayRepeat)
  }

  const get = (url: string, running: Running): Promise<ServiceAnswer> =>
    repeat(() => sendRequest(asker, { method: 'GET', url, maxBytes: limits.json, ...running }), running)

  const jobFrom = async (answer: ServiceAnswer, url: string): Promise<Job> => {
    const read = readJob(await parseJsonAnswer(answer), url)
    if ('wrong' in read) throw unreadableAnswer(answer.status, { fieldReasons: read.wrong })
    return read.job
  }

  const jobOf = async (id: JobId, running: Running): Promise<Job> => {
    const answer = await get(endpoints.job(id), running)
    const job = await jobFrom(answer, endpoints.job(id))
    if (job.id === id) return job
    throw unreadableAnswer(answer.status, { fieldReasons: { id: [{ reason: 'answer_of_other_job' }] } })
  }

  return {
    id: address.base,
    traits: remoteTraits,
    onDevice: null,

    removeImage: (image, options, call) =>
      run(call, async (running) => {
        const kind = await checkImage(image)
        const answer = await post(imageForm(image, kind, options), limits.image, running, (loaded, total) => {
          const ratio = (uploadShare * loaded) / total
          running.onProgress(
            loaded < total ? { step: 'send', ratio, bytes: { loaded, total } } : { step: 'cut', ratio },
          )
        })
        running.onProgress({ step: 'save', ratio: 0.95 })
        return readImageAnswer(answer)
      }),

    submitVideo: (video, options, call) =>
      run(call, async (running) => {
        await checkSendable(video, probe, running)
        const onSent = (loaded: number, total: number) =>
          running.onProgress({ step: 'send', ratio: loaded / total, bytes: { loaded, total } })
        const answer = await post(videoForm(video, options), limits.json, running, onSent, isRateLimited)
        return jobFrom(answer, endpoints.remove)
      }),

    getJob: (id, call) => run(call, (running) => jobOf(id, running)),

    getResult: (id, call) =>
      run(call, async (running) => {
        const job = await jobOf(id, running)
        const roomBytes = call?.freeBytes ?? limits.result
        const options = { ...running, silentSeconds, maxBytes: limits.result, roomBytes, now: clock.now }
        return repeat(() => downloadResult(job, options), running)
      }),

    getAccount: (call) =>
      run(call, async (running) => {
        const answer = await get(endpoints.me, running)
        const account = readAccount(await parseJsonAnswer(answer))
        if (!account) throw unreadableAnswer(answer.status)
        return account
      }),
  }
}

type Running = { readonly signal: AbortSignal; readonly onProgress: OnProgress }

const run = async <T>(call: CallOptions | undefined, work: (running: Running) => Promise<T>): Promise<T> => {
  const signal = call?.signal ?? new AbortController().signal
  try {
    signal.throwIfAborted()
    return await work({ signal, onProgress: risingProgress(call?.onProgress) })
  } catch (thrown) {
    throw toServiceError(signal.aborted ? abortErrorOf(signal) : thrown)
  }
}

/** Checks that need no upload (D-6). Content that this device cannot read is left to the service. */
const checkSendable = async (
  video: VideoInput,
  probe: RemoteParts['probe'],
  { signal }: Running,
): Promise<void> => {
  if (!(video instanceof Blob)) {
    checkLink(video.url)
    return
  }
  await checkVideo(video)
  const facts = await probe?.(video, { signal }).catch(() => null)
  if (facts) checkLength(facts)
}

/** Passes on progress whose ratio never falls, also when a request restarts. */
const risingProgress = (onProgress: OnProgress | undefined): OnProgress => {
  let highest = 0
  return (progress) => {
    highest = Math.max(highest, progress.ratio ?? 0)
    onProgress?.({ ...progress, ratio: highest })
  }
}

/**
 * The picture, with the facts from its headers; null for missing facts or those hidden by CORS. The size is read from
 * its bytes without decoding. Rejects with `upstream_error` if the body is no complete picture, or has too many pixels.
 */
export const readImageAnswer = async ({ status, headers, body }: WireAnswer): Promise<ImageAnswer> => {
  const bytes = new Uint8Array(await body.arrayBuffer())
  // By its bytes (D-1): a header may be wrong.
  const kind = sniff(bytes)
  if (!isImageKind(kind) || !isWholePicture(bytes, kind)) throw unreadableAnswer(status)
  const size = readImageSize(bytes)
  if (!size || isPictureTooLarge(size)) throw unreadableAnswer(status)
  const content_type = `image/${kind}` as const
  const image = new Blob([bytes], { type: content_type })
  return { image, facts: { ...fromHeaders(headers), ...size, content_type } }
}
