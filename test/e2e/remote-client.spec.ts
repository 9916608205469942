import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { defaultImageOptions } from '#contract/image-options.ts'
import type { Progress } from '#contract/progress.ts'
import { type ApiServer, startApiServer, testKey } from '#support/api-server.ts'
import { openMutatingServer } from '#support/mutating-server.ts'
import { paintPhoto } from '#support/painted-photo.ts'
import { openRemotePage } from '#support/remote-page.ts'

let server: ApiServer
let page: Page
let closePage: () => Promise<void>

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  closePage = await openRemotePage(page)
})
test.afterAll(async () => {
  await page.close()
  await closePage()
})
test.beforeEach(async () => {
  server = await startApiServer({ videos: 'scripted' })
})
test.afterEach(() => server.close())

type Outcome = {
  readonly facts?: Readonly<Record<string, unknown>>
  readonly size?: number
  readonly error?: {
    readonly name: string
    readonly code: string
    readonly status: number
    readonly message: string
  }
  readonly progress: readonly Progress[]
}

/** Sends a picture from the page, as the studio would; aborts after `abortAfterMs`. */
const cutOut = async (image: Buffer, { abortAfterMs = 0, base = server.url } = {}): Promise<Outcome> =>
  page.evaluate(
    async ({ base, key, bytes, options, abortAfterMs }) => {
      const service = globalThis.Remote.openRemoteService({
        address: { base, isLegacy: false },
        key: () => key,
        tries: 1,
      })
      const progress: Progress[] = []
      const signal = abortAfterMs ? AbortSignal.timeout(abortAfterMs) : new AbortController().signal
      try {
        const image = new Blob([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))])
        const answer = await service.removeImage(image, options, {
          signal,
          onProgress: (report) => progress.push(report),
        })
        return { facts: { ...answer.facts }, size: answer.image.size, progress }
      } catch (thrown) {
        const { name, code, status, message } = thrown as NonNullable<Outcome['error']>
        return { error: { name, code, status, message }, progress }
      }
    },
    {
      base,
      key: testKey,
      bytes: image.toString('base64'),
      options: defaultImageOptions,
      abortAfterMs,
    },
  )

const small = () => paintPhoto({ width: 40, height: 30 }).png().toBuffer()

/** Noise, which does not compress. */
const heavy = () =>
  sharp({
    create: {
      width: 1200,
      height: 1200,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()

test('an image is uploaded, and its progress is counted in bytes', async () => {
  const image = await heavy()
  const { facts, error, progress } = await cutOut(image)
  expect(error).toBeUndefined()
  expect(facts).toMatchObject({
    width: 1200,
    height: 1200,
    content_type: 'image/png',
    request_id: expect.stringMatching(/^req_/),
    processing_ms: expect.any(Number),
    confidence: expect.any(Number),
    ambiguous_ratio: expect.any(Number),
  })
  const sent = progress.filter(({ step, bytes }) => step === 'send' && bytes)
  expect(sent.length).toBeGreaterThan(0)
  for (const { bytes } of sent) expect(bytes?.total).toBeGreaterThan(image.length)
  expect(progress.map(({ step }) => step)).toContain('cut')
  expect(server.accountOf().usedCredits).toBe(1)
  expect(await page.locator('iframe').count(), 'frames that are left behind').toBe(0)
})

test('headers that CORS hides are null; the image tells the size', async () => {
  server.setCors('hidden')
  expect((await cutOut(await small())).facts).toEqual({
    request_id: null,
    processing_ms: null,
    width: 40,
    height: 30,
    confidence: null,
    ambiguous_ratio: null,
    content_type: 'image/png',
  })
})

test('a service that refuses CORS is reported as unreachable', async () => {
  server.setCors('none')
  expect((await cutOut(await small())).error).toMatchObject({
    code: 'upstream_error',
    status: 0,
    message: expect.stringContaining('CORS'),
  })
})

test('D-55: a redirected upload stops, and the key stays here', async () => {
  const other = await startApiServer()
  for (const status of [302, 307]) {
    server.fault({ kind: 'redirect', to: `${other.url}/remove`, status })
    expect((await cutOut(await small())).error).toMatchObject({ code: 'upstream_error', status: 0 })
    expect(other.requests).toEqual([])
  }
  // Without the guard, the same request follows the redirect and takes the key along.
  server.fault({ kind: 'redirect', to: `${other.url}/remove`, status: 307 })
  await page.evaluate(
    ({ url, key }) =>
      new Promise<void>((resolve) => {
        const plain = new XMLHttpRequest()
        plain.onloadend = () => resolve()
        plain.open('POST', url)
        plain.setRequestHeader('x-api-key', key)
        plain.send()
      }),
    { url: `${server.url}/remove`, key: testKey },
  )
  expect(other.requests.map(({ headers }) => headers.get('x-api-key'))).toEqual([testKey])
  await other.close()
})

test('D-55: a redirected request is reported as a redirect', async () => {
  const other = await startApiServer()
  server.fault({ on: 'me', kind: 'redirect', to: `${other.url}/me`, status: 302 })
  const code = await page.evaluate(
    async ({ base, key }) => {
      const service = globalThis.Remote.openRemoteService({
        address: { base, isLegacy: false },
        key: () => key,
      })
      return service.getAccount().catch((thrown: { code: string }) => thrown.code)
    },
    { base: server.url, key: testKey },
  )
  expect(code).toBe('validation_error')
  expect(other.requests).toEqual([])
  await other.close()
})

test('an abort ends a request at once and costs nothing', async () => {
  server.fault({ kind: 'late', ms: 3000 })
  const { error } = await cutOut(await small(), { abortAfterMs: 300 })
  expect(error?.name).toBe('AbortError')
  expect(server.accountOf().usedCredits).toBe(0)
})

test('an endless image or error body is given up', async () => {
  const endless = await openMutatingServer(new Blob([new Uint8Array(await small())]))
  for (const [status, code] of [
    [200, 'upstream_error'],
    [402, 'payment_required'],
  ] as const) {
    endless.mutateBy((sent) => ({ ...sent, status, end: 'endless' }))
    const { error } = await cutOut(await small(), { base: endless.url })
    expect(error).toMatchObject({ code, status })
  }
  await endless.close()
})
