import { openStallWatchdog } from '#base/stall-watchdog.ts'
import type { LinkProblem } from '#contract/error-reasons.ts'
import { isAbort } from '#contract/service-error.ts'
import { sniffBytes } from '#contract/sniff.ts'

/** How long a site may take to begin, and may then be silent, in milliseconds. */
const silentMs = 30_000

/** Why a link gave nothing: the site could not be reached or read, fell silent, refused, or sent too much. */
export class LinkFault extends Error {
  override readonly name = 'LinkFault'
  readonly reason: 'unreachable' | 'silent' | 'broken' | 'refused' | 'unwanted' | 'too-large'
  /** What `problemOf` had against the answer; where it was unwanted. */
  readonly problem: LinkProblem | 'link_opens_page' | undefined
  /** What the site answered where it refused. */
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
  /** The most that may come, in bytes. */
  readonly maxBytes: number
  /** Lowers that once the leading bytes tell what comes. */
  readonly maxBytesOf?: (head: Uint8Array) => number
  /** Why the answer is not wanted, before anything of it is read; null where it is. */
  readonly problemOf?: (response: Response) => LinkProblem | 'link_opens_page' | null
  readonly signal?: AbortSignal | undefined
  /** Hears of every piece that came, in bytes; `total` is null where the site does not tell. */
  readonly onBytes?: ((loaded: number, total: number | null) => void) | undefined
}

/**
 * What is behind a link, without cookies and without telling from where it was asked. What is announced or
 * proves to be over the limit is not read on. Rejects with a `LinkFault`, or with an `AbortError` on abort.
 */
export const readLink = async (link: string | URL, call: LinkCall): Promise<Blob> => {
  const { problemOf, signal } = call
  const watchdog = openStallWatchdog({ limitMs: silentMs, signal })
  let isAnswered = false
  try {
    const response = await fetch(link, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: watchdog.signal,
    })
    isAnswered = true
    const problem = problemOf?.(response) ?? null
    if (problem !== null) throw await left(response, new LinkFault('unwanted', { problem }))
    if (!response.ok) throw await left(response, new LinkFault('refused', { status: response.status }))
    return await readBody(response, call, watchdog.renew)
  } catch (thrown) {
    if (thrown instanceof LinkFault || (isAbort(thrown) && signal?.aborted)) throw thrown
    const reason = watchdog.isStalled ? 'silent' : isAnswered ? 'broken' : 'unreachable'
    throw new LinkFault(reason, { cause: thrown })
  } finally {
    watchdog.end()
  }
}

/** Ends the download of an answer that nobody wants. */
const left = async (response: Response, fault: LinkFault): Promise<LinkFault> => {
  await response.body?.cancel().catch(() => {})
  return fault
}

const readBody = async (
  response: Response,
  { maxBytes, maxBytesOf, onBytes }: LinkCall,
  onChunk: () => void,
): Promise<Blob> => {
  const type = response.headers.get('Content-Type') ?? ''
  const reader = response.body?.getReader() // Safari cannot iterate over a stream
  if (!reader) return new Blob([], { type })
  const announced = Number(response.headers.get('Content-Length')) || 0
  const found = collectBlob()
  const head: number[] = []
  let most = maxBytes
  while (Math.max(announced, found.size) <= most) {
    const { done, value } = await reader.read()
    if (done) return found.end(type)
    onChunk()
    found.add(value)
    // A packed answer is announced as smaller than it comes out.
    onBytes?.(found.size, announced >= found.size ? announced : null)
    if (head.length >= sniffBytes) continue
    head.push(...value.subarray(0, sniffBytes - head.length))
    if (maxBytesOf && head.length >= sniffBytes) most = Math.min(most, maxBytesOf(Uint8Array.from(head)))
  }
  await reader.cancel()
  throw new LinkFault('too-large')
}

/** A Blob that grows. What is in a Blob need not be in memory, so chunks become one every now and then. */
type BlobCollector = {
  /** So far, in bytes. */
  readonly size: number
  add(chunk: Uint8Array<ArrayBuffer>): void
  end(type?: string): Blob
}

/** Chunks become a Blob this often, in bytes. */
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
