import { fetchWatched } from '#base/fetch-watched.ts'
import { sha256Hex } from '#base/sha256.ts'
import { sleep } from '#base/timers.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type FilePart, isGzipped } from './network-catalog.ts'

/** Fetches one part of a model file and checks its size and hash. */
export type FetchPart = (part: FilePart, call: PartCall) => Promise<Blob>

type PartCall = {
  readonly signal: AbortSignal
  /** Bytes of this part so far; 0 again when the part is refetched. */
  readonly onBytes: (loaded: number) => void
}

type FetchPartOptions = {
  /** The studio's base path, absolute. */
  readonly baseUrl: string
  /** Milliseconds before each further try. */
  readonly pausesMs?: readonly number[]
  /** Milliseconds without a byte after which a try ends. */
  readonly stallMs?: number
}

/** In total long enough for a change of network, short enough for people to wait. */
const usualPausesMs = [500, 1500, 4000, 8000]

/**
 * Fetches one part and verifies status, type, length and SHA-256. Hosts of single-page apps answer 200 with their page
 * for a missing file, which must not be stored as a model (huggingface/transformers.js#1187).
 *
 * Rejects with `upstream_error` after the last try, `AbortError` when aborted.
 */
export function fetchPart({ baseUrl, pausesMs = usualPausesMs, stallMs }: FetchPartOptions): FetchPart {
  const tryOnce = async ({ path, sha256, bytes }: FilePart, { signal, onBytes }: PartCall): Promise<Blob> => {
    // The HTTP cache may contain a broken copy, and the store makes it unnecessary.
    const response = await fetchWatched(new URL(path, baseUrl), { signal, stallMs, cache: 'no-store' })
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    if (/html/i.test(response.headers.get('Content-Type') ?? ''))
      throw new Error('a web page came in its place')
    const received = response.body ?? undefined
    const content = isGzipped(path) ? received?.pipeThrough(new DecompressionStream('gzip')) : received
    const data = await readAll(content, bytes, onBytes)
    if ((await sha256Hex(data)) !== sha256) throw new Error('its content is not what it should be')
    return new Blob([data])
  }

  return async (part, call) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await tryOnce(part, call)
      } catch (cause) {
        call.signal.throwIfAborted()
        const pauseMs = pausesMs[attempt]
        if (pauseMs === undefined) throw downloadError(part, cause)
        call.onBytes(0)
        await sleep(pauseMs, call.signal)
      }
    }
  }
}

const downloadError = ({ path }: FilePart, cause: unknown): ServiceError =>
  new ServiceError('upstream_error', {
    reason: 'model_not_downloaded',
    details: `${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  })

/** Reads a stream of exactly `bytes` bytes. Rejects if it is shorter, and as soon as it is longer. */
async function readAll(
  content: ReadableStream<Uint8Array> | undefined,
  bytes: number,
  onBytes: (loaded: number) => void,
) {
  const data = new Uint8Array(bytes)
  let loaded = 0
  const reader = content?.getReader()
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    if (loaded + step.value.length > bytes) {
      await reader?.cancel()
      throw new Error(`it is longer than ${bytes} bytes`)
    }
    data.set(step.value, loaded)
    loaded += step.value.length
    onBytes(loaded)
  }
  if (loaded < bytes) throw new Error(`it broke off after ${loaded} of ${bytes} bytes`)
  return data
}
