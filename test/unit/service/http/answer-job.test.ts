import { expect, test } from 'vitest'
import { isTerminal, type Job } from '#contract/job.ts'
import { readRange } from '#service/http/answer-job.ts'
import { answerRequest } from '#service/http/answer-request.ts'
import { eventually } from '#support/eventually.ts'
import { files, post } from '#support/form-requests.ts'
import { recordingService } from '#support/recording-service.ts'

const service = recordingService()
const requireKey = (key: string) => key === 'pk_known'

const ask = (request: Request, keys = false) =>
  answerRequest(request, service, { basePath: '/', ...(keys && { requireKey }) })

const get = (address: string, init: RequestInit = {}) =>
  new Request(new URL(address, 'https://studio.test'), init)

const finished = async (): Promise<Job> => {
  const { status_url } = (await (await ask(post('/v1/remove', { file: files.mp4 }))).json()) as Job
  return eventually(async () => {
    const job = (await (await ask(get(status_url))).json()) as Job
    expect(isTerminal(job)).toBe(true)
    return job
  })
}

test('a result is a download with its type and length (D-70)', async () => {
  const { id, result_url } = await finished()
  expect(result_url).toBe(`https://studio.test/v1/jobs/${id}/result.webm`)
  const answer = await ask(get(result_url ?? ''))
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'video/webm',
    'content-length': String(files.mp4.size),
    'content-disposition': 'attachment; filename=result.webm',
    'accept-ranges': 'bytes',
    etag: `"${id}"`,
    'x-request-id': expect.stringMatching(/^req_/),
    'cache-control': 'no-store',
    'access-control-expose-headers': expect.stringContaining('X-Request-ID'),
  })
  expect(await answer.text()).toBe(await files.mp4.text())
})

test('a Range request gets exactly the bytes that it names', async () => {
  const { id, result_url } = await finished()
  const whole = await files.mp4.text()
  const of = async (headers: Record<string, string>) => {
    const answer = await ask(get(result_url ?? '', { headers }))
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  const { size } = files.mp4
  expect(await of({ range: 'bytes=4-7' })).toEqual([206, `bytes 4-7/${size}`, whole.slice(4, 8)])
  expect(await of({ range: 'bytes=-3' })).toEqual([
    206,
    `bytes ${size - 3}-${size - 1}/${size}`,
    whole.slice(-3),
  ])
  expect(await of({ range: 'bytes=4-7', 'if-range': `"${id}"` })).toContain(206)
  expect(await of({ range: 'bytes=4-7', 'if-range': '"another"' })).toEqual([200, null, whole])
  const outside = await ask(get(result_url ?? '', { headers: { range: `bytes=${size}-` } }))
  expect([outside.status, (await outside.json()).code]).toEqual([416, 'validation_error'])
  expect(outside.headers.get('content-range')).toBe(`bytes */${size}`)
})

test('HEAD gives the size of a result and ignores ranges', async () => {
  const { result_url } = await finished()
  const told = async (init: RequestInit) => {
    const answer = await ask(get(result_url ?? '', init))
    const { 'x-request-id': _, ...headers } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, body: await answer.text() }
  }
  const whole = await told({})
  for (const headers of [{}, { range: 'bytes=4-7' }, { range: `bytes=${files.mp4.size}-` }])
    expect(await told({ method: 'HEAD', headers })).toEqual({ ...whole, body: '' })
  expect(whole.headers['content-length']).toBe(String(files.mp4.size))
})

test('a result needs no key; its job does', async () => {
  const { status_url, result_url } = await finished()
  expect((await ask(get(result_url ?? ''), true)).status).toBe(200)
  expect((await ask(get(status_url), true)).status).toBe(401)
  expect((await ask(get(status_url, { headers: { 'x-api-key': 'pk_known' } }), true)).status).toBe(200)
})

test('the name of a result is that of its format', async () => {
  const { status_url } = await finished()
  const answer = await ask(get(`${status_url}/result.mp4`))
  expect([answer.status, await answer.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'job_not_found', message: expect.stringContaining('result.webm') }),
  ])
})

test.each([
  '/v1/jobs',
  '/v1/jobs/',
  '/v1/jobs/job_a/',
  '/v1/jobs/job_a/result',
  '/v1/jobs/job_a/result.webm/x',
])('there is nothing at %s', async (path) => {
  const answer = await ask(get(path))
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'validation_error'])
})

test('a request for a job is aborted with its caller', async () => {
  const { status_url } = await finished()
  await expect(ask(get(status_url, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test.each([
  ['bytes=0-', 0, 99],
  ['bytes=0-0', 0, 0],
  ['bytes=10-19', 10, 19],
  ['bytes=90-500', 90, 99],
  ['bytes=-5', 95, 99],
  ['bytes=-500', 0, 99],
  ['Bytes = 7-8', 7, 8],
])('%s of 100 bytes gives those from %i to %i', (header, first, last) => {
  expect(readRange(header, 100)).toEqual({ first, last })
})

test.each([
  null,
  '',
  'bytes=',
  'bytes=-',
  'bytes=9-3',
  'bytes=0-1,5-6',
  'bytes=a-b',
  'lines=0-9',
  'bytes=0x1-2',
])('%s names no readable range, so the whole file is sent', (header) => {
  expect(readRange(header, 100)).toBe('whole')
})

test.each([
  ['bytes=100-', 100],
  ['bytes=100-200', 100],
  ['bytes=-0', 100],
  ['bytes=0-', 0],
  ['bytes=-1', 0],
])('%s lies outside of %i bytes', (header, size) => {
  expect(readRange(header, size)).toBe('outside')
})
