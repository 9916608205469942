import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Job, job } from '#contract/job.ts'
import type { ErrorBody } from '#contract/service-error.ts'
import { answerRequest } from '#service/http/answer-request.ts'
import { type Fields, fileFromText, files, post } from '#support/form-requests.ts'
import { recordingService } from '#support/recording-service.ts'

const refusal = async (fields: Fields, path = '/v1/remove'): Promise<ErrorBody> => {
  const answer = await answerRequest(post(path, fields), recordingService(), { basePath: '/' })
  expect(answer.status).toBe(400)
  return answer.json()
}

/** A form that is read as it stands, so that a file may claim a size without having it. */
const refusalOfFile = async (file: File, texts: Fields = []): Promise<ErrorBody> => {
  const request = post('/v1/remove', texts)
  const form = new FormData()
  for (const [name, value] of texts) form.append(name, value as string)
  form.append('file', file)
  request.formData = async () => form
  return (await answerRequest(request, recordingService(), { basePath: '/' })).json()
}

const videoOf = (bytes: number) =>
  Object.defineProperty(fileFromText('\0\0\0\x20ftypisom'), 'size', { value: bytes })

const accepted = async (fields: Fields, path = '/v1/remove'): Promise<Job> => {
  const answer = await answerRequest(post(path, fields), recordingService(), { basePath: '/' })
  expect(answer.status).toBe(202)
  expect(answer.headers.get('X-Request-ID')).toMatch(/^req_/)
  return answer.json()
}

test.each(['mp4', 'gif'] as const)('a %s is accepted as a queued job: 202', async (kind) => {
  const body = await accepted([
    ['file', files[kind]],
    ['format', 'mov'],
    ['channels', 'alpha'],
  ])
  expect(v.parse(job, body)).toMatchObject({
    status: 'queued',
    progress: 0,
    format: 'mov',
    channels: 'alpha',
  })
})

test('D-3: a file that is neither video nor image is invalid_video', async () => {
  expect((await refusal([['file', files.text]])).code).toBe('invalid_video')
})

test.each([
  'http://example.com/x.mp4',
  'ftp://example.com/x.mp4',
  'https://localhost/x.mp4',
  'https://192.168.0.7/x.mp4',
  'clip.mp4',
])('D-3: the url %s is a validation_error', async (url) => {
  const body = await refusal([['url', url]])
  expect(body.code).toBe('validation_error')
  expect(body.details).toEqual({ url: [expect.stringMatching(/link/)] })
})

test('the url and all image-only parameters are listed together (D-6, D-30)', async () => {
  const form = {
    url: 'http://example.com/x',
    format: 'png',
    crop: 'true',
    padding: '0',
    width: '1',
    height: '1',
    fit: 'cover',
    size: 'xl',
  }
  expect(Object.keys((await refusal(Object.entries(form))).details ?? {}).sort()).toEqual(
    Object.keys(form).sort(),
  )
})

test('D-6: parameters come before content', async () => {
  expect(
    await refusal([
      ['file', files.text],
      ['crop', '1:1'],
    ]),
  ).toMatchObject({
    code: 'validation_error',
    details: { crop: [expect.any(String)] },
  })
})

test('D-5, D-6: uploads over 100,000,000 bytes are video_too_large', async () => {
  expect(await refusalOfFile(videoOf(100_000_000))).toMatchObject({ status: 'queued' })
  expect((await refusalOfFile(videoOf(100_000_001), [['crop', '1:1']])).code).toBe('video_too_large')
})

test('the alias takes videos too, with its own names for sizes', async () => {
  const fields: Fields = [
    ['file', files.mp4],
    ['size', '4k'],
  ]
  expect((await accepted(fields, '/v1.0/removebg')).status).toBe('queued')
  expect((await refusal(fields)).details).toHaveProperty('size')
})
