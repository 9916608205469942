import { expect, onTestFinished, test } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { answerLimits } from '#service/remote/answer-body.ts'
import { openRemoteService, type RemoteParts } from '#service/remote/remote-service.ts'
import { testKey } from '#support/api-server.ts'
import { fakeRetryClock } from '#support/fake-retry-clock.ts'
import { type AnswerMutation, openMutatingServer } from '#support/mutating-server.ts'
import { smallPhoto } from '#support/remote-service-under-test.ts'
import { scriptedVideo } from '#support/scripted-video.ts'
import { rejectionOf } from '#support/thrown-errors.ts'

/** A service behind a server whose good answers `mutate` changes, and the number of its requests. */
const openMutated = async (mutate: AnswerMutation, parts: Partial<RemoteParts> = {}) => {
  const server = await openMutatingServer(await smallPhoto())
  onTestFinished(() => void server.close())
  const asked: string[] = []
  server.mutateBy((sent, path) => {
    asked.push(path)
    return mutate(sent, path)
  })
  const clock = fakeRetryClock()
  const address = { base: server.url, isLegacy: false }
  return {
    server,
    asked,
    service: openRemoteService({ address, key: () => testKey, clock, ...parts }),
  }
}

const endless: AnswerMutation = (sent) => ({ ...sent, end: 'endless' })

test('endless JSON answers are cut at 1 MB without a retry', async () => {
  const { server, service, asked } = await openMutated(endless)
  server.expect('video')
  const asking = [
    service.getAccount(),
    service.getJob('job_1'),
    service.submitVideo(scriptedVideo(), defaultVideoOptions),
  ].map(rejectionOf)
  for (const each of asking)
    expect(await each).toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('more than the 1 MB'),
    })
  expect(asked).toHaveLength(3)
})

test('an endless picture is cut at its maximum size without a retry', async () => {
  const { service, asked } = await openMutated(endless, { limits: { ...answerLimits, image: 5_000_000 } })
  expect(await rejectionOf(service.removeImage(await smallPhoto(), defaultImageOptions))).toMatchObject({
    code: 'upstream_error',
    status: 200,
    message: expect.stringContaining('more than the 5 MB'),
  })
  expect(answerLimits.image).toBe(200_000_000)
  expect(asked).toHaveLength(1)
})

test('a kept result is limited by the free storage', async () => {
  const { service } = await openMutated((sent, path) => (path === '/result' ? endless(sent, path) : sent))
  expect(await rejectionOf(service.getResult('job_1', { freeBytes: 5_000_000 }))).toMatchObject({
    code: 'upstream_error',
    message: expect.stringContaining('larger than the 5 MB that this browser still has room for'),
  })
})

test('a compressed answer counts with its decompressed size', async () => {
  const { gzipSync } = await import('node:zlib')
  const { service } = await openMutated((sent) => ({
    ...sent,
    headers: { ...sent.headers, 'content-encoding': 'gzip' },
    body: gzipSync(new Uint8Array(8_000_000).fill(0x20)),
  }))
  expect(await rejectionOf(service.getAccount())).toMatchObject({
    message: expect.stringContaining('more than the 1 MB'),
  })
})

test('an endless error is judged by its status', async () => {
  const { service } = await openMutated((sent) => ({ ...sent, status: 402, end: 'endless' }))
  expect(await rejectionOf(service.getAccount())).toMatchObject({ code: 'payment_required', status: 402 })
})

test('an answer that trickles in counts as silence', async () => {
  const { service } = await openMutated((sent) => ({ ...sent, end: 'drip' }), {
    silentSeconds: 0.2,
    tries: 1,
  })
  expect(await rejectionOf(service.getAccount())).toMatchObject({
    status: 0,
    message: expect.stringContaining('silent'),
  })
})

test('a number without an end is refused, and the field is named', async () => {
  const { service } = await openMutated((sent) => ({
    ...sent,
    body: new TextEncoder().encode(
      new TextDecoder().decode(sent.body).replace('"credits":10', '"credits":1e999'),
    ),
  }))
  expect(await rejectionOf(service.getJob('job_1'))).toMatchObject({
    code: 'upstream_error',
    status: 200,
    details: { credits: ['The number in credits is not finite.'] },
  })
})

test('an error with unreadable details is judged by its status', async () => {
  for (const details of [
    '{"crop":[{"toString":1}],"size":["wrong"]}',
    `{"a":${'['.repeat(9999)}${']'.repeat(9999)}}`,
  ]) {
    const { service, asked } = await openMutated((sent) => ({
      ...sent,
      status: 400,
      body: new TextEncoder().encode(`{"code":"validation_error","details":${details}}`),
    }))
    expect(await rejectionOf(service.getAccount())).toMatchObject({ code: 'validation_error', status: 400 })
    expect(asked).toHaveLength(1)
  }
})

test('an error of thousands of characters is cut short', async () => {
  const long = 'word '.repeat(60_000)
  const { service } = await openMutated((sent) => ({
    ...sent,
    status: 400,
    body: new TextEncoder().encode(
      JSON.stringify({ message: long, details: { crop: long }, request_id: long }),
    ),
  }))
  const error = await rejectionOf(service.getAccount())
  expect(error).toMatchObject({ status: 400, message: expect.stringContaining('word word') })
  expect(JSON.stringify(error).length + (error as Error).message.length).toBeLessThan(5000)
})
