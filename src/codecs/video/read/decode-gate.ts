/** Frames that a decoder may hold ready: enough to go on while one is worked on, at 5 MB each for 1920 x 1080. */
const framesAhead = 4
/** A decoder that has given nothing for so long, though somebody waits for it, may want to see more first. */
const patienceMs = 20
/** A frame that takes no longer was there already. */
const readyMs = 1

/** Lets no more packets into a decoder than it needs for the next frames. */
export type DecodeGate = {
  /** Resolves when the packet may go in; one at a time asks. */
  enter(timestampSeconds: number): Promise<void>
  /** What `ask` comes to, which is the next frame. */
  take<T>(ask: () => Promise<T>): Promise<T>
  /** Holds nothing back any more. */
  open(): void
}

/**
 * A gate before the frames from `firstSeconds` on; what only leads to them goes in at once. Some decoders give
 * nothing before they have seen many packets, each of their threads one: then it lets in as many as that takes,
 * and fewer again when frames lie ready.
 */
export const openDecodeGate = (firstSeconds: number): DecodeGate => {
  let inside = 0
  let most = framesAhead
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
      while (inside >= most && !isOpen) {
        if (!isAwaited) await news()
        else if (!(await inTime(news()))) most++
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
        if (performance.now() - asked < readyMs) most = Math.max(framesAhead, most - 1)
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
