import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Exchange = {
  /** The request, whose body arrives as it is read; its signal is aborted when the client goes. */
  readonly request: Request
  /** Ends the connection without an answer. */
  drop(): void
  /** Sends half of `body`, and then ends the connection, or where `isClean`, the answer. */
  cut(response: Response, body: Uint8Array, isClean: boolean): void
}

export type FetchServerOptions = {
  /** A longer body is not read to its end: the answer is `refuse(413)`, whatever the handler says. */
  readonly maxBodyBytes?: number
  /** The answer to what does not parse as a request, and to a body that is too long. */
  readonly refuse?: (status: 400 | 413) => Response
}

export type FetchServer = { readonly origin: string; close(): Promise<void> }

/**
 * A Node server for handlers that take a `Request` and give a `Response`; null where the handler has dealt with the
 * connection itself. `port` 0 takes a free one. An answer is sent as soon as it is there, even while the body still
 * arrives: what is left of it is read and thrown away, because many clients look for an answer only when they have sent
 * all.
 */
export const openFetchServer = async (
  port: number,
  handle: Handle,
  options: FetchServerOptions = {},
): Promise<FetchServer> => {
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void answer(incoming, outgoing, handle, options).catch(() => outgoing.destroy())
  }
  const server = createServer(serve)
  // The client waits for a word before it sends the body; reading the body sends it.
  server.on('checkContinue', serve)
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

type Handle = (exchange: Exchange) => Promise<Response | null>

const answer = async (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: Handle,
  { maxBodyBytes = Number.POSITIVE_INFINITY, refuse = plainRefusal }: FetchServerOptions,
): Promise<void> => {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const body = openBody(incoming, outgoing, maxBodyBytes)
  const request = toRequest(incoming, body.stream, gone.signal)
  const exchange = request && { request, drop: () => outgoing.destroy(), cut: cutInto(outgoing) }
  const response = !exchange ? refuse(400) : body.isTooLong() ? refuse(413) : await handle(exchange)
  if (response) {
    // A client that was not told to send the body may send another request in its place.
    if (!body.isWanted()) outgoing.setHeader('Connection', 'close')
    await send(incoming, outgoing, body.isTooLong() ? refuse(413) : response)
  }
  body.discard()
}

/** Null where the request line or a header is none that a `Request` can have. */
const toRequest = (
  incoming: IncomingMessage,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Request | null => {
  const { method = 'GET', url = '/', headers } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  try {
    return new Request(url.startsWith('/') ? `http://${headers.host}${url}` : url, {
      method,
      headers: headersOf(incoming),
      signal,
      ...(hasBody && { body, duplex: 'half' }),
    })
  } catch {
    return null
  }
}

type IncomingBody = {
  /** Fails where the body is too long. */
  readonly stream: ReadableStream<Uint8Array>
  /** Whether its length, as announced or as it came, is over the limit. */
  isTooLong(): boolean
  /** Whether the client was told to send it, or did not ask. */
  isWanted(): boolean
  /** Reads what is left and keeps none of it. Node cuts off a client that does not come to an end. */
  discard(): void
}

const openBody = (incoming: IncomingMessage, outgoing: ServerResponse, maxBytes: number): IncomingBody => {
  const announcedBytes = Number(incoming.headers['content-length']) || 0
  let bytes = 0
  let isWanted = !/^100-continue$/i.test(incoming.headers.expect ?? '')
  const chunks: AsyncIterator<Buffer> = incoming.iterator({ destroyOnReturn: false })
  const isTooLong = () => Math.max(announcedBytes, bytes) > maxBytes
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (!isWanted) outgoing.writeContinue()
    isWanted = true
    const { done, value } = await chunks.next()
    if (done) return controller.close()
    bytes += value.length
    if (isTooLong()) controller.error(new RangeError('The body is too long'))
    else controller.enqueue(value)
  }
  const discard = async () => {
    while (!(await chunks.next()).done);
  }
  return {
    stream: new ReadableStream({ pull }, { highWaterMark: 0 }),
    isTooLong,
    isWanted: () => isWanted,
    discard: () => void discard().catch(() => {}),
  }
}

const cutInto =
  (outgoing: ServerResponse): Exchange['cut'] =>
  (response, body, isClean) => {
    const half = body.subarray(0, Math.floor(body.length / 2))
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      'content-length': isClean ? half.length : body.length,
    })
    outgoing.write(half, () => (isClean ? outgoing.end() : outgoing.destroy()))
  }

const send = async ({ method }: IncomingMessage, outgoing: ServerResponse, response: Response) => {
  const body = new Uint8Array(await response.arrayBuffer())
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    // An answer to HEAD states the length of a body that it does not have.
    ...(method !== 'HEAD' && { 'content-length': body.length }),
  })
  outgoing.end(body)
}

const plainRefusal = (status: 400 | 413) =>
  new Response(status === 400 ? 'The request does not parse.' : 'The body is too long.', { status })

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  return headers
}
