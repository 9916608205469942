import type { PreviewChunk } from '#library/background-service.ts'
import type { DisplayedFrame } from './displayed-frame.ts'
import { createFrameBuffer } from './frame-buffer.ts'
import type { Playable } from './player.ts'

/** The number of frames decoded ahead. */
const decodedAhead = 4
/** The most that playback advances at once, so that it does not jump when a hidden tab returns. */
const maxStepSeconds = 0.25

/** Plays preview frames like a silent video element, for videos that the browser cannot play. */
export type FramePlayer = Playable & {
  /** Call once per animation frame, with its time: advances, and fetches the next frames. */
  readonly advance: (nowMs: number) => void
  /** The current frame, or the last one while it loads. */
  readonly frame: () => DisplayedFrame | null
  readonly close: () => void
}

type Parts = {
  readonly durationSeconds: number
  /** Fetches a chunk of frames that begins at or contains this time. */
  readonly fetchChunk: (fromSeconds: number) => Promise<PreviewChunk | null>
  readonly decode: (picture: Blob) => Promise<ImageBitmap>
  /** Called if the video cannot be decoded at all. */
  readonly onUnplayable: () => void
}

export function createFramePlayer({ durationSeconds, fetchChunk, decode, onUnplayable }: Parts): FramePlayer {
  let seconds = 0
  let paused = true
  let rate = 1
  let advancedAtMs: number | null = null
  let shown: DisplayedFrame | null = null
  let isClosed = false
  const decoded = new Map<Blob, ImageBitmap | null>()
  const buffer = createFrameBuffer(
    async (from) => {
      try {
        return await fetchChunk(Math.min(from, durationSeconds))
      } catch (thrown) {
        if (!shown && !isClosed) onUnplayable()
        throw thrown
      }
    },
    { onChange: () => {} },
  )

  const keepDecoded = (pictures: readonly Blob[]) => {
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
    const frame = buffer.frameAt(at)
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
      advancedAtMs = null
    },
    pause: () => {
      paused = true
    },
    advance: (nowMs) => {
      const step = advancedAtMs === null ? 0 : Math.min(maxStepSeconds, (nowMs - advancedAtMs) / 1000)
      advancedAtMs = nowMs
      const next = Math.min(durationSeconds, seconds + (paused ? 0 : step * rate))
      if (bitmapAt(next)) seconds = next
      buffer.prefetch(seconds)
      const now = buffer.frameAt(seconds)
      keepDecoded(
        [...(now ? [now] : []), ...buffer.framesAfter(seconds, decodedAhead)].map(({ picture }) => picture),
      )
      const bitmap = bitmapAt(seconds)
      if (!bitmap || !now) return
      const { timestampSeconds } = now
      if (shown?.image !== bitmap)
        shown = { image: bitmap, width: bitmap.width, height: bitmap.height, seconds: timestampSeconds }
    },
    frame: () => shown,
    close: () => {
      isClosed = true
      buffer.close()
      for (const bitmap of decoded.values()) bitmap?.close()
      decoded.clear()
      shown = null
    },
  }
}
