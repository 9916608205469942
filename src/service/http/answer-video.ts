import { fromLegacyForm } from '#contract/legacy-options.ts'
import { limits } from '#contract/limits.ts'
import { linkProblem } from '#contract/public-url.ts'
import { ServiceError } from '#contract/service-error.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import { kindOf } from './find-input.ts'
import type { RequestForm } from './read-form.ts'

/**
 * Refuses a video for the first thing that is wrong with it: size, parameters, content (D-6); and one
 * that is in order because this version only works on images.
 */
export const answerVideo = async (
  field: 'file' | 'url',
  form: RequestForm,
  isLegacy: boolean,
): Promise<never> => {
  const file = form.files.get('file')
  if (file && file.size > limits.video.maxUploadBytes) throw new ServiceError('video_too_large')

  const { form: texts, found } = isLegacy
    ? fromLegacyForm(form.texts, form.names)
    : { form: form.texts, found: {} }
  const problem = field === 'url' ? linkProblem(form.texts.url ?? '') : null
  parseVideoOptions(texts, problem === null ? found : { ...found, url: [problem] })

  if (file && (await kindOf(file)) === 'unknown') throw new ServiceError('invalid_video')
  throw new ServiceError('validation_error', {
    details: { [field]: ['Video is not available in this version of the studio yet.'] },
  })
}
