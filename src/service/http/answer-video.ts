import { reasonText } from '#contract/error-reasons.ts'
import { linkProblem } from '#contract/public-url.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import type { BackgroundService, CallOptions } from '#service/background-service.ts'
import type { FoundInput } from './find-input.ts'
import { type RequestForm, readTexts } from './read-form.ts'

export type VideoForm = FoundInput & {
  readonly field: 'file' | 'url'
  readonly form: RequestForm
  readonly isLegacy: boolean
}

/**
 * Hands a video in and answers `202` with its queued job. Refuses it for what is wrong with its parameters, all
 * of it at once, and then for what the service finds in its content (D-6).
 */
export const answerVideo = async (
  { field, sent, found: before, form, isLegacy }: VideoForm,
  service: BackgroundService,
  call: CallOptions,
): Promise<Response> => {
  const { texts, found } = readTexts(form, 'video', isLegacy)
  const url = form.texts.url ?? ''
  const problem = field === 'url' ? linkProblem(url) : null
  const options = parseVideoOptions(texts, {
    ...before,
    ...(problem && { url: [reasonText({ reason: problem })] }),
    ...found,
  })

  const job = await service.submitVideo(sent ?? { url }, options, call)
  return Response.json(job, { status: 202 })
}
