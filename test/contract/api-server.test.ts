import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Job } from '#contract/job.ts'
import { type ApiServerOptions, startApiServer, testKey } from '#support/api-server.ts'
import { eventually } from '#support/eventually.ts'
import { smallPhoto } from '#support/remote-service-under-test.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

type Form = Readonly<Record<string, string | Blob>>

const open = async (options: ApiServerOptions = {}) => {
  const server = await startApiServer({ videos: 'scripted', ...options })
  onTestFinished(server.close)
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, { ...init, headers: { 'x-api-key': testKey } })
  const post = (fields: Form) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return ask('/remove', { method: 'POST', body })
  }
  const cutOut = async () => post({ image_file: await smallPhoto() })
  const ended = ({ id }: Job) =>
    eventually(async () => {
      const job = (await (await ask(`/jobs/${id}`)).json()) as Job
      expect(job.completed_at).not.toBeNull()
      return job
    })
  return { server, ask, post, cutOut, ended }
}

test('the server enforces the burst and rate of each plan', async () => {
  // So slow that the seconds of a busy machine hardly count.
  const { server, cutOut, ask } = await open({
    accounts: { [testKey]: { rate: { burst: 2, perSecond: 0.001 } } },
  })
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

test('the server ignores the fields of the studio (D-71, D-72)', async () => {
  const { post } = await open()
  const image = await post({ image_file: await smallPhoto(), level: 'best' })
  expect(image.status).toBe(200)
  const video = await post({ file: scriptedVideo(), level: 'best', audio: 'loud' })
  expect(video.status).toBe(202)
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

test('a late answer lets the next one pass', async () => {
  const { server, ask } = await open()
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
