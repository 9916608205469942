/** A clock that was set forward is not believed for so long, in milliseconds: in that time it may be set back. */
const doubtMs = 1_800_000
/** By how much two clocks may differ without a jump, in milliseconds. What passes in this time is not written down. */
const driftMs = 60_000

/** The time by which things are deleted. It is never later than the device's clock. */
interface DeletionClock {
  now(): Date
  /**
   * Takes the time of the host of the studio, in milliseconds since 1970, for a witness: a clock that agrees is believed at
   * once, and one that is ahead never.
   */
  confirm(hostMs: number): void
}

type DeletionClockParts = {
  readonly wall: () => Date
  readonly monotonicMs?: () => number
  /** A text that outlives the visit; its functions may throw. Without it the clock is believed as it stands at the start. */
  readonly memory?: { readonly read: () => string | null; readonly write: (text: string) => void }
}

/**
 * Needs a second witness before it believes that much time has passed: since the last visit, or while the page is open, where a
 * device that slept looks like a clock that was set. The witness is the host, else half an hour of `monotonicMs`, else
 * another visit half an hour later. Until then it gives the time that it believed last, and what passed since by
 * `monotonicMs`. So deletion may be put off; what only looks expired stays.
 */
export const createDeletionClock = ({
  wall,
  monotonicMs = () => performance.now(),
  memory,
}: DeletionClockParts): DeletionClock => {
  const openedMs = wall().getTime()
  const kept = memory ? readKept(memory.read, openedMs) : { believedMs: openedMs }
  let base = { wallMs: Math.min(kept.believedMs, openedMs), atMs: monotonicMs() }
  /** When the jump was seen, on both clocks; null where there is none. */
  let doubt = kept.doubtedMs === undefined ? null : { wallMs: kept.doubtedMs, atMs: base.atMs }
  /** By how much the device's clock is ahead of the host's. */
  let aheadMs = 0
  let written = kept

  const remember = (believedMs: number): Date => {
    const next: Kept = { believedMs, ...(doubt && { doubtedMs: doubt.wallMs }) }
    const isNews =
      Math.abs(believedMs - written.believedMs) >= driftMs || next.doubtedMs !== written.doubtedMs
    if (isNews) {
      written = next
      try {
        memory?.write(JSON.stringify(next))
      } catch {
        // Then the next visit needs another witness.
      }
    }
    return new Date(believedMs)
  }
  const believe = (wallMs: number, atMs: number): Date => {
    doubt = null
    base = { wallMs, atMs }
    return remember(wallMs)
  }

  return {
    now: () => {
      const [wallMs, atMs] = [wall().getTime() - aheadMs, monotonicMs()]
      const steadyMs = base.wallMs + atMs - base.atMs
      if (wallMs <= steadyMs + driftMs) return believe(wallMs, atMs)
      doubt ??= { wallMs, atMs }
      return atMs - doubt.atMs < doubtMs ? remember(steadyMs) : believe(wallMs, atMs)
    },
    confirm: (hostMs) => {
      aheadMs = Math.max(0, wall().getTime() - hostMs)
      believe(wall().getTime() - aheadMs, monotonicMs())
    },
  }
}

/** `doubtedMs`: what the clock said when it was first doubted, if it still is. */
type Kept = { readonly believedMs: number; readonly doubtedMs?: number }

const readKept = (read: () => string | null, openedMs: number): Kept => {
  try {
    const { believedMs, doubtedMs }: Partial<Kept> = JSON.parse(read() ?? '{}')
    if (typeof believedMs !== 'number') return { believedMs: 0 }
    if (typeof doubtedMs !== 'number' || doubtedMs > openedMs) return { believedMs }
    return openedMs - doubtedMs < doubtMs ? { believedMs, doubtedMs } : { believedMs: openedMs }
  } catch {
    return { believedMs: 0 }
  }
}
