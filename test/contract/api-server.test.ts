import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Job } from '#contract/job.ts'
import type { AccountSettings } from '#support/api-account.ts'
import { type ApiServerOptions, startApiServer, testKey } from '#support/api-server.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { eventually } from '#support/eventually.ts'
import { files } from '#support/form-requests.ts'
import { smallPhoto } from '#support/remote-service-under-test.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

type Json = Readonly<Record<string, unknown>>
type Form = Readonly<Record<string, string | Blob>>

const open = async (options: ApiServerOptions = {}) => {
  const server = await startApiServer({ videos: 'scripted', ...options })
  onTestFinished(server.close)
  const ask = (path: string, init: RequestInit = {}, key = testKey) =>
    fetch(server.url + path, { ...init, headers: { 'x-api-key': key, ...init.headers } })
  const post = (fields: Form, key = testKey) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return ask('/remove', { method: 'POST', body }, key)
  }
  const cutOut = async (key?: string) => post({ image_file: await smallPhoto() }, key)
  const submit = async (key?: string) =>
    (await (await post({ file: scriptedVideo({ durationSeconds: 2.5 }) }, key)).json()) as Job
  const look = async ({ id }: Pick<Job, 'id'>, key?: string) => {
    const answer = await ask(`/jobs/${id}`, {}, key)
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  const ended = async (job: Job) => {
    await eventually(async () => expect((await look(job)).body.completed_at).not.toBeNull())
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

test('a suspended account: 403 for everything (Spec, Authentication)', async () => {
  const { ask, cutOut } = await open(withAccount({ isSuspended: true }))
  const answer = await ask('/me')
  expect([answer.status, ((await answer.json()) as Json).code]).toEqual([403, 'permission_denied'])
  expect((await cutOut()).status).toBe(403)
})

test('successful work costs credits; without enough the answer is 402', async () => {
  const { server, cutOut, post, submit } = await open(withAccount({ maxCredits: 17 }))
  expect((await cutOut()).status).toBe(200)
  expect((await post({ image_file: files.text })).status).toBe(400)
  expect((await submit()).credits).toBe(15)
  expect((await cutOut()).status).toBe(200)
  const refused = await cutOut()
  expect([refused.status, ((await refused.json()) as Json).code]).toEqual([402, 'payment_required'])
  expect(server.accountOf().usedCredits).toBe(17)
})

test('a failed job gives its credits back, once (Spec, Errors, rule 2)', async () => {
  const { server, submit, ended } = await open()
  server.fault({ kind: 'job fails' })
  server.holdJobs('queued')
  const [failing, next] = [await submit(), await submit()]
  server.releaseJobs()
  expect(await ended(failing)).toMatchObject({ status: 'failed', error: { code: 'processing_failed' } })
  expect(await ended(next)).toMatchObject({ status: 'completed' })
  expect(server.accountOf().usedCredits).toBe(15)
  expect(server.accountOf().entries.map(({ credits }) => credits)).toEqual([15, 15, -15])
})

test('the server enforces the burst and rate of each plan', async () => {
  // So slow that the seconds of a busy machine hardly count.
  const { server, cutOut, ask } = await open(withAccount({ rate: { burst: 2, perSecond: 0.001 } }))
  expect([(await cutOut()).status, (await cutOut()).status]).toEqual([200, 200])
  const refused = await cutOut()
  const seconds = Number(refused.headers.get('Retry-After'))
  expect(refused.status).toBe(429)
  expect(seconds).toBeGreaterThan(700)
  expect(seconds).toBeLessThanOrEqual(1000)
  expect((await ask('/me')).status).toBe(200)
  server.advance(1000 * seconds)
  expect((await cutOut()).status).toBe(200)
  expect(server.accountOf().usedCredits).toBe(3)
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
  server.setAccount('pk_other', {})
  const job = await submit()
  expect(await look(job)).toMatchObject({ status: 200 })
  expect(await look(job, 'pk_other')).toMatchObject({ status: 404, body: { code: 'job_not_found' } })
})

test('jobs stay where they are held', async () => {
  const { server, submit, look, ended } = await open()
  server.holdJobs('queued')
  const job = await submit()
  await turnEventLoop()
  expect((await look(job)).body).toMatchObject({ status: 'queued', progress: 0 })
  server.holdJobs('processing')
  await eventually(async () => expect((await look(job)).body.status).toBe('processing'))
  await turnEventLoop()
  expect((await look(job)).body).toMatchObject({ status: 'processing', result_url: null })
  server.releaseJobs()
  expect(await ended(job)).toMatchObject({ status: 'completed', progress: 1 })
})

test('results need no key and expire after 24 hours (D-39)', async () => {
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

test('the server ignores the fields of the studio (D-71, D-72)', async () => {
  const { post } = await open()
  const image = await post({ image_file: await smallPhoto(), level: 'best' })
  expect(image.status).toBe(200)
  const video = await post({ file: scriptedVideo(), level: 'best', audio: 'loud' })
  expect(video.status).toBe(202)
})

test('doc_url leads to the server’s page about that error (D-50)', async () => {
  const { server, post, ask } = await open()
  for (const answer of [await post({}), await ask('/jobs/job_none'), await ask('/me', {}, 'pk_unknown')]) {
    const { code, doc_url } = (await answer.json()) as Json
    const link = new URL(String(doc_url))
    expect([link.origin, link.hash]).toEqual([new URL(server.url).origin, `#${code}`])
    const page = await fetch(link)
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain(`id="${code}"`)
  }
})

test('images and videos are charged once their content was found good (D-6)', async () => {
  const { server, cutOut, post, submit } = await open(withAccount({ maxCredits: 16 }))
  await submit()
  await cutOut()
  expect(server.accountOf().entries.map((entry) => [entry.for, entry.credits])).toEqual([
    ['video', 15],
    ['image', 1],
  ])
  // No credits are left; a fault of the content is still reported first.
  const codeOf = async (fields: Form) => ((await (await post(fields)).json()) as Json).code
  expect(await codeOf({ image_file: files.jpeg })).toBe('validation_error')
  expect(await codeOf({ file: scriptedVideo({ durationSeconds: 301 }) })).toBe('video_too_long')
  expect(await codeOf({ image_file: await smallPhoto() })).toBe('payment_required')
  expect(await codeOf({ file: scriptedVideo() })).toBe('payment_required')
  expect(server.accountOf().usedCredits).toBe(16)
})

const realClip = () => new Blob([new Uint8Array(readFileSync('test/fixtures/recorded/result.mp4'))])

test('the server answers videos with a recorded result', async () => {
  const { server, post, ended } = await open({ videos: 'containers' })
  for (const format of ['webm', 'mov', 'mp4', 'gif']) {
    const job = (await (await post({ file: realClip(), format: format })).json()) as Job
    expect(job).toMatchObject({ duration_seconds: 1, fps: 8, width: 96, height: 72, frames: 8, credits: 5 })
    const { result_url, stats } = await ended(job)
    const recorded = readFileSync(`test/fixtures/recorded/result.${format}`)
    expect(Buffer.from(await (await fetch(String(result_url))).arrayBuffer()).equals(recorded)).toBe(true)
    expect(stats).toMatchObject({ output_width: 96, output_height: 72, output_bytes: recorded.length })
  }
  expect((await post({ file: scriptedVideo() })).status).toBe(400)
  expect(server.accountOf().usedCredits).toBe(20)
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
    server.setAccount(testKey, { autoRechargeThreshold })
    expect(await told()).toBe(autoRechargeThreshold)
  }
})

test('planned faults hit their requests the planned number of times', async () => {
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  server.fault({ on: 'me', kind: 'late', ms: 5000 })
  const order: string[] = []
  const late = ask('/me').then(({ status }) => order.push(`late: ${status}`))
  await eventually(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  await ask('/me').then(({ status }) => order.push(`next: ${status}`))
  vi.advanceTimersByTime(5000)
  await late
  expect(order).toEqual(['next: 200', 'late: 200'])
})
