import { ratioText, toHeaders } from '#contract/image-answer.ts'
import { toLeftOutHeader } from '#contract/left-out.ts'
import { isZipForm } from '#contract/legacy-options.ts'
import { linkProblem } from '#contract/public-url.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { type FoundInput, findInput } from './find-input.ts'
import { removeIntoZip, toLegacyAnswer } from './legacy-answers.ts'
import { type RequestForm, readForm, readTexts } from './read-form.ts'
import { type ImageField, readImage } from './read-image.ts'

/** Answers `POST v1/remove`, or the legacy route if `isLegacy` (Spec, Endpoints; D-60). */
export const answerRemoval = async (
  request: Request,
  service: BackgroundService,
  isLegacy: boolean,
  ignoredFields?: readonly string[],
): Promise<Response> => {
  const { signal } = request
  const form = await readForm(request, { isLegacy, ignored: ignoredFields })
  const { field, ...input } = await findInput(form, isLegacy)
  if (field === 'file' || field === 'url')
    return answerVideo({ ...input, field, form, isLegacy }, service, { signal })
  const { onDevice } = service
  const { image, options } = await readImage(
    { ...input, field, form, isLegacy, canZip: onDevice !== null },
    signal,
  )
  const isZip = isLegacy && onDevice !== null && isZipForm(form.texts)
  const {
    image: file,
    facts,
    placement,
  } = await (isZip
    ? removeIntoZip({ ...service, onDevice }, image, options, { signal })
    : service.removeImage(image, options, { signal })
  ).catch(blame(field))
  const answer = new Response(file, { headers: toHeaders(facts) })
  if (placement?.risk !== undefined) answer.headers.set('X-Matte-Risk', ratioText(placement.risk))
  const left = toLeftOutHeader(placement?.leftOut ?? [])
  if (left !== null) answer.headers.set('X-Left-Out', left)
  if (isZip) answer.headers.set('Content-Type', 'application/zip')
  return isLegacy ? toLegacyAnswer(answer, request) : answer
}

/** A service reports undecodable images under `image_file`; this renames it to the actual field. */
const blame =
  (field: ImageField) =>
  (thrown: unknown): never => {
    const error = toServiceError(thrown)
    if (isAbort(error)) throw error
    const { details, fieldReasons } = error
    if (fieldReasons) throw error.with({ fieldReasons: renamed(fieldReasons, field) })
    throw typeof details === 'object' ? error.with({ details: renamed(details, field) }) : error
  }

const renamed = <T>(
  { image_file, ...others }: Readonly<Record<string, T>>,
  field: ImageField,
): Readonly<Record<string, T>> => (image_file === undefined ? others : { ...others, [field]: image_file })

type VideoRequestForm = FoundInput & {
  readonly field: 'file' | 'url'
  readonly form: RequestForm
  readonly isLegacy: boolean
}

/**
 * Submits a video and answers `202` with its queued job. Refuses first all invalid parameters together, then invalid
 * content (D-6).
 */
const answerVideo = async (
  { field, sent, found: before, form, isLegacy }: VideoRequestForm,
  service: BackgroundService,
  call: CallOptions,
): Promise<Response> => {
  const { texts, found } = readTexts(form, 'video', isLegacy)
  const url = form.texts.url ?? ''
  const problem = field === 'url' ? linkProblem(url) : null
  const options = parseVideoOptions(texts, {
    ...before,
    ...(problem && { url: [{ reason: problem }] }),
    ...found,
  })

  const job = await service.submitVideo(sent ?? { url }, options, call)
  return Response.json(job, { status: 202 })
}
