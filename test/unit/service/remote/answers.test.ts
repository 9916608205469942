import { expect, test } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import type { Job } from '#contract/job.ts'
import type { Progress } from '#contract/progress.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { fetchTransport, type Transport } from '#service/remote/transport.ts'
import type { ApiServerOptions } from '#support/api-server.ts'
import { eventually } from '#support/eventually.ts'
import { inspectImage } from '#support/painted-photo.ts'
import { openRemote, type RemoteUnderTest, smallPhoto } from '#support/remote-service-under-test.ts'
import { scriptedVideo } from '#support/scripted-video.ts'
import { rejectionOf } from '#support/thrown-errors.ts'

const quick: ApiServerOptions = { stepMs: 0 }
const submit = ({ service }: RemoteUnderTest) => service.submitVideo(scriptedVideo(), defaultVideoOptions)
const completed = ({ service, server }: RemoteUnderTest, { id }: Job): Promise<Job> =>
  eventually(async () => {
    const job = await service.getJob(id)
    if (job.status !== 'completed') server.clearFaults()
    expect(job.status).toBe('completed')
    return job
  })

test('a result that is gone from its own host is job_not_found', async () => {
  const under = await openRemote({}, quick)
  const { id } = await completed(under, await submit(under))
  under.server.fault({ on: 'result', kind: 'status', status: 410, body: 'gone' })
  expect(await rejectionOf(under.service.getResult(id))).toMatchObject({ code: 'job_not_found' })
})

test('a broken download starts again and reports progress', async () => {
  const under = await openRemote({}, quick)
  const { id } = await completed(under, await submit(under))
  under.server.fault({ on: 'result', kind: 'truncate' })
  const seen: Progress[] = []
  const result = await under.service.getResult(id, { onProgress: (progress) => seen.push(progress) })
  expect(result.type).toBe('video/webm')
  expect(await result.text()).toBe(await scriptedVideo().text())
  expect(seen.at(-1)).toMatchObject({ step: 'save', bytes: { loaded: result.size, total: result.size } })
})

test('an answer about another job is refused', async () => {
  const under = await openRemote({}, quick)
  const { id } = await submit(under)
  under.server.fault({ on: 'job', kind: 'change', json: (body) => ({ ...body, id: 'job_of_somebody_else' }) })
  expect(await rejectionOf(under.service.getJob(id))).toMatchObject({
    code: 'upstream_error',
    details: { id: ['The answer is about another job.'] },
  })
})

test('missing headers are null; the size comes from the picture', async () => {
  const bare: Transport = async (request) => ({
    ...(await fetchTransport(request)),
    headers: { get: () => null },
  })
  const { service } = await openRemote({ transport: bare })
  const { image, facts } = await service.removeImage(await smallPhoto(), defaultImageOptions)
  expect(facts).toEqual({
    request_id: null,
    processing_ms: null,
    width: 40,
    height: 30,
    confidence: null,
    ambiguous_ratio: null,
    content_type: 'image/png',
  })
  expect((await inspectImage(image)).width).toBe(40)
})

test('D-60: only image requests use the legacy route', async () => {
  const { server } = await openRemote()
  const legacy = await openRemote({ address: { base: server.url, isLegacy: true } })
  await legacy.service.removeImage(await smallPhoto(), defaultImageOptions)
  const { id } = await legacy.service.submitVideo(scriptedVideo(), defaultVideoOptions)
  await legacy.service.getJob(id)
  await legacy.service.getAccount()
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1.0/removebg',
    'POST /v1.0/removebg',
    `GET /v1/jobs/${id}`,
    'GET /v1/me',
  ])
})

test('upload progress is reported and never falls on a retry', async () => {
  const inSteps: Transport = async (request) => {
    for (const loaded of [0, 50, 100]) request.onSent?.(loaded, 100)
    return fetchTransport(request)
  }
  const under = await openRemote({ transport: inSteps })
  under.server.fault({ kind: 'status', status: 502 })
  const seen: Progress[] = []
  await under.service.removeImage(await smallPhoto(), defaultImageOptions, {
    onProgress: (progress) => seen.push(progress),
  })
  expect(seen.map(({ step, bytes }) => [step, bytes?.loaded])).toEqual([
    ['send', 0],
    ['send', 50],
    ['cut', undefined],
    ['send', undefined],
    ['send', 0],
    ['send', 50],
    ['cut', undefined],
    ['save', undefined],
  ])
  const ratios = seen.map(({ ratio }) => ratio ?? 0)
  expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  expect(seen[3]?.retry).toMatchObject({ attempt: 2, attempts: 5 })
})

test('the name of the file stays on this device', async () => {
  let sent = new FormData()
  const keep: Transport = (request) => {
    sent = request.body ?? sent
    return fetchTransport(request)
  }
  const { service } = await openRemote({ transport: keep })
  await service.removeImage(new File([await smallPhoto()], 'me-and-my-illness.png'), defaultImageOptions)
  expect((sent.get('image_file') as File).name).toBe('image.png')
  await service.submitVideo(scriptedVideo({}, 'secret.mp4'), defaultVideoOptions)
  expect((sent.get('file') as File).name).toBe('video')
})
