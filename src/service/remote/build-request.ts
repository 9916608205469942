import type { FileKind } from '#contract/file-kinds.ts'
import { serviceFieldsOf } from '#contract/form-schema.ts'
import type { JobId } from '#contract/ids.ts'
import { type ImageOptions, serializeImageOptions } from '#contract/image-options.ts'
import { serializeVideoOptions, type VideoOptions } from '#contract/video-options.ts'
import type { VideoInput } from '#library/background-service.ts'

/** The addresses of a service. */
type ServiceEndpoints = {
  readonly remove: string
  readonly me: string
  job(id: JobId): string
}

/**
 * The addresses below `base`, the versioned root without trailing slash. The legacy route is beside that root, and
 * replaces `/remove` only (D-60).
 */
export const endpointsOf = (base: string, isLegacy: boolean): ServiceEndpoints => ({
  remove: isLegacy ? new URL('v1.0/removebg', base).href : `${base}/remove`,
  me: `${base}/me`,
  job: (id) => `${base}/jobs/${id}`,
})

const formOf = (fields: readonly (readonly [name: string, text: string])[]): FormData => {
  const form = new FormData()
  for (const [name, text] of fields) form.append(name, text)
  return form
}

/** The form of an image request. The file's name is not sent, since no service needs it (D-1). */
export const imageForm = (image: Blob, kind: FileKind, options: ImageOptions): FormData => {
  const form = formOf(serviceFieldsOf(serializeImageOptions(options)))
  form.append('image_file', new File([image], `image.${kind}`, { type: `image/${kind}` }))
  return form
}

/** The form of a video request; a link is a text field (D-3). */
export const videoForm = (video: VideoInput, options: VideoOptions): FormData => {
  const form = formOf(serviceFieldsOf(serializeVideoOptions(options)))
  if (video instanceof Blob) form.append('file', video, 'video')
  else form.append('url', video.url)
  return form
}
