import { expect, test } from 'vitest'
import type { ImagePlacement } from '#contract/image-answer.ts'
import { leftOut } from '#contract/left-out.ts'
import type { ErrorBody } from '#contract/service-error.ts'
import { ServiceError } from '#contract/service-error.ts'
import { answerRequest } from '#service/http/answer-request.ts'
import { type Fields, files, post } from '#support/form-requests.ts'
import { type RecordingService, recordingService } from '#support/recording-service.ts'

const send = (fields: Fields, service: RecordingService = recordingService()) =>
  answerRequest(post('/v1/remove', fields), service, { basePath: '/' })

/** The error that a form is refused with; the service must not have been asked. */
const refusal = async (fields: Fields): Promise<ErrorBody> => {
  const service = recordingService()
  const answer = await send(fields, service)
  expect(answer.status).toBe(400)
  expect(service.calls).toHaveLength(0)
  return answer.json()
}

test('the parameters of the form reach the service as values', async () => {
  const service = recordingService()
  const form = {
    format: 'webp',
    channels: 'rgb',
    bg_color: '#f00',
    size: 'hd',
    crop: '4:3',
    padding: '10%,5%',
    width: '9',
    height: '8',
    fit: 'cover',
    level: 'fine',
  }
  const answer = await send({ image_file: files.png, ...form }, service)
  expect(answer.headers.get('Content-Type')).toBe('image/webp')
  expect(service.calls[0]?.options).toEqual({
    format: 'webp',
    channels: 'rgb',
    bg_color: { r: 255, g: 0, b: 0 },
    size: 'hd',
    crop: { width: 4, height: 3 },
    padding: { x: 0.1, y: 0.05 },
    width: 9,
    height: 8,
    fit: 'cover',
    level: 'fine',
  })
})

test.each<[string, Fields]>([
  ['an empty form', {}],
  ['parameters alone', { size: 'hd' }],
  ['an empty part', { image_file: files.empty }],
  ['a text instead of a file', { image_file: 'cat.png' }],
  ['an image in another field', { image: files.png }],
  ['an image in file', { file: files.png }],
  ['an AVIF image in file', { file: files.avif }],
  ['an empty file', { file: files.empty }],
  ['an empty url', { url: '' }],
  ['a file in url', { url: files.mp4 }],
  ['a text in file', { file: 'x.mp4' }],
  ['a field of the alias', { image_url: 'https://example.com/x.png' }],
])('D-2, D-4: %s answers missing_image', async (_what, fields) => {
  expect((await refusal(fields)).code).toBe('missing_image')
})

test('the message names the field of the unreadable file', async () => {
  expect((await refusal({ photo: files.png })).message).toContain('photo')
  expect((await refusal({ file: files.png })).message).toContain('image_file')
})

test.each([
  ['application/json', '{"image_file":"x"}'],
  ['application/x-www-form-urlencoded', 'image_file=x'],
  ['image/png', 'x'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=b', 'no boundary in here'],
  ['multipart/form-data-x; boundary=b', '--b--'],
  ['', 'x'],
])('D-2: a body that is declared as %j and no readable form answers missing_image', async (type, body) => {
  const request = new Request('https://studio.test/v1/remove', {
    method: 'POST',
    body,
    headers: { 'Content-Type': type },
  })
  const answer = await answerRequest(request, recordingService(), { basePath: '/' })
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'missing_image'])
})

test('a fault that the service finds in the content is passed on', async () => {
  const details = { image_file: ['The image is damaged.'] }
  const service = recordingService(() => Promise.reject(new ServiceError('validation_error', { details })))
  const answer = await send({ image_file: files.png }, service)
  expect(await answer.json()).toMatchObject({ code: 'validation_error', details })
})

test('an unknown fact of an image has no header', async () => {
  const service = recordingService(async (image) => ({
    image,
    facts: {
      request_id: 'req_1',
      processing_ms: 1,
      width: 1,
      height: 1,
      confidence: null,
      ambiguous_ratio: null,
      content_type: 'image/png',
    },
  }))
  const answer = await send({ image_file: files.png }, service)
  expect(answer.headers.has('X-Matte-Confidence')).toBe(false)
  expect(answer.headers.has('X-Matte-Ambiguous-Ratio')).toBe(false)
})

/** The answer with what only this device knows of a result. */
const answerWith = async (known: Partial<ImagePlacement>) => {
  const placement: ImagePlacement = {
    source: { width: 1, height: 1 },
    box: { x: 0, y: 0, width: 1, height: 1 },
    device: { backend: 'wasm', threads: 1 },
    reused: false,
    hasSubject: true,
  }
  const memory = recordingService()
  const service = recordingService(async (...given) => ({
    ...(await memory.removeImage(...given)),
    placement: { ...placement, ...known },
  }))
  return await send({ image_file: files.png }, service)
}

test('a header lists what a result lacks of its file', async () => {
  const { headers } = await answerWith({ leftOut: [leftOut('pages', 2)] })
  expect(headers.get('X-Left-Out')).toBe('pages;count=2')
  expect((await answerWith({ leftOut: [] })).headers.has('X-Left-Out')).toBe(false)
})

test('the risk of a matte stands in a header beside D-18', async () => {
  const { headers } = await answerWith({ risk: 0.123_45 })
  expect(headers.get('X-Matte-Risk')).toBe('0.1235')
  expect((await answerWith({})).headers.has('X-Matte-Risk')).toBe(false)
})
