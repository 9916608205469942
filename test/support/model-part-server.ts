import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer: the right one, or a fault that real hosts and networks have. */
export type PartAnswer =
  | 'right'
  | 'cut short'
  | 'web page'
  | 'server error'
  | 'missing'
  | 'wrong bytes'
  | 'too long'
  | 'hangs'

/** A real HTTP server for the parts of model files, with faults on demand. */
export async function openModelPartServer(bodies: ReadonlyMap<string, Uint8Array>) {
  const requested: string[] = []
  const plans = new Map<string, PartAnswer[]>()
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    requested.push(path)
    answer(response, bodies.get(path) ?? new Uint8Array(), plans.get(path)?.shift() ?? 'right')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/`,
    /** The paths asked for, in order. */
    requested,
    /** How the next requests for `path` are answered; later ones get the right answer. */
    plan: (path: string, ...answers: PartAnswer[]) => plans.set(path, answers),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(response: ServerResponse, body: Uint8Array, how: PartAnswer): void {
  const { status = 200, type = 'application/octet-stream', bytes = body } = kinds[how] ?? {}
  const sent = typeof bytes === 'function' ? bytes(body) : bytes
  if (how === 'cut short' || how === 'hangs') {
    response.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length })
    response.write(sent, () => how === 'cut short' && response.destroy())
  } else {
    response.writeHead(status, { 'Content-Type': type })
    response.end(sent)
  }
}

type Kind = {
  readonly status?: number
  readonly type?: string
  readonly bytes?: string | ((body: Uint8Array) => Uint8Array)
}

const kinds: { readonly [how in PartAnswer]?: Kind } = {
  'cut short': { bytes: (body) => body.subarray(0, body.length / 2) },
  hangs: { bytes: (body) => body.subarray(0, 10) },
  'web page': { type: 'text/html; charset=utf-8', bytes: '<!doctype html><title>Studio</title>' },
  'server error': { status: 500, type: 'text/plain', bytes: 'oops' },
  missing: { status: 404, type: 'text/plain', bytes: 'not here' },
  'wrong bytes': {
    bytes: (body) => body.map((byte, index) => (index === body.length >> 1 ? byte ^ 1 : byte)),
  },
  'too long': { bytes: (body) => Buffer.concat([body, body]) },
}
