import { queryOptions } from '@tanstack/react-query'
import type { JobId } from '#contract/ids.ts'
import type { Progress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import type { BackgroundService } from '#service/background-service.ts'

/** Edits of a job's video; `key` names them, and is null where there are none. */
export type NamedEdits = { readonly edits: VideoEdits; readonly key: string | null }

/** As many pixels as the preview of a frame needs on any screen. */
const maxPixels = 1_500_000

/** The frame that is shown at a time with all edits. While one more edit is worked in, the picture before stays. */
export const editedFrame = (
  service: BackgroundService,
  id: JobId,
  { edits, key }: NamedEdits,
  seconds: number,
) =>
  queryOptions({
    queryKey: ['edited-frame', id, seconds, key],
    networkMode: 'always',
    queryFn: async ({ signal }) => {
      const wanted = { atSeconds: seconds, maxPixels, wantsOriginal: true }
      const { cutout, original, atSeconds } = await videosOf(service).editFrame(id, edits, wanted, { signal })
      return { image: cutout, original, atSeconds, list: edits.list }
    },
    placeholderData: (before, query) =>
      query?.queryKey[1] === id && query.queryKey[2] === seconds ? before : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** Carries the edits to the frames around theirs, and tells how far each reaches. */
export const carriedEdits = (
  service: BackgroundService,
  id: JobId,
  { edits, key }: NamedEdits,
  onProgress: (progress: Progress) => void,
) =>
  queryOptions({
    queryKey: ['carried-edits', id, key],
    networkMode: 'always',
    queryFn: ({ signal }) => videosOf(service).carryEdits(id, edits, { signal, onProgress }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 600_000,
  })

/** How sure and how still the mattes of a job are; `version` changes with the mattes. */
export const matteRatings = (
  service: BackgroundService,
  id: JobId,
  edits: VideoEdits | undefined,
  version: string | number,
) =>
  queryOptions({
    queryKey: ['matte-ratings', id, version],
    networkMode: 'always',
    queryFn: ({ signal }) => videosOf(service).rateMattes(id, edits, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 600_000,
  })

/** The box around the subject in all frames of a job, in fractions of a frame; `version` changes with the mattes. */
export const clipSubject = (
  service: BackgroundService,
  id: JobId,
  edits: VideoEdits | undefined,
  version: string | number,
) =>
  queryOptions({
    queryKey: ['clip-subject', id, version],
    networkMode: 'always',
    queryFn: ({ signal }) => videosOf(service).findSubject(id, edits, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 600_000,
  })

const videosOf = ({ onDevice }: BackgroundService) => {
  if (!onDevice) throw new ServiceError('internal_server_error')
  return onDevice.videos
}
