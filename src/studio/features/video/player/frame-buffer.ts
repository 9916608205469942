/** Consecutive frames. */
type FrameChunk<F extends TimedFrame> = {
  readonly fromSeconds: number
  /** The time of the last frame, or the start of the next chunk. */
  readonly toSeconds: number
  readonly frames: readonly F[]
}

type TimedFrame = { readonly timestampSeconds: number }

/** Frames around the current time, fetched in chunks. */
type FrameBuffer<F extends TimedFrame> = {
  /** The frame at `seconds`; null if it is not loaded. */
  readonly frameAt: (seconds: number) => F | null
  /** Up to `count` loaded frames after `seconds`. */
  readonly framesAfter: (seconds: number, count: number) => readonly F[]
  /** Fetches the frames at `seconds` and shortly after, one chunk at a time. */
  readonly prefetch: (seconds: number) => void
  readonly close: () => void
}

/** Older chunks are dropped; this many hold some seconds of small frames. */
const maxChunks = 12
const aheadSeconds = 1
/** How long a time without frames is not fetched again. */
const retryAfterMs = 700
/** Containers store times as fractions, so a frame may begin slightly later than its rounded time. */
const slackSeconds = 0.004

/** `fetchChunk` resolves with a chunk that begins at or contains the time, or null; a rejection counts as null. */
export function createFrameBuffer<F extends TimedFrame>(
  fetchChunk: (fromSeconds: number) => Promise<FrameChunk<F> | null>,
  { onChange, now = () => performance.now() }: { readonly onChange: () => void; readonly now?: () => number },
): FrameBuffer<F> {
  let chunks: readonly FrameChunk<F>[] = []
  let isFetching = false
  let isClosed = false
  let missingAt: { readonly seconds: number; readonly atMs: number } | null = null

  /** The later of two overlapping chunks, because the end of the earlier one is an estimate. */
  const covering = (seconds: number) => {
    const at = seconds + slackSeconds
    return chunks.findLast(({ fromSeconds, toSeconds }) => fromSeconds <= at && at < toSeconds)
  }
  const loadedUntil = (seconds: number): number => {
    let until = seconds
    for (let next = covering(until); next; next = covering(until)) until = next.toSeconds
    return until
  }

  async function fetchAt(seconds: number): Promise<void> {
    isFetching = true
    const chunk = await fetchChunk(seconds).catch(() => null)
    isFetching = false
    if (isClosed) return
    const added = chunk && chunk.frames.length > 0 ? extended(chunk, seconds) : null
    if (!added || covering(seconds) || added.toSeconds <= seconds + slackSeconds) {
      missingAt = { seconds, atMs: now() }
      return
    }
    const kept = [...chunks, added].slice(-maxChunks)
    chunks = kept.sort((a, b) => a.fromSeconds - b.fromSeconds)
    onChange()
  }

  return {
    frameAt: (seconds) => {
      const frames = covering(seconds)?.frames ?? []
      return framesUpTo(frames, seconds).at(-1) ?? frames[0] ?? null
    },
    framesAfter: (seconds, count) =>
      chunks
        .flatMap(({ frames }) => frames)
        .filter(({ timestampSeconds }) => timestampSeconds > seconds + slackSeconds)
        .slice(0, count),
    prefetch: (seconds) => {
      if (isFetching || isClosed) return
      const missing = loadedUntil(seconds)
      if (missing > seconds + aheadSeconds) return
      const isEmpty = missingAt && Math.abs(missingAt.seconds - missing) < slackSeconds
      if (isEmpty && now() - (missingAt?.atMs ?? 0) < retryAfterMs) return
      void fetchAt(missing)
    },
    close: () => {
      isClosed = true
      chunks = []
    },
  }
}

const framesUpTo = <F extends TimedFrame>(frames: readonly F[], seconds: number): readonly F[] =>
  frames.filter(({ timestampSeconds }) => timestampSeconds <= seconds + slackSeconds)

/** The chunk, extended to start at `seconds`; its last frame has the average duration. */
function extended<F extends TimedFrame>(chunk: FrameChunk<F>, seconds: number): FrameChunk<F> {
  const { frames } = chunk
  const first = frames[0]?.timestampSeconds ?? seconds
  const last = frames.at(-1)?.timestampSeconds ?? seconds
  const step = frames.length > 1 ? (last - first) / (frames.length - 1) : singleFrameSeconds
  return {
    frames,
    fromSeconds: Math.min(chunk.fromSeconds, seconds),
    toSeconds: chunk.toSeconds > last ? chunk.toSeconds : last + step,
  }
}

/** The duration of the frame in a chunk of one. */
const singleFrameSeconds = 0.04
