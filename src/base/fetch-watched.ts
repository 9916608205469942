import { openStallWatchdog } from './stall-watchdog.ts'

/** Milliseconds: less than people wait, more than a change of network takes. */
const usualStallMs = 20_000

type WatchedCall = RequestInit & { readonly stallMs?: number | undefined }

/** As `fetch`, but fails if no data arrives for `stallMs`: the call rejects, or its body fails. */
export const fetchWatched = async (
  url: string | URL,
  { signal, stallMs = usualStallMs, ...call }: WatchedCall = {},
): Promise<Response> => {
  const reason = () => new Error(`nothing came for ${stallMs / 1000} s`)
  const stall = openStallWatchdog({ limitMs: stallMs, signal: signal ?? undefined, reason })
  try {
    const response = await fetch(url, { ...call, signal: stall.signal })
    if (!response.body) stall.end()
    const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        stall.renew()
        controller.enqueue(chunk)
      },
      flush: stall.end,
    })
    return new Response(response.body?.pipeThrough(watched) ?? null, response)
  } catch (cause) {
    stall.end()
    throw cause
  }
}
