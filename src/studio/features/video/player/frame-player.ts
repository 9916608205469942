import type { PreviewChunk } from '#service/background-service.ts'
import { createFrameBuffer } from './frame-buffer.ts'
import type { Playable } from './player.ts'
import type { DisplayedFrame } from './video-pixels.ts'

/** Pictures that are decoded ahead of the one that shows. */
const decodedAhead = 4
/** A picture that is late is waited for; a tab that was away does not jump. */
const maxStepSeconds = 0.25

/** A screen of our own for videos that the browser cannot play: it has no sound, and shows what it is given. */
export type FramePlayer = Playable & {
  /** Called once a painted frame: goes on, and fetches what comes next. */
  readonly advance: (nowMs: number) => void
  /** The picture of the moment; the last one while it is on its way. */
  readonly frame: () => DisplayedFrame | null
  readonly close: () => void
}

type Parts = {
  readonly durationSeconds: number
  readonly ask: (fromSeconds: number) => Promise<PreviewChunk | null>
  readonly decode: (picture: Blob) => Promise<ImageBitmap>
  /** Nothing of it can be shown. */
  readonly onUnable: () => void
}

export function createFramePlayer({ durationSeconds, ask, decode, onUnable }: Parts): FramePlayer {
  let seconds = 0
  let paused = true
  let rate = 1
  let advancedMs: number | null = null
  let shown: DisplayedFrame | null = null
  let isClosed = false
  const decoded = new Map<Blob, ImageBitmap | null>()
  const reel = createFrameBuffer(
    async (from) => {
      try {
        return await ask(Math.min(from, durationSeconds))
      } catch (thrown) {
        if (!shown && !isClosed) onUnable()
        throw thrown
      }
    },
    { onNews: () => {} },
  )

  const hold = (pictures: readonly Blob[]) => {
    for (const [picture, bitmap] of decoded)
      if (bitmap && bitmap !== shown?.image && !pictures.includes(picture)) {
        bitmap.close()
        decoded.delete(picture)
      }
    for (const picture of pictures) {
      if (decoded.has(picture)) continue
      decoded.set(picture, null)
      decode(picture).then(
        (bitmap) => (isClosed ? bitmap.close() : decoded.set(picture, bitmap)),
        () => decoded.delete(picture),
      )
    }
  }
  const bitmapAt = (at: number): ImageBitmap | null => {
    const frame = reel.frameAt(at)
    return (frame && decoded.get(frame.picture)) ?? null
  }

  return {
    get currentTime() {
      return seconds
    },
    set currentTime(at) {
      seconds = Math.max(0, Math.min(durationSeconds, at))
    },
    get duration() {
      return durationSeconds
    },
    get paused() {
      return paused
    },
    get playbackRate() {
      return rate
    },
    set playbackRate(next) {
      rate = next
    },
    play: async () => {
      paused = false
      advancedMs = null
    },
    pause: () => {
      paused = true
    },
    advance: (nowMs) => {
      const step = advancedMs === null ? 0 : Math.min(maxStepSeconds, (nowMs - advancedMs) / 1000)
      advancedMs = nowMs
      const next = Math.min(durationSeconds, seconds + (paused ? 0 : step * rate))
      if (bitmapAt(next)) seconds = next
      reel.prefetch(seconds)
      const now = reel.frameAt(seconds)
      hold([...(now ? [now] : []), ...reel.framesAfter(seconds, decodedAhead)].map(({ picture }) => picture))
      const bitmap = bitmapAt(seconds)
      if (!bitmap || !now) return
      const { timestampSeconds } = now
      if (shown?.image !== bitmap)
        shown = { image: bitmap, width: bitmap.width, height: bitmap.height, seconds: timestampSeconds }
    },
    frame: () => shown,
    close: () => {
      isClosed = true
      reel.close()
      for (const bitmap of decoded.values()) bitmap?.close()
      decoded.clear()
    },
  }
}
