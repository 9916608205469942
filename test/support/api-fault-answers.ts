import { exposedHeaders } from '#contract/image-answer.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type CorsMode, withCors } from './api-cors.ts'
import type { Fault } from './api-faults.ts'
import type { Exchange } from './fetch-server.ts'

/** What faults need besides their own request. */
export type FaultContext = { cors(): CorsMode; failNextJob(): void }

/**
 * Answers with the faults in `due`; `good` does the work and answers it. Null: the connection has been ended already.
 */
export const answerWithFaults = async (
  { request, drop, cut }: Exchange,
  due: readonly Fault[],
  good: () => Promise<Response>,
  { cors, failNextJob }: FaultContext,
): Promise<Response | null> => {
  const dropped = () => {
    drop()
    return null
  }
  for (const fault of due) {
    if (fault.kind === 'late') await new Promise((resolve) => setTimeout(resolve, fault.ms))
    if (fault.kind === 'job fails') failNextJob()
    if (fault.kind === 'drop' && !fault.after) {
      await request.arrayBuffer()
      return dropped()
    }
    if (fault.kind === 'status') return withCors(statusAnswer(fault), cors())
    if (fault.kind === 'redirect') return withCors(redirect(fault), cors())
  }
  let answer = await good()
  for (const fault of due) {
    if (fault.kind === 'drop' && fault.after) return dropped()
    if (fault.kind === 'change' && isJson(answer)) {
      const changed = fault.json((await answer.json()) as Record<string, unknown>)
      answer = withBody(answer, JSON.stringify(changed))
    }
    if (fault.kind === 'malformed') answer = withBody(answer, '{"id": "job_')
    if (fault.kind === 'truncate') {
      const whole = withCors(answer, cors())
      cut(whole, new Uint8Array(await whole.arrayBuffer()), fault.isClean ?? false)
      return null
    }
  }
  return withCors(answer, cors())
}

export const isJson = (answer: Response) => answer.headers.get('Content-Type')?.includes('json') ?? false

const withBody = ({ status, headers }: Response, body: string) => new Response(body, { status, headers })

const redirect = ({ to, status = 307 }: Fault & { kind: 'redirect' }) =>
  new Response(null, { status, headers: { Location: to } })

const statusAnswer = ({ status, code, retryAfter, body }: Fault & { kind: 'status' }): Response => {
  const error = ServiceError.fromBody({ code }, status)
  const headers = {
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    'X-Request-ID': 'req_fault',
    ...(retryAfter !== undefined && {
      'Retry-After': typeof retryAfter === 'number' ? String(retryAfter) : retryAfter.toUTCString(),
    }),
  }
  return body === undefined
    ? Response.json({ ...error.toBody(), request_id: 'req_fault' }, { status, headers })
    : new Response(body, { status, headers: { ...headers, 'Content-Type': 'text/html' } })
}
