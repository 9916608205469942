import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import type { Progress } from '#contract/progress.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { BackgroundService, VideoInput } from '#library/background-service.ts'
import type { CallOptions, ImageCallOptions } from '#library/call-options.ts'
import type { Activity } from '#service/activity.ts'
import { withJob, withoutKept } from './activity-entry.ts'
import type { WritableActivityLog } from './open-activity-log.ts'

type RecordParts = {
  readonly log: WritableActivityLog
  /** A thumbnail of the source; null if there is none. */
  readonly thumbnail: (source: Blob, kind: Activity['kind']) => Promise<Blob | null>
  /** Whether results that cost credits are kept on this device. */
  readonly keepsResults: () => boolean
  /** Runs an entry's request under a lock that shows other tabs that it is running. */
  readonly whileAlive: <T>(id: string, work: () => Promise<T>) => Promise<T>
  readonly now: () => Date
}

/** Shortest interval between two writes of progress, in milliseconds. */
const progressEveryMs = 500

/**
 * Wraps a service so that each request is logged. A failure of the log never fails the request. On a free service an
 * image is logged when finished, and only if the network ran: a variant of a cached matte is no new entry.
 */
export const recordActivity = (service: BackgroundService, parts: RecordParts): BackgroundService => {
  const { log, thumbnail, keepsResults, whileAlive, now } = parts
  const { metered, uploads } = service.traits

  const begin = (kind: Activity['kind'], name: string): Activity => ({
    id: crypto.randomUUID(),
    service: service.id,
    kind,
    name,
    at: now().toISOString(),
    state: uploads ? 'sending' : 'processing',
    progress: 0,
    credits: 0,
    refunded: 0,
    request_id: null,
    job: null,
    error: null,
    thumbnail: null,
    kept: null,
  })
  const put = (activity: Activity) => log.put(activity).catch(() => {})
  const change = (id: string, next: Partial<Activity>) =>
    log.update(id, (activity) => ({ ...activity, ...next })).catch(() => {})
  const keep = (id: string, result: Blob) =>
    log
      .keepResult(id, result)
      .catch((thrown: unknown) => log.update(id, (activity) => withoutKept(activity, thrown)))
      .catch(() => {})
  const pictureOf = (source: VideoInput, kind: Activity['kind']): Promise<Blob | null> =>
    source instanceof Blob ? thumbnail(source, kind).catch(() => null) : Promise.resolve(null)

  const reporting = <Call extends CallOptions>(id: string, { onProgress, ...call }: Call) => {
    let writtenAt = Number.NEGATIVE_INFINITY
    const report = (progress: Progress) => {
      onProgress?.(progress)
      const at = performance.now()
      if (at - writtenAt < progressEveryMs) return
      writtenAt = at
      void change(id, {
        state: progress.step === 'send' ? 'sending' : 'processing',
        ...(progress.ratio !== null && { progress: progress.ratio }),
        error: null,
      })
    }
    return { ...call, onProgress: report }
  }

  const cutOut = (
    image: Blob,
    options: ImageOptions,
    call: ImageCallOptions,
    keeps: boolean,
  ): Promise<ImageAnswer> => {
    const entry = begin('image', nameOf(image))
    const { id } = entry
    const enter = async (known: Activity) => {
      await put(known)
      void pictureOf(image, 'image').then((picture) => picture && change(id, { thumbnail: picture }))
    }
    const end = (ending: Partial<Activity>) => (metered ? change(id, ending) : enter({ ...entry, ...ending }))
    const { readsAll = false } = call
    const resend = async () => void (await cutOut(image, options, { readsAll }, true))
    return whileAlive(id, async () => {
      if (metered) await enter(entry)
      try {
        const answer = await service.removeImage(image, options, metered ? reporting(id, call) : call)
        if (answer.placement?.reused) return answer
        const { request_id } = answer.facts
        const credits = limits.credits.image
        await end({ state: 'completed', progress: 1, credits, request_id, error: null })
        if (keeps || (metered && keepsResults())) await keep(id, answer.image)
        return answer
      } catch (thrown) {
        if (metered || !isAbort(thrown)) {
          await end(endOf(thrown))
          log.holdSource(id, { bytes: image.size, resend })
        }
        throw thrown
      }
    })
  }

  const submitVideo: BackgroundService['submitVideo'] = (video, options, call = {}) => {
    const entry = begin('video', nameOf(video))
    let { id } = entry
    let picture: Blob | null = null
    /** Adds the entry, and holds its source. */
    const enter = async (known: Activity) => {
      await put(known)
      const { parts } = call
      const resend = async () => void (await submitVideo(video, options, { ...(parts && { parts }) }))
      log.holdSource(known.id, { bytes: video instanceof Blob ? video.size : 0, resend })
    }
    return whileAlive(entry.id, async () => {
      if (metered) await put(entry)
      void pictureOf(video, 'video').then((drawn) => {
        picture = drawn
        return drawn && change(id, { thumbnail: drawn })
      })
      try {
        const job = await service.submitVideo(video, options, metered ? reporting(id, call) : call)
        // From now on the entry has the id of its job.
        id = job.id
        const accepted = { ...entry, id, thumbnail: picture }
        await enter(withJob(accepted, job) ?? accepted)
        if (metered) await log.delete(entry.id).catch(() => {})
        // A job of this device starts at once, so its first events may precede the entry.
        else
          void service.getJob(job.id).then(
            (now) => log.update(id, (activity) => withJob(activity, now)),
            () => {},
          )
        return job
      } catch (thrown) {
        if (metered || !isAbort(thrown)) await enter({ ...entry, thumbnail: picture, ...endOf(thrown) })
        throw thrown
      }
    })
  }

  return {
    ...service,
    removeImage: (image, options, call = {}) => cutOut(image, options, call, false),
    submitVideo,
  }
}

/** The final state of a failed request. A cancelled one has no error; only the service knows whether it was charged. */
const endOf = (thrown: unknown): Partial<Activity> => {
  const error = toServiceError(thrown)
  if (isAbort(error)) return { state: 'failed', error: null }
  return { state: 'failed', error: error.toPlain(), request_id: error.request_id ?? null }
}

/** The name of a file, or the last part of a link; empty if there is none. */
const nameOf = (input: VideoInput): string => {
  if (input instanceof Blob) return input instanceof File ? input.name : ''
  return (URL.canParse(input.url) && new URL(input.url).pathname.split('/').at(-1)) || ''
}
