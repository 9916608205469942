import { expect, test } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import type { Progress } from '#contract/progress.ts'
import { isAbort } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { openRemoteService } from '#service/remote/remote-service.ts'
import type { Fault } from '#support/api-faults.ts'
import { testKey } from '#support/api-server.ts'
import { eventually } from '#support/eventually.ts'
import { openRemote, type RemoteUnderTest, smallPhoto } from '#support/remote-service-under-test.ts'
import { scriptedVideo } from '#support/scripted-video.ts'
import { rejectionOf } from '#support/thrown-errors.ts'

const cutOut = async ({ service }: RemoteUnderTest, onProgress: (progress: Progress) => void = () => {}) =>
  service.removeImage(await smallPhoto(), defaultImageOptions, { onProgress })
const submit = ({ service }: RemoteUnderTest) => service.submitVideo(scriptedVideo(), defaultVideoOptions)
const used = ({ server }: RemoteUnderTest) => server.accountOf().usedCredits

const passing: [string, Fault][] = [
  ['429', { kind: 'status', status: 429 }],
  ['500', { kind: 'status', status: 500 }],
  ['502', { kind: 'status', status: 502 }],
  ["a proxy's page", { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' }],
  ['a dropped connection', { kind: 'drop' }],
  ['a body cut off with its connection', { kind: 'truncate' }],
]

test.each(passing)('D-53: an image is sent again after %s', async (_, fault) => {
  const under = await openRemote()
  under.server.fault({ ...fault, times: 2 })
  const { facts } = await cutOut(under)
  expect(facts).toMatchObject({ width: 40, height: 30, content_type: 'image/png' })
  expect(under.posts()).toBe(3)
  // What broke off on its way was made and charged.
  expect(used(under)).toBe(fault.kind === 'truncate' ? 3 : 1)
  // After a 429 the rate limiter may add a wait of its own.
  expect(under.waits).toEqual(expect.arrayContaining([0.5, 1]))
})

test('D-53: five failed attempts end with the last error', async () => {
  const under = await openRemote()
  under.server.fault({ kind: 'status', status: 502, times: 9 })
  expect(await rejectionOf(cutOut(under))).toMatchObject({
    code: 'upstream_error',
    status: 502,
    request_id: 'req_fault',
  })
  expect([under.posts(), under.waits.length, used(under)]).toEqual([5, 4, 0])
})

test('without any answer the error is upstream_error of status 0', async () => {
  const under = await openRemote()
  await under.server.close()
  expect(await rejectionOf(cutOut(under))).toMatchObject({ code: 'upstream_error', status: 0 })
  expect(under.waits).toHaveLength(4)
})

test('D-53: Retry-After is honoured in seconds and as a date', async () => {
  const under = await openRemote()
  const seen: Progress[] = []
  under.server.fault({ kind: 'status', status: 429, retryAfter: 12 })
  under.server.fault({
    kind: 'status',
    status: 429,
    retryAfter: new Date(under.server.now().getTime() + 60_000),
  })
  await cutOut(under, (progress) => seen.push(progress))
  const retries = seen.flatMap(({ retry }) => retry ?? [])
  expect(retries).toMatchObject([
    { attempt: 2, attempts: 5, seconds: 12, code: 'rate_limit_exceeded' },
    { attempt: 3, attempts: 5, code: 'rate_limit_exceeded' },
  ])
  expect(retries[1]?.seconds).toBeGreaterThan(45)
  expect(retries[1]?.seconds).toBeLessThanOrEqual(48)
})

test('a queue of images stays within the Free plan’s rate limit', async () => {
  const under = await openRemote(
    {},
    {
      accounts: { pk_test_studio: { rate: { burst: 2, perSecond: 1 } } },
    },
  )
  const answers = await Promise.all(Array.from({ length: 6 }, () => cutOut(under)))
  expect(answers).toHaveLength(6)
  expect(used(under)).toBe(6)
})

test.each([
  ['401', { kind: 'status', status: 401 }, 'authentication_error'],
  ['402', { kind: 'status', status: 402 }, 'payment_required'],
  ['403', { kind: 'status', status: 403 }, 'permission_denied'],
  ['400', { kind: 'status', status: 400 }, 'validation_error'],
  ['501', { kind: 'status', status: 501 }, 'internal_server_error'],
  ['503', { kind: 'status', status: 503, retryAfter: 3600 }, 'upstream_error'],
  ['504', { kind: 'status', status: 504 }, 'upstream_error'],
  ['413 of a proxy', { kind: 'status', status: 413, body: 'Too large' }, 'image_too_large'],
] as const)('D-53: %s is reported at once', async (_, fault, code) => {
  const under = await openRemote()
  under.server.fault(fault)
  expect(await rejectionOf(cutOut(under))).toMatchObject({ code, request_id: 'req_fault' })
  expect([under.posts(), under.waits]).toEqual([1, []])
})

test('a 400 keeps its message although it asks to wait', async () => {
  const under = await openRemote()
  const body = JSON.stringify({ code: 'validation_error', message: 'No such size.' })
  under.server.fault({ kind: 'status', status: 400, retryAfter: 3600, body })
  expect(await rejectionOf(cutOut(under))).toMatchObject({ message: 'No such size.', details: undefined })
  expect((await cutOut(under)).facts.width).toBe(40)
})

test('a one-hour 429 refuses every picture until the key changes', async () => {
  const under = await openRemote()
  under.server.fault({ kind: 'status', status: 429, retryAfter: 3600 })
  for (let count = 0; count < 3; count++)
    expect(await rejectionOf(cutOut(under))).toMatchObject({
      code: 'rate_limit_exceeded',
      reason: 'service_asks_to_wait',
      params: { waitSeconds: expect.closeTo(3600, 0) },
    })
  expect([under.posts(), under.waits]).toEqual([1, []])
  const fresh = openRemoteService({ ...under.parts, key: () => testKey })
  expect((await cutOut({ ...under, service: fresh })).facts.width).toBe(40)
})

test('a picture reports that it waits for the rate limit', async () => {
  const under = await openRemote({ tries: 1 })
  under.server.fault({ kind: 'status', status: 429, retryAfter: 60 })
  await rejectionOf(cutOut(under))
  const seen: Progress[] = []
  await cutOut(under, (progress) => seen.push(progress))
  const retry = seen.find((progress) => progress.retry)?.retry
  expect(retry).toMatchObject({ attempt: 1, attempts: 1, code: 'rate_limit_exceeded' })
  expect(retry?.seconds).toBeGreaterThan(50)
})

test('a wrong address that answers is reported as wrong', async () => {
  const { server, service } = await openRemote()
  const page = { kind: 'status', status: 404, body: '<h1>Not found</h1>' } as const
  server.fault(page)
  expect(await rejectionOf(service.getAccount())).toMatchObject({
    code: 'validation_error',
    status: 404,
    details: { base: [expect.any(String)] },
  })
  server.fault(page)
  expect(await rejectionOf(service.getJob('job_1'))).toMatchObject({ code: 'job_not_found' })
})

test("a proxy's 413 blames the file that was sent", async () => {
  const under = await openRemote()
  const full = { kind: 'status', status: 413, body: 'Too large' } as const
  under.server.fault(full)
  expect(await rejectionOf(cutOut(under))).toMatchObject({ code: 'image_too_large' })
  under.server.fault(full)
  expect(await rejectionOf(submit(under))).toMatchObject({ code: 'video_too_large' })
})

test('402, 403 and 401 keep the service’s message and cost nothing', async () => {
  const under = await openRemote({}, { accounts: { pk_test_studio: { maxCredits: 1 } } })
  const { server } = under
  await cutOut(under)
  expect(await rejectionOf(cutOut(under))).toMatchObject({ code: 'payment_required', status: 402 })
  expect(await rejectionOf(submit(under))).toMatchObject({ code: 'payment_required' })
  server.setAccount('pk_test_studio', { isSuspended: true })
  expect(await rejectionOf(under.service.getAccount())).toMatchObject({ code: 'permission_denied' })
  server.revoke('pk_test_studio')
  expect(await rejectionOf(under.service.getAccount())).toMatchObject({
    code: 'authentication_error',
    request_id: expect.stringMatching(/^req_/),
  })
})

test('a truncated picture is neither a result nor charged twice', async () => {
  for (const format of ['png', 'jpg', 'webp'] as const) {
    const under = await openRemote()
    under.server.fault({ kind: 'truncate', isClean: true })
    const running = under.service.removeImage(await smallPhoto(), { ...defaultImageOptions, format })
    expect(await rejectionOf(running)).toMatchObject({ code: 'upstream_error', status: 200 })
    expect([under.posts(), used(under)]).toEqual([1, 1])
  }
})

test('an answer that is no picture is no result', async () => {
  const under = await openRemote()
  under.server.fault({ kind: 'status', status: 200, body: '<h1>Log in to this hotel</h1>' })
  expect(await rejectionOf(cutOut(under))).toMatchObject({ code: 'upstream_error', status: 200 })
})

test.each([
  ['500', { kind: 'status', status: 500 }, 500],
  ['502', { kind: 'status', status: 502 }, 502],
  ['a dropped connection', { kind: 'drop' }, 0],
  ['a connection dropped once it was charged', { kind: 'drop', after: true }, 0],
  ['an answer that breaks off', { kind: 'truncate' }, 0],
  ['an answer that cannot be read', { kind: 'malformed' }, 202],
] as const)('D-53: a video is never sent again by itself after %s', async (_, fault, status) => {
  const under = await openRemote()
  under.server.fault(fault)
  expect(await rejectionOf(submit(under))).toMatchObject({
    status,
    code: status === 500 ? 'internal_server_error' : 'upstream_error',
  })
  expect([under.posts(), under.waits]).toEqual([1, []])
})

test('D-53: a video is sent again after 429, and charged once', async () => {
  const under = await openRemote()
  under.server.fault({ kind: 'status', status: 429, retryAfter: 3 })
  under.server.fault({ kind: 'status', status: 429 })
  expect(await submit(under)).toMatchObject({ status: 'queued', credits: 15 })
  expect([under.posts(), used(under)]).toEqual([3, 15])
})

test('polling and account requests are retried after a broken connection', async () => {
  const under = await openRemote()
  const { id } = await submit(under)
  for (const on of ['job', 'me'] as const) {
    under.server.fault({ on, kind: 'truncate' })
    under.server.fault({ on, kind: 'drop' })
  }
  expect((await under.service.getJob(id)).id).toBe(id)
  expect((await under.service.getAccount()).plan).toBe('Free')
  under.server.fault({ on: 'job', kind: 'malformed' })
  expect(await rejectionOf(under.service.getJob(id))).toMatchObject({ code: 'upstream_error', status: 200 })
})

test('a service that falls silent is given up', async () => {
  const under = await openRemote({ silentSeconds: 0.05, tries: 1 })
  under.server.fault({ kind: 'late', ms: 2000 })
  expect(await rejectionOf(cutOut(under))).toMatchObject({
    status: 0,
    message: expect.stringContaining('silent'),
  })
})

test('an abort rejects at once, whatever the service is doing', async () => {
  const under = await openRemote()
  under.server.fault({ kind: 'late', ms: 5000 })
  const controller = new AbortController()
  const { signal } = controller
  const running = rejectionOf(under.service.removeImage(await smallPhoto(), defaultImageOptions, { signal }))
  await eventually(() => expect(under.server.requests).toHaveLength(1))
  controller.abort(new Error('enough'))
  expect(isAbort(await running)).toBe(true)
  expect(under.waits).toEqual([])
})
