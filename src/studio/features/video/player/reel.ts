import type { MatteStretch } from '#service/background-service.ts'

export type MatteFrame = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** The mattes of a video, as far as they are there, fetched around the moment that is shown. */
export type Reel = {
  /** The matte of the frame shown at `seconds`; null where it is not here (yet). */
  readonly at: (seconds: number) => MatteFrame | null
  /** Fetches what `seconds` and the moments after it need. */
  readonly want: (seconds: number) => void
  /** Up to where mattes follow one another without a gap from `seconds` on. */
  readonly readyUntil: (seconds: number) => number
  readonly close: () => void
}

/** What is kept of a video: some seconds of small mattes. */
const mostStretches = 12
const aheadSeconds = 1
/** A place where there was nothing is asked for again after this. */
const askAgainMs = 700
/** Times are fractions in containers; a frame may begin a little later than it says. */
const slackSeconds = 0.004

/** `ask` gives one stretch that begins at or covers the moment, or null; it may reject, which reads as null. */
export function createReel(
  ask: (fromSeconds: number) => Promise<MatteStretch | null>,
  { onNews, now = () => performance.now() }: { readonly onNews: () => void; readonly now?: () => number },
): Reel {
  let stretches: readonly MatteStretch[] = []
  let asking = false
  let closed = false
  let nothingAt: { readonly seconds: number; readonly atMs: number } | null = null

  const covering = (seconds: number) =>
    stretches.find(
      ({ fromSeconds, toSeconds }) =>
        fromSeconds <= seconds + slackSeconds && seconds + slackSeconds < toSeconds,
    )
  const readyUntil = (seconds: number): number => {
    let until = seconds
    for (let next = covering(until); next; next = covering(until)) until = next.toSeconds
    return until
  }

  async function fetchAt(seconds: number): Promise<void> {
    asking = true
    const stretch = await ask(seconds).catch(() => null)
    asking = false
    if (closed) return
    const isNews = stretch && stretch.frames.length > 0 && !covering(seconds) && stretch.toSeconds > seconds
    if (!isNews) {
      nothingAt = { seconds, atMs: now() }
      return
    }
    stretches = [...stretches, stretch].slice(-mostStretches)
    onNews()
  }

  return {
    at: (seconds) => {
      const stretch = covering(seconds)
      if (!stretch) return null
      const frame = stretch.frames.findLast(
        ({ timestampSeconds }) => timestampSeconds <= seconds + slackSeconds,
      )
      const data = (frame ?? stretch.frames[0])?.data
      return data ? { width: stretch.width, height: stretch.height, data } : null
    },
    want: (seconds) => {
      if (asking || closed) return
      const missing = readyUntil(seconds)
      if (missing > seconds + aheadSeconds) return
      const isEmpty = nothingAt && Math.abs(nothingAt.seconds - missing) < slackSeconds
      if (isEmpty && now() - (nothingAt?.atMs ?? 0) < askAgainMs) return
      void fetchAt(missing)
    },
    readyUntil,
    close: () => {
      closed = true
      stretches = []
    },
  }
}
