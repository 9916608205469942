import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Exchange = {
  /** The request, its body read to the end; its signal is aborted when the client goes. */
  readonly request: Request
  /** Ends the connection without an answer. */
  drop(): void
  /** Sends half of `body`, and then ends the connection, or where `isClean`, the answer. */
  cut(response: Response, body: Uint8Array, isClean: boolean): void
}

export type FetchServer = { readonly origin: string; close(): Promise<void> }

/**
 * A Node server for handlers that take a `Request` and give a `Response`; null where the handler has dealt with the
 * connection itself. `port` 0 takes a free one.
 */
export const openFetchServer = async (
  port: number,
  handle: (exchange: Exchange) => Promise<Response | null>,
): Promise<FetchServer> => {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing, handle).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const answer = async (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (exchange: Exchange) => Promise<Response | null>,
): Promise<void> => {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array)
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD' && chunks.length > 0
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: headersOf(incoming),
    signal: gone.signal,
    ...(hasBody && { body: new Blob(chunks as Uint8Array<ArrayBuffer>[]) }),
  })
  const response = await handle({
    request,
    drop: () => outgoing.destroy(),
    cut: (cut, body, isClean) => {
      const half = body.subarray(0, Math.floor(body.length / 2))
      outgoing.writeHead(cut.status, {
        ...Object.fromEntries(cut.headers),
        'content-length': isClean ? half.length : body.length,
      })
      outgoing.write(half, () => (isClean ? outgoing.end() : outgoing.destroy()))
    },
  })
  if (!response) return
  const body = new Uint8Array(await response.arrayBuffer())
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    // An answer to HEAD states the length of a body that it does not have.
    ...(incoming.method !== 'HEAD' && { 'content-length': body.length }),
  })
  outgoing.end(body)
}

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  return headers
}
