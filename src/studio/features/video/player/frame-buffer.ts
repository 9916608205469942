/** Frames that follow one another. */
export type FrameChunk<F extends TimedFrame> = {
  readonly fromSeconds: number
  /** Of the last frame, or where the next one begins. */
  readonly toSeconds: number
  readonly frames: readonly F[]
}

export type TimedFrame = { readonly timestampSeconds: number }

/** The frames of something that moves, as far as they are there, fetched around the moment that is shown. */
export type FrameBuffer<F extends TimedFrame> = {
  /** The frame that shows at `seconds`; null where it is not here (yet). */
  readonly frameAt: (seconds: number) => F | null
  /** The next ones after it that are here. */
  readonly framesAfter: (seconds: number, count: number) => readonly F[]
  /** Fetches what `seconds` and the moments after it need. */
  readonly prefetch: (seconds: number) => void
  readonly close: () => void
}

/** What is kept: some seconds of small frames. */
const maxChunks = 12
const aheadSeconds = 1
/** A place where there was nothing is asked for again after this. */
const askAgainMs = 700
/** Times are fractions in containers; a frame may begin a little later than it says. */
const slackSeconds = 0.004

/** `ask` gives one stretch that begins at or covers the moment, or null; it may reject, which reads as null. */
export function createFrameBuffer<F extends TimedFrame>(
  ask: (fromSeconds: number) => Promise<FrameChunk<F> | null>,
  { onNews, now = () => performance.now() }: { readonly onNews: () => void; readonly now?: () => number },
): FrameBuffer<F> {
  let stretches: readonly FrameChunk<F>[] = []
  let asking = false
  let closed = false
  let nothingAt: { readonly seconds: number; readonly atMs: number } | null = null

  /** Where two meet, the later one: what an earlier one says of its end is a guess. */
  const covering = (seconds: number) => {
    const at = seconds + slackSeconds
    return stretches.findLast(({ fromSeconds, toSeconds }) => fromSeconds <= at && at < toSeconds)
  }
  const heldUntil = (seconds: number): number => {
    let until = seconds
    for (let next = covering(until); next; next = covering(until)) until = next.toSeconds
    return until
  }

  async function fetchAt(seconds: number): Promise<void> {
    asking = true
    const stretch = await ask(seconds).catch(() => null)
    asking = false
    if (closed) return
    const news = stretch && stretch.frames.length > 0 ? joined(stretch, seconds) : null
    if (!news || covering(seconds) || news.toSeconds <= seconds + slackSeconds) {
      nothingAt = { seconds, atMs: now() }
      return
    }
    const kept = [...stretches, news].slice(-maxChunks)
    stretches = kept.sort((a, b) => a.fromSeconds - b.fromSeconds)
    onNews()
  }

  return {
    frameAt: (seconds) => {
      const frames = covering(seconds)?.frames ?? []
      return framesUpTo(frames, seconds).at(-1) ?? frames[0] ?? null
    },
    framesAfter: (seconds, count) =>
      stretches
        .flatMap(({ frames }) => frames)
        .filter(({ timestampSeconds }) => timestampSeconds > seconds + slackSeconds)
        .slice(0, count),
    prefetch: (seconds) => {
      if (asking || closed) return
      const missing = heldUntil(seconds)
      if (missing > seconds + aheadSeconds) return
      const isEmpty = nothingAt && Math.abs(nothingAt.seconds - missing) < slackSeconds
      if (isEmpty && now() - (nothingAt?.atMs ?? 0) < askAgainMs) return
      void fetchAt(missing)
    },
    close: () => {
      closed = true
      stretches = []
    },
  }
}

const framesUpTo = <F extends TimedFrame>(frames: readonly F[], seconds: number): readonly F[] =>
  frames.filter(({ timestampSeconds }) => timestampSeconds <= seconds + slackSeconds)

/** The stretch as it joins what is there up to `seconds`; its last frame shows for as long as the others do. */
function joined<F extends TimedFrame>(stretch: FrameChunk<F>, seconds: number): FrameChunk<F> {
  const { frames } = stretch
  const first = frames[0]?.timestampSeconds ?? seconds
  const last = frames.at(-1)?.timestampSeconds ?? seconds
  const step = frames.length > 1 ? (last - first) / (frames.length - 1) : singleFrameSeconds
  return {
    frames,
    fromSeconds: Math.min(stretch.fromSeconds, seconds),
    toSeconds: stretch.toSeconds > last ? stretch.toSeconds : last + step,
  }
}

/** How long a frame shows that came alone. */
const singleFrameSeconds = 0.04
