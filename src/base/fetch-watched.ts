import { openStallWatchdog } from './stall-watchdog.ts'

/** Shorter than people wait, longer than a change of network takes, in milliseconds. */
const usualStallMs = 20_000

type WatchedCall = RequestInit & { readonly stallMs?: number | undefined }

/** Fetches as `fetch` does, and gives up where nothing has come for `stallMs`: then this rejects, or its body fails. */
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
