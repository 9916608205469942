import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Job } from '#contract/job.ts'
import type { AccountSettings } from '#support/api-books.ts'
import { type ApiServerOptions, startApiServer, testKey } from '#support/api-server.ts'
import { smallPhoto } from '#support/remote-under-test.ts'
import { scriptedVideo } from '#support/scripted-video.ts'
import { type Fields, files } from '#support/wire.ts'

type Json = Readonly<Record<string, unknown>>

const open = async (options: ApiServerOptions = {}) => {
  const server = await startApiServer({ videos: 'marks', ...options })
  onTestFinished(server.close)
  const ask = (path: string, init: RequestInit = {}, key = testKey) =>
    fetch(server.url + path, { ...init, headers: { 'x-api-key': key, ...init.headers } })
  const post = (fields: Fields, key = testKey) => {
    const body = new FormData()
    for (const [name, value] of fields) body.append(name, value)
    return ask('/remove', { method: 'POST', body }, key)
  }
  const cutOut = async (key?: string) => post([['image_file', await smallPhoto()]], key)
  const submit = async (key?: string) =>
    (await (await post([['file', scriptedVideo({ durationSeconds: 2.5 })]], key)).json()) as Job
  const look = async ({ id }: Pick<Job, 'id'>, key?: string) => {
    const answer = await ask(`/jobs/${id}`, {}, key)
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  const ended = async (job: Job) => {
    await vi.waitFor(async () => expect((await look(job)).body.completed_at).not.toBeNull(), 5000)
    return (await look(job)).body
  }
  return { server, ask, post, cutOut, submit, look, ended }
}

const withAccount = (settings: Partial<AccountSettings>) => ({ accounts: { [testKey]: settings } })

test('every request needs a key that is known: 401 (Spec, Authentication)', async () => {
  const { server, ask } = await open()
  for (const key of ['', 'nonsense', 'pk_unknown']) expect((await ask('/me', {}, key)).status).toBe(401)
  expect((await ask('/me')).status).toBe(200)
  server.revoke(testKey)
  expect((await ask('/me')).status).toBe(401)
})

test('HEAD tells over HTTP what GET would, and sends no body', async () => {
  const { ask, submit, ended } = await open()
  const { id, result_url } = (await ended(await submit())) as Job
  const told = async (get: (init: RequestInit) => Promise<Response>) =>
    Promise.all(
      ['GET', 'HEAD'].map(async (method) => {
        const { status, headers } = await get({ method })
        return [status, ...['content-type', 'content-disposition'].map((name) => headers.get(name))]
      }),
    )
  for (const path of ['/me', `/jobs/${id}`, '/jobs/job_unknown', '/nowhere']) {
    const [whole, head] = await told((init) => ask(path, init))
    expect(head).toEqual(whole)
  }
  const [whole, head] = await told((init) => fetch(result_url ?? '', init))
  expect(head).toEqual(whole)
  const sizes = await fetch(result_url ?? '', { method: 'HEAD' })
  expect(Number(sizes.headers.get('content-length'))).toBeGreaterThan(0)
  expect((await sizes.blob()).size).toBe(0)
})

test('a suspended account: 403 for everything (Spec, Authentication)', async () => {
  const { ask, cutOut } = await open(withAccount({ isSuspended: true }))
  const answer = await ask('/me')
  expect([answer.status, ((await answer.json()) as Json).code]).toEqual([403, 'permission_denied'])
  expect((await cutOut()).status).toBe(403)
})

test('credits are taken for what succeeds, and no more than there are: 402 (Spec, Credits)', async () => {
  const { server, cutOut, post, submit } = await open(withAccount({ maxCredits: 17 }))
  expect((await cutOut()).status).toBe(200)
  expect((await post([['image_file', files.text]])).status).toBe(400)
  expect((await submit()).credits).toBe(15)
  expect((await cutOut()).status).toBe(200)
  const refused = await cutOut()
  expect([refused.status, ((await refused.json()) as Json).code]).toEqual([402, 'payment_required'])
  expect(server.books().usedCredits).toBe(17)
})

test('a failed job gives its credits back, once (Spec, Errors, rule 2)', async () => {
  const { server, submit, ended } = await open()
  server.fault({ kind: 'job fails' })
  server.holdJobs('queued')
  const [failing, next] = [await submit(), await submit()]
  server.releaseJobs()
  expect(await ended(failing)).toMatchObject({ status: 'failed', error: { code: 'processing_failed' } })
  expect(await ended(next)).toMatchObject({ status: 'completed' })
  expect(server.books().usedCredits).toBe(15)
  expect(server.books().entries.map(({ credits }) => credits)).toEqual([15, 15, -15])
})

test('the burst and the rate of a plan, by the clock of the server (Spec, Rate limits)', async () => {
  const { server, cutOut, ask } = await open(withAccount({ rate: { burst: 2, perSecond: 0.5 } }))
  expect([(await cutOut()).status, (await cutOut()).status]).toEqual([200, 200])
  const refused = await cutOut()
  expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, 2])
  expect((await ask('/me')).status).toBe(200)
  server.advance(2000)
  expect((await cutOut()).status).toBe(200)
  expect(server.books().usedCredits).toBe(3)
})

test('the day of a plan ends, and the next begins', async () => {
  const { server, cutOut } = await open(withAccount({ rate: { burst: 99, perSecond: 99, perDay: 1 } }))
  expect((await cutOut()).status).toBe(200)
  const refused = await cutOut()
  expect(refused.status).toBe(429)
  server.advance(Number(refused.headers.get('Retry-After')) * 1000)
  expect((await cutOut()).status).toBe(200)
})

test('the job of another account is job_not_found', async () => {
  const { server, submit, look } = await open()
  server.account('pk_other', {})
  const job = await submit()
  expect(await look(job)).toMatchObject({ status: 200 })
  expect(await look(job, 'pk_other')).toMatchObject({ status: 404, body: { code: 'job_not_found' } })
})

test('jobs stay where they are held', async () => {
  const { server, submit, look, ended } = await open()
  server.holdJobs('queued')
  const job = await submit()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect((await look(job)).body).toMatchObject({ status: 'queued', progress: 0 })
  server.holdJobs('processing')
  await vi.waitFor(async () => expect((await look(job)).body.status).toBe('processing'))
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect((await look(job)).body).toMatchObject({ status: 'processing', result_url: null })
  server.releaseJobs()
  expect(await ended(job)).toMatchObject({ status: 'completed', progress: 1 })
})

test('results are on a host of their own, need no key, and are gone after 24 hours (D-39)', async () => {
  const { server, submit, ended, look } = await open()
  const job = await submit()
  const link = String((await ended(job)).result_url)
  expect(link.startsWith(server.resultsOrigin)).toBe(true)
  const answer = await fetch(link)
  expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([
    200,
    'attachment; filename=result.webm',
  ])
  server.advance(24.1 * 3_600_000)
  expect((await fetch(link)).status).toBe(404)
  expect((await look(job)).status).toBe(404)
})

test('a real video is what its container says, and its result a recorded one of the wanted format', async () => {
  const { server, post, ended } = await open({ videos: 'containers' })
  const clip = new Blob([new Uint8Array(readFileSync('test/fixtures/recorded/result.mp4'))])
  for (const format of ['webm', 'mov', 'mp4', 'gif']) {
    const job = (await (
      await post([
        ['file', clip],
        ['format', format],
      ])
    ).json()) as Job
    expect(job).toMatchObject({ duration_seconds: 1, fps: 8, width: 96, height: 72, frames: 8, credits: 5 })
    const { result_url, stats } = await ended(job)
    const recorded = readFileSync(`test/fixtures/recorded/result.${format}`)
    expect(Buffer.from(await (await fetch(String(result_url))).arrayBuffer()).equals(recorded)).toBe(true)
    expect(stats).toMatchObject({ output_width: 96, output_height: 72, output_bytes: recorded.length })
  }
  expect((await post([['file', scriptedVideo()]])).status).toBe(400)
  expect(server.books().usedCredits).toBe(20)
})

test('pages of other origins read all headers, the safe ones, or nothing', async () => {
  const { server, ask } = await open()
  const cors = async () => {
    const preflight = await ask('/me', { method: 'OPTIONS' })
    const { headers } = await ask('/me')
    return [
      preflight.headers.get('Access-Control-Allow-Headers'),
      headers.get('Access-Control-Allow-Origin'),
      headers.get('Access-Control-Expose-Headers')?.includes('Retry-After') ?? null,
    ]
  }
  expect(await cors()).toEqual(['x-api-key, content-type', '*', true])
  server.setCors('hidden')
  expect(await cors()).toEqual(['x-api-key, content-type', '*', null])
  server.setCors('none')
  expect(await cors()).toEqual([null, null, null])
})

test('either form of autoRechargeThreshold, or none (D-52)', async () => {
  const { server, ask } = await open()
  const told = async () => ((await (await ask('/me')).json()) as Json).autoRechargeThreshold
  expect(await told()).toBeUndefined()
  for (const autoRechargeThreshold of [0.8, 50, null]) {
    server.account(testKey, { autoRechargeThreshold })
    expect(await told()).toBe(autoRechargeThreshold)
  }
})

test('faults befall the requests they are meant for, so often, and then all is well', async () => {
  const { server, ask, cutOut } = await open()
  server.fault({ on: 'remove', kind: 'status', status: 500, times: 2 })
  expect((await ask('/me')).status).toBe(200)
  expect([(await cutOut()).status, (await cutOut()).status, (await cutOut()).status]).toEqual([500, 500, 200])
  server.fault({ kind: 'drop', times: 9 })
  await expect(ask('/me')).rejects.toThrow()
  server.clearFaults()
  server.fault({ on: 'me', kind: 'malformed' })
  await expect((await ask('/me')).json()).rejects.toThrow()
  server.fault({ on: 'me', kind: 'truncate' })
  await expect(ask('/me').then((answer) => answer.text())).rejects.toThrow()
  server.fault({ on: 'me', kind: 'late', ms: 80 })
  const before = performance.now()
  expect((await ask('/me')).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThanOrEqual(75)
})
