/** Frames that are decoded ahead: enough to go on while one is processed, at 5 MB each for 1920 x 1080. */
const framesAhead = 4
/** Milliseconds after which a decoder without output gets another packet, if a frame is awaited. */
const patienceMs = 20
/** A frame that takes at most so many milliseconds was decoded ahead. */
const readyMs = 1

/** Limits how many packets a decoder gets ahead of the frames that are taken. */
export type DecodeGate = {
  /** Resolves when the packet may be decoded. One call at a time. */
  enter(timestampSeconds: number): Promise<void>
  /** Resolves like `ask`, which takes the next frame. */
  take<T>(ask: () => Promise<T>): Promise<T>
  /** Removes the limit. */
  open(): void
}

/**
 * Limits packets from `firstSeconds` on; earlier packets pass at once. Some decoders output nothing before they have
 * several packets, one for each thread: then the limit rises, and it falls when frames are ready in time.
 */
export const openDecodeGate = (firstSeconds: number): DecodeGate => {
  let inside = 0
  let limit = framesAhead
  let isAwaited = false
  let isOpen = false
  let tell = () => {}
  const news = () =>
    new Promise<boolean>((resolve) => {
      tell = () => resolve(true)
    })
  return {
    async enter(timestampSeconds) {
      if (timestampSeconds < firstSeconds) return
      while (inside >= limit && !isOpen) {
        if (!isAwaited) await news()
        else if (!(await inTime(news()))) limit++
      }
      inside++
    },
    async take(ask) {
      const asked = performance.now()
      isAwaited = true
      tell()
      try {
        return await ask()
      } finally {
        isAwaited = false
        inside--
        if (performance.now() - asked < readyMs) limit = Math.max(framesAhead, limit - 1)
        tell()
      }
    },
    open() {
      isOpen = true
      tell()
    },
  }
}

const inTime = async (news: Promise<boolean>): Promise<boolean> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  try {
    return await Promise.race([news, late])
  } finally {
    clearTimeout(timer)
  }
}
