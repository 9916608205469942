import { openStallWatchdog } from '#base/stall-watchdog.ts'
import type { LinkProblem } from '#contract/error-reasons.ts'
import { isAbort } from '#contract/service-error.ts'
import { sniffBytes } from '#contract/sniff.ts'

/** How long a site may send nothing, in milliseconds. */
const silentMs = 30_000

/** Why a link was not read. `silent`: the site stopped sending; `unwanted`: `problemOf` refused the answer. */
export class LinkFault extends Error {
  override readonly name = 'LinkFault'
  readonly reason: 'unreachable' | 'silent' | 'broken' | 'refused' | 'unwanted' | 'too-large'
  /** The result of `problemOf`, if unwanted. */
  readonly problem: LinkProblem | 'link_opens_page' | undefined
  /** The HTTP status, if refused. */
  readonly status: number | undefined

  constructor(
    reason: LinkFault['reason'],
    facts: Partial<Pick<LinkFault, 'problem' | 'status' | 'cause'>> = {},
  ) {
    super(reason, { cause: facts.cause })
    this.reason = reason
    this.problem = facts.problem
    this.status = facts.status
  }
}

type LinkCall = {
  readonly maxBytes: number
  /** May lower `maxBytes` depending on the leading bytes. */
  readonly maxBytesOf?: (head: Uint8Array) => number
  /** Checks the answer before its body is read; null if it is acceptable. */
  readonly problemOf?: (response: Response) => LinkProblem | 'link_opens_page' | null
  /**
   * Checks each redirect; null if it may be followed. Browsers show pages only the last address, which is checked once
   * it has answered.
   */
  readonly hopProblem?: (url: string) => LinkProblem | null
  readonly signal?: AbortSignal | undefined
  /** Called after each chunk with the bytes so far; `total` is null if the site does not send it. */
  readonly onBytes?: ((loaded: number, total: number | null) => void) | undefined
}

/**
 * Fetches a link without cookies and referrer. Stops if the announced or received size exceeds the limit. Rejects with
 * a `LinkFault`, or with an `AbortError` on abort.
 */
export const readLink = async (link: string | URL, call: LinkCall): Promise<Blob> => {
  const { problemOf, signal } = call
  const watchdog = openStallWatchdog({ limitMs: silentMs, signal })
  let isAnswered = false
  try {
    const response = await follow(link, call.hopProblem, watchdog.signal)
    isAnswered = true
    const problem = problemOf?.(response) ?? null
    if (problem !== null) throw await cancelWith(response, new LinkFault('unwanted', { problem }))
    if (!response.ok) throw await cancelWith(response, new LinkFault('refused', { status: response.status }))
    return await readBody(response, call, watchdog.renew)
  } catch (thrown) {
    if (thrown instanceof LinkFault || (isAbort(thrown) && signal?.aborted)) throw thrown
    const reason = watchdog.isStalled ? 'silent' : isAnswered ? 'broken' : 'unreachable'
    throw new LinkFault(reason, { cause: thrown })
  } finally {
    watchdog.end()
  }
}

/** The maximum of the Fetch standard. */
const maxHops = 20

/** The answer after all redirects, each of which is checked first if the browser exposes it. */
const follow = async (
  link: string | URL,
  hopProblem: LinkCall['hopProblem'],
  signal: AbortSignal,
  hops = 0,
): Promise<Response> => {
  const ask = (redirect: RequestRedirect) =>
    fetch(link, { credentials: 'omit', referrerPolicy: 'no-referrer', redirect, signal })
  if (!hopProblem) return ask('follow')
  const first = await ask('manual')
  const response = first.type === 'opaqueredirect' ? await ask('follow') : first
  const location = isRedirect(response) ? response.headers.get('Location') : null
  const next = location !== null && URL.canParse(location, link) ? new URL(location, link).href : null
  const problem = next !== null ? hopProblem(next) : response.redirected ? hopProblem(response.url) : null
  if (problem !== null) throw await cancelWith(response, new LinkFault('unwanted', { problem }))
  if (next === null) return response
  await response.body?.cancel().catch(() => {})
  if (hops === maxHops) throw new TypeError('Too many redirects')
  return follow(next, hopProblem, signal, hops + 1)
}

const isRedirect = ({ status }: Response) => [301, 302, 303, 307, 308].includes(status)

/** Cancels a download, and returns the fault to throw. */
const cancelWith = async (response: Response, fault: LinkFault): Promise<LinkFault> => {
  await response.body?.cancel().catch(() => {})
  return fault
}

const readBody = async (
  response: Response,
  { maxBytes, maxBytesOf, onBytes }: LinkCall,
  onChunk: () => void,
): Promise<Blob> => {
  const type = response.headers.get('Content-Type') ?? ''
  const reader = response.body?.getReader() // Safari cannot iterate over a stream.
  if (!reader) return new Blob([], { type })
  const announced = Number(response.headers.get('Content-Length')) || 0
  const found = collectBlob()
  const head: number[] = []
  let limit = maxBytes
  while (Math.max(announced, found.size) <= limit) {
    const { done, value } = await reader.read()
    if (done) return found.end(type)
    onChunk()
    found.add(value)
    // The Content-Length of a compressed answer is less than the bytes read.
    onBytes?.(found.size, announced >= found.size ? announced : null)
    if (head.length >= sniffBytes) continue
    head.push(...value.subarray(0, sniffBytes - head.length))
    if (maxBytesOf && head.length >= sniffBytes) limit = Math.min(limit, maxBytesOf(Uint8Array.from(head)))
  }
  await reader.cancel()
  throw new LinkFault('too-large')
}

/** Joins chunks into a Blob by way of smaller Blobs, which the browser can keep out of memory. */
type BlobCollector = {
  /** Bytes so far. */
  readonly size: number
  add(chunk: Uint8Array<ArrayBuffer>): void
  end(type?: string): Blob
}

/** Bytes after which chunks become a Blob. */
const foldBytes = 16_000_000

export const collectBlob = (): BlobCollector => {
  const folded: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let unfoldedBytes = 0
  let size = 0
  return {
    get size() {
      return size
    },
    add: (chunk) => {
      chunks.push(chunk)
      size += chunk.byteLength
      unfoldedBytes += chunk.byteLength
      if (unfoldedBytes < foldBytes) return
      folded.push(new Blob(chunks))
      chunks = []
      unfoldedBytes = 0
    },
    end: (type = '') => new Blob([...folded, ...chunks], { type }),
  }
}
