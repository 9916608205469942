import { queryOptions } from '@tanstack/react-query'
import type { FrameSequence } from '#contract/frame-sequence.ts'
import type { JobId } from '#contract/ids.ts'
import type { Progress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { FramePreview, VideoEdits } from '#contract/video-edits.ts'
import type { BackgroundService, DeviceJob } from '#library/background-service.ts'

/** Edits of a job's video; `key` names them, and is null where there are none. */
type NamedEdits = { readonly edits: VideoEdits; readonly key: string | null }

/** As many pixels as the preview of a frame needs on any screen: frames of 1920 x 1080 are not scaled. */
const maxPixels = 1920 * 1080

/** A frame with the edits of `list`; all answers of one frame have the same `original`. */
type ShownFrame = Pick<FramePreview, 'original' | 'atSeconds'> & {
  readonly image: Blob
  readonly list: VideoEdits['list']
}

/** The frame that is shown at a time with all edits. While one more edit is worked in, the picture before stays. */
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
 * Makes ready what the first click on a frame would wait for; stops when nobody wants it any more. Its failure is not
 * shown: the click tries again, and tells.
 */
export const framePreparation = (service: BackgroundService, id: JobId, edits: VideoEdits, seconds: number) =>
  queryOptions({
    queryKey: ['frame-preparation', id, seconds],
    queryFn: async ({ signal }) => {
      await videosOf(service).prepareFrame({ id, edits, atSeconds: seconds }, { signal })
      return true
    },
    // The worker keeps one frame open; another one may take its place.
    gcTime: 0,
  })

/** Propagates the edits to the frames around theirs, and tells how far each reaches. */
export const propagatedEdits = (
  service: BackgroundService,
  id: JobId,
  { edits, key }: NamedEdits,
  onProgress: (progress: Progress) => void,
) =>
  queryOptions({
    queryKey: ['propagated-edits', id, key],
    queryFn: ({ signal }) => videosOf(service).propagateEdits(id, edits, { signal, onProgress }),
    // What was propagated of earlier edits may be deleted by the time that they come back.
    gcTime: 0,
  })

/** What is asked about all mattes of a job; `version` changes with them, and the answer before stays until the next. */
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

/** How sure and how still the mattes of a job are. */
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

/** About how many bytes all frames of a result have as pictures. */
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
