import { queryOptions } from '@tanstack/react-query'
import type { FrameSequence } from '#contract/frame-sequence.ts'
import type { JobId } from '#contract/ids.ts'
import type { Progress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { FramePreview, VideoEdits } from '#contract/video-edits.ts'
import type { BackgroundService, DeviceJob } from '#library/background-service.ts'

/** Edits of a job's video; `key` identifies them, and is null if there are none. */
type NamedEdits = { readonly edits: VideoEdits; readonly key: string | null }

/** The pixels that a frame's preview needs on any screen: frames of 1920 x 1080 are not scaled. */
const maxPixels = 1920 * 1080

/** A frame with the edits of `list`; all answers for a frame share `original`. */
type ShownFrame = Pick<FramePreview, 'original' | 'atSeconds'> & {
  readonly image: Blob
  readonly list: VideoEdits['list']
}

/** The frame at a time with all edits. While a new edit is applied, the previous picture stays. */
export const editedFrame = (
  service: BackgroundService,
  id: JobId,
  { edits, key }: NamedEdits,
  seconds: number,
) =>
  queryOptions({
    queryKey: ['edited-frame', id, seconds, key],
    queryFn: async ({ signal, client }): Promise<ShownFrame> => {
      const earlier = client.getQueriesData<ShownFrame>({ queryKey: ['edited-frame', id, seconds] })
      const known = earlier.find(([, data]) => data?.original)?.[1]?.original ?? null
      const wanted = { atSeconds: seconds, maxPixels, wantsOriginal: known === null }
      const { cutout, original, atSeconds } = await videosOf(service).editFrame(id, edits, wanted, { signal })
      return { image: cutout, original: known ?? original, atSeconds, list: edits.list }
    },
    placeholderData: (before, query) =>
      query?.queryKey[1] === id && query.queryKey[2] === seconds ? before : undefined,
    gcTime: 60_000,
  })

/**
 * Prepares the data that the first click on a frame needs; stops without observers. Its error is not shown: the click
 * retries, and shows it.
 */
export const framePreparation = (service: BackgroundService, id: JobId, edits: VideoEdits, seconds: number) =>
  queryOptions({
    queryKey: ['frame-preparation', id, seconds],
    queryFn: async ({ signal }) => {
      await videosOf(service).prepareFrame({ id, edits, atSeconds: seconds }, { signal })
      return true
    },
    // The worker keeps only one frame open, which another may replace.
    gcTime: 0,
  })

/** Propagates the edits to the surrounding frames, and returns the reach of each. */
export const propagatedEdits = (
  service: BackgroundService,
  id: JobId,
  { edits, key }: NamedEdits,
  onProgress: (progress: Progress) => void,
) =>
  queryOptions({
    queryKey: ['propagated-edits', id, key],
    queryFn: ({ signal }) => videosOf(service).propagateEdits(id, edits, { signal, onProgress }),
    // Propagated results may be deleted before the same edits return.
    gcTime: 0,
  })

/** A query about all mattes of a job; `version` changes with them, and the previous answer stays until the next. */
const aboutMattes = <T>(
  topic: string,
  id: JobId,
  version: string | number,
  ask: (signal: AbortSignal) => Promise<T>,
) =>
  queryOptions({
    queryKey: [topic, id, version],
    queryFn: ({ signal }) => ask(signal),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    gcTime: 600_000,
  })

/** Certainty and temporal stability of a job's mattes. */
export const matteRatings = (
  service: BackgroundService,
  id: JobId,
  edits: VideoEdits | undefined,
  version: string | number,
) =>
  aboutMattes('matte-ratings', id, version, (signal) =>
    videosOf(service).rateMattes({ id, ...(edits && { edits }) }, { signal }),
  )

/** The box around the subject in all frames of a job, in fractions of a frame. */
export const clipSubject = (
  service: BackgroundService,
  id: JobId,
  edits: VideoEdits | undefined,
  version: string | number,
) =>
  aboutMattes('clip-subject', id, version, (signal) =>
    videosOf(service).findSubject({ id, ...(edits && { edits }) }, { signal }),
  )

/** The estimated bytes of all frames of a result as pictures. */
export const frameBytes = (
  service: BackgroundService,
  { job, options, parts, edits }: Pick<DeviceJob, 'job' | 'options' | 'parts' | 'edits'>,
  sequence: FrameSequence,
) =>
  queryOptions({
    queryKey: ['frame-bytes', job.id, sequence.format, sequence.alpha],
    queryFn: ({ signal }) => {
      const made = { id: job.id, options, ...(parts && { parts }), ...(edits && { edits }) }
      return videosOf(service).estimateFrameBytes({ ...made, sequence }, { signal })
    },
    gcTime: 600_000,
  })

const videosOf = ({ onDevice }: BackgroundService) => {
  if (!onDevice) throw new ServiceError('internal_server_error')
  return onDevice.videos
}
