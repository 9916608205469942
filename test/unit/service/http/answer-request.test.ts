import { expect, test, vi } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { answerRequest } from '#service/http/answer-request.ts'
import { files, post } from '#support/form-requests.ts'
import { recordedAccount, recordingService } from '#support/recording-service.ts'
import { words } from '#support/words.ts'

const get = (path: string, init: RequestInit = {}) => new Request(`https://studio.test${path}`, init)
const root = { basePath: '/' }

test('POST v1/remove answers with the image and every header of the contract', async () => {
  const service = recordingService()
  const answer = await answerRequest(post('/v1/remove', { image_file: files.png }), service, root)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'image/png',
    'x-request-id': 'req_echo',
    'x-processing-time-ms': '13',
    'x-image-width': '40',
    'x-image-height': '30',
    'x-matte-confidence': '0.9877',
    'x-matte-ambiguous-ratio': '0.01',
    'cache-control': 'no-store',
    'access-control-expose-headers': expect.stringContaining('X-Matte-Ambiguous-Ratio'),
  })
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(await files.png.arrayBuffer()))
})

test('GET v1/me answers with the account', async () => {
  const answer = await answerRequest(get('/v1/me'), recordingService(), root)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(answer.headers.get('X-Request-ID')).toMatch(/^req_\w+$/)
  expect(await answer.json()).toEqual(recordedAccount)
})

test('the API lies below the base path and nowhere else', async () => {
  const status = async (path: string) =>
    (await answerRequest(get(path), recordingService(), { basePath: '/studio/' })).status
  expect(await status('/studio/v1/me')).toBe(200)
  expect(await status('/studio/v1/me?x=1')).toBe(200)
  expect(await status('/v1/me')).toBe(404)
  expect(await status('/other/v1/me')).toBe(404)
})

test.each(
  words(`
  / /v1 /v1/ /v1/me/ /v1/ME /v2/me /v1/remove/x /v1.0/me /v1x0/removebg /constructor
`),
)('there is nothing at %s: 404 with an error body', async (path) => {
  const answer = await answerRequest(get(path), recordingService(), root)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({
    code: 'validation_error',
    message: expect.stringContaining('address'),
  })
})

test.each([
  ['GET', '/v1/remove', 'POST'],
  ['PUT', '/v1/remove', 'POST'],
  ['GET', '/v1.0/removebg', 'POST'],
  ['HEAD', '/v1/remove', 'POST'],
  ['POST', '/v1/me', 'GET, HEAD'],
  ['DELETE', '/v1/me', 'GET, HEAD'],
])('%s %s answers 405 and names the methods that work', async (method, path, allowed) => {
  const answer = await answerRequest(get(path, { method }), recordingService(), root)
  expect(answer.status).toBe(405)
  expect(answer.headers.get('Allow')).toBe(allowed)
  const said = await answer.text()
  if (method === 'HEAD') expect(said).toBe('')
  else for (const name of allowed.split(', ')) expect(JSON.parse(said).message).toContain(name)
})

test('HEAD answers as GET does, without a body', async () => {
  for (const path of ['/v1/me', '/v1/jobs/job_unknown', '/v1/nowhere']) {
    const [whole, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => answerRequest(get(path, { method }), recordingService(), root)),
    )
    expect(head?.status).toBe(whole?.status)
    const { 'x-request-id': _, ...told } = Object.fromEntries(whole?.headers ?? [])
    expect(Object.fromEntries(head?.headers ?? [])).toMatchObject(told)
    expect(head?.body).toBeNull()
  }
})

test('D-50: an error answer holds its request id and page link', async () => {
  const answer = await answerRequest(post('/studio/v1/remove', []), recordingService(), {
    basePath: '/studio/',
  })
  const body = await answer.json()
  expect(answer.status).toBe(400)
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(body).toEqual({
    code: 'missing_image',
    message: expect.any(String),
    request_id: answer.headers.get('X-Request-ID'),
    doc_url: 'https://studio.test/studio/errors.html#missing_image',
  })
  expect(body.request_id).toMatch(/^req_\w+$/)
  expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('X-Request-ID')
})

test.each([
  ['payment_required', 402],
  ['permission_denied', 403],
  ['rate_limit_exceeded', 429],
  ['upstream_error', 502],
  ['image_too_large', 400],
] as const)('an error of the service answers as what it is: %s, %i', async (code, status) => {
  const service = recordingService(() =>
    Promise.reject(
      new ServiceError(code, { request_id: 'req_theirs', doc_url: 'https://docs.example.com/e' }),
    ),
  )
  const answer = await answerRequest(post('/v1/remove', { image_file: files.png }), service, root)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('X-Request-ID')).toBe('req_theirs')
  expect(await answer.json()).toMatchObject({
    code,
    request_id: 'req_theirs',
    doc_url: 'https://docs.example.com/e',
  })
})

test('an unreadable doc_url is replaced by our own page', async () => {
  const service = recordingService(() =>
    Promise.reject(new ServiceError('upstream_error', { doc_url: 'https://[' })),
  )
  const answer = await answerRequest(post('/v1/remove', { image_file: files.png }), service, root)
  expect((await answer.json()).doc_url).toBe('https://studio.test/errors.html#upstream_error')
})

test('an unknown fault answers 500 without its cause, which onFault receives', async () => {
  const fault = new TypeError('secret inner workings')
  const onFault = vi.fn()
  const service = recordingService(
    () => Promise.reject(fault),
    () => Promise.reject(fault),
  )
  for (const request of [post('/v1/remove', { image_file: files.png }), get('/v1/me')]) {
    const answer = await answerRequest(request, service, { ...root, onFault })
    expect(answer.status).toBe(500)
    const body = await answer.text()
    expect(JSON.parse(body)).toMatchObject({ code: 'internal_server_error' })
    expect(body).not.toContain('secret')
  }
  expect(onFault.mock.calls).toEqual([[fault], [fault]])
})

test('onFault is not called for errors of the contract', async () => {
  const onFault = vi.fn()
  await answerRequest(post('/v1/remove', []), recordingService(), { ...root, onFault })
  expect(onFault).not.toHaveBeenCalled()
})

test('aborting the request aborts the work with an AbortError', async () => {
  const controller = new AbortController()
  const service = recordingService(
    (_image, _options, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        controller.abort()
      }),
  )
  const request = post('/v1/remove', { image_file: files.png }, { signal: controller.signal })
  await expect(answerRequest(request, service, root)).rejects.toMatchObject({ name: 'AbortError' })
  expect(service.calls[0]?.signal?.aborted).toBe(true)
})

const requireKey = async (key: string) => key === 'pk_known'

test.each([
  ['missing', {}],
  ['empty', { 'x-api-key': '' }],
  ['malformed', { 'x-api-key': 'known' }],
  ['in quotes', { 'x-api-key': '"pk_known"' }],
  ['holding a space', { 'x-api-key': 'pk_kno wn' }],
  ['unknown', { 'x-api-key': 'pk_other' }],
])('with requireKey, a key that is %s answers 401', async (_what, headers) => {
  const service = recordingService()
  for (const request of [
    get('/v1/me', { headers }),
    post('/v1/remove', { image_file: files.png }, { headers }),
  ]) {
    const answer = await answerRequest(request, service, { ...root, requireKey })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'authentication_error' })
  }
  expect(service.calls).toHaveLength(0)
})

test('D-6: credentials are checked before everything else', async () => {
  const answer = await answerRequest(post('/v1/remove', { size: 'xl' }), recordingService(), {
    ...root,
    requireKey,
  })
  expect(answer.status).toBe(401)
})
