import type { Patience } from './with-retries.ts'

export type GateOptions = {
  /** Requests under way at the same time. */
  readonly atOnce: number
  /** Between two beginnings, in seconds, as long as nobody complains. */
  readonly gapSeconds: number
  readonly patience: Patience
}

/** Lets requests to a service begin one after the other, so that a queue of images is no burst (Spec, Rate limits). */
export interface RequestGate {
  /** Runs `task` when it is its turn. Rejects with an `AbortError` where it was given up before. */
  pass<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** The service said "too many": nobody begins for so many seconds, and then more slowly. */
  slowDown(seconds: number): void
}

/** After a complaint, and the most that complaints add up to; in seconds. */
const gapAfterComplaint = 1
const longestGap = 8
/** What each request without a complaint leaves of the gap. */
const easing = 0.8

export const openRequestGate = ({ atOnce, gapSeconds, patience }: GateOptions): RequestGate => {
  let free = atOnce
  let gap = gapSeconds
  let opensAt = 0
  const waiting: (() => void)[] = []
  const nowSeconds = () => patience.now().getTime() / 1000

  const enter = async (signal: AbortSignal): Promise<void> => {
    if (free > 0) {
      free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      signal.addEventListener('abort', stop, { once: true })
      waiting.push(go)
    })
  }
  /** Hands the place on, or leaves it free. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  /** Waits for the own moment to begin; whoever comes meanwhile begins later. */
  const begin = async (signal: AbortSignal): Promise<void> => {
    for (let left = opensAt - nowSeconds(); left > 0; left = opensAt - nowSeconds())
      await patience.wait(left, signal)
    opensAt = nowSeconds() + gap
  }

  return {
    pass: async (task, signal) => {
      signal.throwIfAborted()
      await enter(signal)
      try {
        await begin(signal)
        const result = await task()
        gap = Math.max(gapSeconds, gap * easing)
        return result
      } finally {
        leave()
      }
    },
    slowDown: (seconds) => {
      gap = Math.min(longestGap, Math.max(gapAfterComplaint, 2 * gap))
      opensAt = Math.max(opensAt, nowSeconds() + Math.max(seconds, gap))
    },
  }
}
