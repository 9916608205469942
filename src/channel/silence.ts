import type { ServiceError } from '#contract/service-error.ts'
import type { WorkerLink } from './worker-link.ts'

export type ResponseLimit = {
  /** How long a worker may let no message in. */
  readonly mostMs: number
  /** What is told of a call that this ended. */
  readonly fault: () => ServiceError
}

/** A page that slept, or is hidden, misses looks: so silence is counted in looks, not by the clock. */
const looks = 8

/**
 * Stops a worker that lets no message in for too long, unless the returned function was called before. Its script
 * may take as long to load as the line needs.
 */
export const watchResponses = (link: WorkerLink, { mostMs, fault }: ResponseLimit): (() => void) => {
  let isAwake = false
  let isAsked = false
  let missed = 0
  const look = () => {
    if (!isAsked) {
      isAsked = true
      missed = 0
      const heard = () => {
        isAwake = true
        isAsked = false
      }
      // A worker that has gone tells nobody, and needs no watching.
      link.ping().then(heard, () => {})
    } else if (isAwake && ++missed >= looks) link.stop(fault())
  }
  look()
  const timer = setInterval(look, mostMs / looks)
  return () => clearInterval(timer)
}
