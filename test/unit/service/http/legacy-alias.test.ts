import { afterEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#contract/service-error.ts'
import { ServiceError } from '#contract/service-error.ts'
import { answerRequest } from '#service/http/answer-request.ts'
import { type Fields, files, imageOf, post } from '#support/form-requests.ts'
import { type RecordingService, recordingService } from '#support/recording-service.ts'

afterEach(() => vi.unstubAllGlobals())

const send = (fields: Fields, service: RecordingService = recordingService()) =>
  answerRequest(post('/v1.0/removebg', fields), service, { basePath: '/' })

const refusal = async (fields: Fields): Promise<ErrorBody> => {
  const service = recordingService()
  const answer = await send(fields, service)
  expect(answer.status).toBe(400)
  expect(service.calls).toHaveLength(0)
  return answer.json()
}

const base64 = async (file: Blob) => Buffer.from(await file.arrayBuffer()).toString('base64')
const bytesOf = async (file: Blob | undefined) => new Uint8Array((await file?.arrayBuffer()) ?? [])
const link = 'https://example.com/cat.png'

test('D-60: every unsupported parameter is named, files included, beside those that fail', async () => {
  const body = await refusal({
    image_file: files.png,
    format: 'zip',
    roi: '0% 0% 100% 100%',
    shadow_type: 'drop',
    bg_image_file: files.jpeg,
    width: '0',
  })
  expect(body.code).toBe('validation_error')
  expect(Object.keys(body.details ?? {}).sort()).toEqual([
    'bg_image_file',
    'format',
    'roi',
    'shadow_type',
    'width',
  ])
})

test('D-60: an empty unsupported parameter counts as absent', async () => {
  expect((await send({ image_file: files.png, roi: '', bg_image_file: files.empty })).status).toBe(200)
})

test.each([
  ['plain', (text: string) => text],
  ['with a data: prefix', (text: string) => `data:image/png;base64,${text}`],
  ['with line breaks', (text: string) => text.replace(/.{8}/g, '$&\r\n')],
])('D-60: image_file_b64 %s stands in for image_file', async (_what, write) => {
  const service = recordingService()
  expect((await send({ image_file_b64: write(await base64(files.png)) }, service)).status).toBe(200)
  expect(await bytesOf(service.calls[0]?.image)).toEqual(await bytesOf(files.png))
})

test('invalid base64 is a validation_error of image_file_b64', async () => {
  const body = await refusal({ image_file_b64: 'not base64!', size: 'xl' })
  expect(Object.keys(body.details ?? {})).toEqual(['image_file_b64', 'size'])
})

test('D-5: the size limit counts decoded bytes, before any parameter', async () => {
  expect((await send({ image_file_b64: await base64(imageOf(20_000_000)) })).status).toBe(200)
  const over = await base64(imageOf(20_000_001))
  expect((await refusal({ image_file_b64: over, size: 'xl' })).code).toBe('image_too_large')
  expect((await refusal({ image_file_b64: 'A'.repeat(40_000_000) })).code).toBe('image_too_large')
})

/** A site that answers with `response`, and what it was asked. */
const stubSite = (response: (url: string) => Response | Promise<Response>) => {
  const site = vi.fn((url: string, _init: RequestInit) => Promise.resolve(response(url)))
  vi.stubGlobal('fetch', site)
  return site
}

test('D-60: image_url is fetched without cookies and stands in for image_file', async () => {
  const site = stubSite(() => new Response(files.png))
  const service = recordingService()
  expect((await send({ image_url: link, size: 'auto' }, service)).status).toBe(200)
  expect(site).toHaveBeenCalledWith(
    link,
    expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer' }),
  )
  expect(await bytesOf(service.calls[0]?.image)).toEqual(await bytesOf(files.png))
})

test.each(['http://example.com/cat.png', 'https://localhost/cat.png', 'https://10.0.0.1/cat.png', 'cat.png'])(
  'D-3: the image_url %s is refused and nothing is fetched',
  async (image_url) => {
    const site = stubSite(() => new Response(files.png))
    expect((await refusal({ image_url: image_url })).details).toEqual({ image_url: [expect.any(String)] })
    expect(site).not.toHaveBeenCalled()
  },
)

test('D-6: nothing is fetched while a parameter is wrong', async () => {
  const site = stubSite(() => new Response(files.png))
  expect(Object.keys((await refusal({ image_url: 'http://example.com', size: 'xl' })).details ?? {})).toEqual(
    ['image_url', 'size'],
  )
  expect(Object.keys((await refusal({ image_url: link, size: 'xl' })).details ?? {})).toEqual(['size'])
  expect(site).not.toHaveBeenCalled()
})

test.each<[string, () => Response | Promise<Response>]>([
  ['a site that answers 404', () => new Response('gone', { status: 404 })],
  ['a network that fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a site that is too slow', () => Promise.reject(new DOMException('Slow', 'TimeoutError'))],
  ['an answer that is no image', () => new Response('<html>')],
  ['an answer without a body', () => new Response(null)],
  [
    'a body that breaks off',
    () => new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('lost')) })),
  ],
  [
    'a redirection to a private host',
    () =>
      Object.defineProperties(new Response(files.png), {
        redirected: { value: true },
        url: { value: 'https://192.168.0.1/' },
      }),
  ],
])('%s makes image_url a validation_error', async (_what, response) => {
  stubSite(response)
  const body = await refusal({ image_url: link })
  expect(body.code).toBe('validation_error')
  expect(body.details).toEqual({ image_url: [expect.any(String)] })
})

const leadsTo = (to: string, status = 302) => new Response(null, { status, headers: { Location: to } })

test.each([
  ['a private address', ['https://cdn.example.com/a', 'https://10.0.0.7/', 'https://cdn.example.com/b.png']],
  ['an address without encryption', ['http://cdn.example.com/a', 'https://cdn.example.com/b.png']],
  ['addresses without end', Array.from({ length: 30 }, (_, hop) => `/${hop}`)],
])('image_url does not lead over %s', async (_what, way) => {
  const asked: string[] = []
  const hops = [...way]
  stubSite((url) => {
    asked.push(url)
    return leadsTo(hops.shift() ?? '/')
  })
  expect((await refusal({ image_url: link })).details).toEqual({ image_url: [expect.any(String)] })
  expect(asked.filter((url) => !url.startsWith('https://') || url.includes('10.0.0.7'))).toEqual([])
  expect(asked.length).toBeLessThan(22)
})

test('image_url leads over public addresses to the picture', async () => {
  const asked: string[] = []
  stubSite((url) => {
    asked.push(url)
    return asked.length < 3 ? leadsTo(`/hop/${asked.length}`, 307) : new Response(files.png)
  })
  expect((await send({ image_url: link })).status).toBe(200)
  expect(asked).toEqual([link, new URL('/hop/1', link).href, new URL('/hop/2', link).href])
})

/** A body of megabytes without end, and how many of them were read. */
const endless = () => {
  const read = { megabytes: 0, cancelled: false }
  const body = new ReadableStream({
    pull: (controller) => {
      read.megabytes++
      controller.enqueue(new Uint8Array(1_000_000))
    },
    cancel: () => {
      read.cancelled = true
    },
  })
  return { read, body }
}

test('D-5: a link to more than 20 MB stops the download', async () => {
  const { read, body } = endless()
  stubSite(() => new Response(body))
  expect((await refusal({ image_url: link })).code).toBe('image_too_large')
  expect(read.cancelled).toBe(true)
  expect(read.megabytes).toBeLessThan(25)
})

test('a link announcing more than 20 MB is not downloaded', async () => {
  const { read, body } = endless()
  stubSite(() => new Response(body, { headers: { 'Content-Length': '20000001' } }))
  expect((await refusal({ image_url: link })).code).toBe('image_too_large')
  expect(read.cancelled).toBe(true)
  expect(read.megabytes).toBeLessThan(3)
})

test('D-5: a link to exactly 20,000,000 bytes passes', async () => {
  stubSite(() => new Response(imageOf(20_000_000)))
  expect((await send({ image_url: link })).status).toBe(200)
})

test('the alias takes videos too, with its own names for sizes (D-60)', async () => {
  const fields = { file: files.mp4, size: '4k' }
  expect((await send(fields)).status).toBe(202)
  const current = await answerRequest(post('/v1/remove', fields), recordingService(), { basePath: '/' })
  expect((await current.json()).details).toHaveProperty('size')
})

test('aborting the request ends the download as an AbortError', async () => {
  const controller = new AbortController()
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    controller.abort()
    return Promise.reject(signal?.reason)
  })
  const request = post('/v1.0/removebg', { image_url: link }, { signal: controller.signal })
  await expect(answerRequest(request, recordingService(), { basePath: '/' })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('image faults are reported under the field that was sent', async () => {
  const service = recordingService(() =>
    Promise.reject(
      new ServiceError('validation_error', { details: { image_file: ['The image is damaged.'] } }),
    ),
  )
  const answer = await send({ image_file_b64: await base64(files.png) }, service)
  expect(answer.status).toBe(400)
  expect((await answer.json()).details).toEqual({ image_file_b64: ['The image is damaged.'] })
})
