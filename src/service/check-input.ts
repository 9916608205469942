import {
  type FileKind,
  isImageKind,
  isPictureKind,
  isReadablePicture,
  isVideoKind,
  refusedVideoOf,
} from '#contract/file-kinds.ts'
import { limits } from '#contract/limits.ts'
import { linkProblem } from '#contract/public-url.ts'
import { ServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import { exceedsMaxDuration, type VideoFacts } from '#contract/video-facts.ts'
import { isMovingKind, isMovingPicture } from '#formats/moving-pictures.ts'

/**
 * Checks presence, size and leading bytes of an image, in this order (D-2, D-5, D-6). Returns its kind. `readsAll`
 * accepts every kind that this device reads, of any size.
 */
export const checkImage = async (image: Blob, readsAll = false): Promise<FileKind> => {
  if (image.size === 0) throw new ServiceError('missing_image')
  if (image.size > limits.image.maxBytes && !readsAll) throw new ServiceError('image_too_large')
  const kind = await kindOf(image, (cause) => {
    const unreadable = { reason: 'file_unreadable' } as const
    const fieldReasons = { image_file: [unreadable] }
    return new ServiceError('validation_error', { ...unreadable, fieldReasons, cause })
  })
  if (isImageKind(kind) || (readsAll && isReadablePicture(kind))) return kind
  throw new ServiceError('validation_error', {
    reason: 'image_kind_refused',
    params: { kind },
    fields: ['image_file'],
  })
}

/** Checks presence, size and leading bytes of an uploaded video, in this order (D-1, D-3, D-5, D-6). */
export const checkVideo = async (video: Blob): Promise<void> => {
  if (video.size === 0) throw new ServiceError('missing_image', { reason: 'no_video' })
  if (video.size > limits.video.maxUploadBytes) throw new ServiceError('video_too_large')
  const kind = await videoKindOf(video)
  if (await isStillPicture(video, kind))
    throw new ServiceError('missing_image', { reason: 'image_in_video_field' })
  refuseUnlessVideo(kind)
}

/** Whether it is a picture in the wrong field (D-3). A moving picture counts as a video (D-1). */
export const isStillPicture = async (file: Blob, kind: FileKind): Promise<boolean> =>
  isPictureKind(kind) && !(await isMovingPicture(file, kind))

/** Checks the leading bytes of a fetched video. */
export const checkFetchedVideo = async (video: Blob): Promise<void> => {
  const kind = await videoKindOf(video)
  if (await isStillPicture(video, kind)) throw new ServiceError('invalid_video')
  refuseUnlessVideo(kind)
}

/** Refuses a link that must not be fetched, such as one into a private network (D-3). */
export const checkLink = (url: string): void => {
  const reason = linkProblem(url)
  if (reason) throw new ServiceError('validation_error', { reason, fields: ['url'] })
}

/** Refuses a video longer than five minutes (Spec, Limits). */
export const checkLength = ({ durationSeconds }: Pick<VideoFacts, 'durationSeconds'>): void => {
  if (exceedsMaxDuration(durationSeconds)) throw new ServiceError('video_too_long')
}

const refuseUnlessVideo = (kind: FileKind): void => {
  if (!isVideoKind(kind) && !isMovingKind(kind)) throw new ServiceError('invalid_video', refusedVideoOf(kind))
}

const videoKindOf = (video: Blob): Promise<FileKind> =>
  kindOf(video, (cause) => new ServiceError('invalid_video', { reason: 'file_unreadable', cause }))

/** The kind of a file by its leading bytes (D-1). `fault` makes the error of an unreadable file. */
const kindOf = async (file: Blob, fault: (cause: unknown) => ServiceError): Promise<FileKind> => {
  try {
    return await readFileKind(file)
  } catch (cause) {
    throw fault(cause)
  }
}
