import { fromLegacyForm } from '#contract/legacy-options.ts'
import { limits } from '#contract/limits.ts'
import { linkProblem } from '#contract/public-url.ts'
import { ServiceError } from '#contract/service-error.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import type { BackgroundService, CallOptions } from '#service/background-service.ts'
import type { RequestForm } from './read-form.ts'

export type VideoForm = {
  readonly field: 'file' | 'url'
  readonly form: RequestForm
  readonly isLegacy: boolean
}

/**
 * Hands a video in and answers `202` with its queued job. Refuses it for the first thing that is wrong
 * with it: size, parameters, and then what the service finds in its content (D-6).
 */
export const answerVideo = async (
  { field, form, isLegacy }: VideoForm,
  service: BackgroundService,
  call: CallOptions,
): Promise<Response> => {
  const file = form.files.get('file')
  if (file && file.size > limits.video.maxUploadBytes) throw new ServiceError('video_too_large')

  const { form: texts, found } = isLegacy
    ? fromLegacyForm(form.texts, form.names)
    : { form: form.texts, found: {} }
  const url = form.texts.url ?? ''
  const problem = field === 'url' ? linkProblem(url) : null
  const options = parseVideoOptions(texts, problem === null ? found : { ...found, url: [problem] })

  const job = await service.submitVideo(field === 'file' && file ? file : { url }, options, call)
  return Response.json(job, { status: 202 })
}
