import { sha256Hex } from '#base/sha256.ts'
import { openStallWatchdog } from '#base/stall-watchdog.ts'
import { sleep } from '#base/timers.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { FilePart } from './network-catalog.ts'

export type FetchPart = (part: FilePart, call: PartCall) => Promise<Blob>

export type PartCall = {
  readonly signal: AbortSignal
  /** Bytes of this part so far; falls back to 0 when the part is fetched again. */
  readonly onBytes: (loaded: number) => void
}

export type FetchPartOptions = {
  /** The studio's base path, absolute. */
  readonly baseUrl: string
  /** How long to wait before try 2, 3, ..., in milliseconds; their number is the number of tries after the first. */
  readonly pausesMs?: readonly number[]
  /** A try that brings no byte for so long is given up. */
  readonly stallMs?: number
}

/** Long enough to outlive a change of network, short enough to be waited for. */
const usualPausesMs = [500, 1500, 4000, 8000]
const usualStallMs = 20_000

/**
 * Fetches one part and lets it pass only when it is exactly what the catalogue says: status, type,
 * length and SHA-256. Hosts of single-page apps answer 200 with their page for a missing file, which
 * must never be kept as a model (huggingface/transformers.js#1187).
 *
 * Rejects with `upstream_error` after the last try, `AbortError` when aborted.
 */
export function fetchPart({
  baseUrl,
  pausesMs = usualPausesMs,
  stallMs = usualStallMs,
}: FetchPartOptions): FetchPart {
  const tryOnce = async ({ path, sha256, bytes }: FilePart, { signal, onBytes }: PartCall): Promise<Blob> => {
    const stall = openStallWatchdog({
      limitMs: stallMs,
      signal,
      reason: () => new Error(`nothing came for ${stallMs / 1000} s`),
    })
    try {
      // The browser's own cache may hold a broken copy; the store beside it makes it needless.
      const response = await fetch(new URL(path, baseUrl), {
        signal: stall.signal,
        cache: 'no-store',
      })
      if (!response.ok) throw new Error(`the server answered ${response.status}`)
      if (/html/i.test(response.headers.get('Content-Type') ?? ''))
        throw new Error('a web page came in its place')
      const data = await readAll(response, bytes, (loaded) => {
        stall.renew()
        onBytes(loaded)
      })
      if ((await sha256Hex(data)) !== sha256) throw new Error('its content is not what it should be')
      return new Blob([data])
    } finally {
      stall.end()
    }
  }

  return async (part, call) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await tryOnce(part, call)
      } catch (cause) {
        call.signal.throwIfAborted()
        const pauseMs = pausesMs[attempt]
        if (pauseMs === undefined) throw notToBeHad(part, cause)
        call.onBytes(0)
        await sleep(pauseMs, call.signal)
      }
    }
  }
}

const notToBeHad = ({ path }: FilePart, cause: unknown): ServiceError =>
  new ServiceError('upstream_error', {
    reason: 'model_not_downloaded',
    details: `${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  })

/** Rejects unless the body has exactly `bytes` bytes; stops reading as soon as it has more. */
async function readAll(response: Response, bytes: number, onBytes: (loaded: number) => void) {
  const data = new Uint8Array(bytes)
  let loaded = 0
  const reader = response.body?.getReader()
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
