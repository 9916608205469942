import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createJob } from '#contract/job.ts'
import type { HttpAnswer } from './answer-mutations.ts'
import { scriptedVideo } from './scripted-video.ts'

/** Changes a good answer before it is sent; called for every request. */
export type AnswerMutation = (sent: HttpAnswer, path: string) => HttpAnswer

/** A real HTTP server that has one good answer for each route, and sends what `mutate` makes of it. */
export type MutatingServer = Awaited<ReturnType<typeof openMutatingServer>>

export const openMutatingServer = async (image: Blob) => {
  let mutate: AnswerMutation = (sent) => sent
  const picture = new Uint8Array(await image.arrayBuffer())
  const video = new Uint8Array(await scriptedVideo().arrayBuffer())
  const server = createServer((request, response) => {
    request.on('error', () => {})
    request.resume().on('end', () => {
      const path = request.url ?? ''
      if (request.method === 'OPTIONS') return void response.writeHead(204, anyPage).end()
      send(response, mutate(goodAnswer(path, request.method ?? 'GET'), path))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  const json = (value: unknown, status = 200): HttpAnswer => ({
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' },
    body: new TextEncoder().encode(JSON.stringify(value)),
  })
  const job = {
    ...createJob({
      id: 'job_1',
      at: new Date('2026-08-01T12:00:00Z'),
      duration_seconds: 2,
      fps: 24,
      width: 640,
      height: 360,
      frames: 48,
      format: 'mp4',
      channels: 'rgba',
      status_url: `${origin}/v1/jobs/job_1`,
    }),
    status: 'completed',
    progress: 1,
    result_url: `${origin}/result`,
    stats: { output_width: 640, output_height: 360, processing_seconds: 1 },
  }
  let posted: 'image' | 'video' = 'image'
  const goodAnswer = (path: string, method: string): HttpAnswer => {
    if (path === '/result') return { status: 200, headers: { 'content-type': 'video/mp4' }, body: video }
    if (path === '/v1/me') return json({ organizationId: 'o', plan: 'Pro', maxCredits: 100, usedCredits: 7 })
    if (method === 'GET') return json(job)
    return posted === 'video'
      ? json(job, 202)
      : { status: 200, headers: { 'content-type': 'image/png' }, body: picture }
  }

  return {
    url: `${origin}/v1`,
    /** What the next submissions are answered as. */
    expect: (kind: 'image' | 'video') => {
      posted = kind
    },
    mutateBy: (next: AnswerMutation) => {
      mutate = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** CORS: pages of every origin may ask. */
const anyPage = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

const send = (response: ServerResponse, { status, headers, body, end }: HttpAnswer): void => {
  response.on('error', () => {})
  response.writeHead(status, { ...anyPage, ...headers })
  if (status === 204 || status === 304) return void response.end()
  if (!end) return void response.end(body)
  response.write(body)
  if (end === 'drop') response.destroy()
  if (end === 'drip') drip(response)
  if (end === 'endless') pour(response)
}

const drip = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}

const chunk = new Uint8Array(256_000).fill(0x20)

const pour = (response: ServerResponse): void => {
  while (!response.destroyed && response.write(chunk));
  if (!response.destroyed) response.once('drain', () => pour(response))
}
