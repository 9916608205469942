import { toHeaders } from '#contract/result-headers.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { answerVideo } from './answer-video.ts'
import { findInput } from './find-input.ts'
import { readForm } from './read-form.ts'
import { type ImageField, readImage } from './read-image.ts'

/** Answers `POST v1/remove`, or the compatibility alias where `isLegacy` (Spec, Endpoints; D-60). */
export const answerRemoval = async (
  request: Request,
  service: BackgroundService,
  isLegacy: boolean,
): Promise<Response> => {
  const { signal } = request
  const form = await readForm(request)
  const { field, ...input } = await findInput(form, isLegacy)
  if (field === 'file' || field === 'url')
    return answerVideo({ ...input, field, form, isLegacy }, service, { signal })
  const { image, options } = await readImage({ ...input, field, form, isLegacy }, signal)
  const answer = await service.removeImage(image, options, { signal }).catch(blame(field))
  return new Response(answer.image, { headers: toHeaders(answer.facts) })
}

/** A service blames `image_file` for what does not decode, even where the image came in another field. */
const blame =
  (field: ImageField) =>
  (thrown: unknown): never => {
    const error = toServiceError(thrown)
    if (isAbort(error) || typeof error.details !== 'object') throw error
    const { image_file, ...others } = error.details
    if (!image_file) throw error
    throw error.with({ details: { ...others, [field]: image_file } })
  }
