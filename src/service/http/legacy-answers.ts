import { toBase64 } from '#base/base64.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { ErrorBody } from '#contract/service-error.ts'
import type { BackgroundService, OnDevice } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { zipBlob } from '#library/sink.ts'

/** Answers `GET v1.0/account`, with which programs of the older API test their key (D-61). */
export const answerLegacyAccount = async (
  service: BackgroundService,
  call: CallOptions,
): Promise<Response> => {
  const { maxCredits, usedCredits } = await service.getAccount(call)
  const total = Math.max(0, maxCredits - usedCredits)
  const credits = { total, subscription: total, payg: 0, enterprise: 0 }
  return Response.json({ data: { attributes: { credits, api: { free_calls: 0, sizes: 'all' } } } })
}

/** An image answer of the older API (D-61): its size headers, and JSON on request. */
export const toLegacyAnswer = async (answer: Response, { headers }: Request): Promise<Response> => {
  for (const side of ['Width', 'Height'])
    answer.headers.set(`X-${side}`, answer.headers.get(`X-Image-${side}`) ?? '')
  if (!/\bapplication\/json\b/i.test(headers.get('Accept') ?? '')) return answer
  const json = Response.json({ data: { result_b64: await toBase64(await answer.blob()) } })
  for (const [name, value] of answer.headers) if (name.startsWith('x-')) json.headers.set(name, value)
  return json
}

/** An error body with the error list of the older API (D-61). */
export const withLegacyErrors = (body: ErrorBody): object => {
  const { code, message: title, details = '', doc_url: help } = body
  const detail = typeof details === 'string' ? details : Object.values(details).flat().join(' ')
  return { ...body, errors: [{ title, code, detail, help }] }
}

/** Colours and alpha as two files of a ZIP, with the names of the older API (D-61). */
export const removeIntoZip = async (
  service: BackgroundService & { readonly onDevice: OnDevice },
  image: Blob,
  options: ImageOptions,
  call: CallOptions,
): Promise<ImageAnswer> => {
  const { bg_color: _, ...rest } = options
  const alpha = await service.removeImage(image, { ...rest, channels: 'alpha' }, call)
  const file = { format: 'jpg', part: 'colors' } as const
  const colors = await service.onDevice.editImage(image, { ...rest, channels: 'rgba' }, { file }, call)
  const files = [new File([colors.image], 'color.jpg'), new File([alpha.image], 'alpha.png')]
  return { ...alpha, image: await zipBlob(files) }
}
