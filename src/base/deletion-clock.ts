/** A clock that was set forward is not believed for so long, in milliseconds: in that time it may be set back. */
const doubtMs = 1_800_000
/** By how much the two clocks may differ without a jump, in milliseconds. */
const driftMs = 60_000

/**
 * The time by which things are deleted: that of `wall`, but after a jump forward of that clock, against `monotonicMs`, at
 * first the time without the jump. A device that slept looks the same, so that deletion is at most put off by half an
 * hour. It is never later than `wall`.
 */
export const createDeletionClock = (
  wall: () => Date,
  monotonicMs: () => number = () => performance.now(),
): (() => Date) => {
  let base = { wallMs: wall().getTime(), atMs: monotonicMs() }
  /** When the jump was seen, on the monotonic clock; null where there is none. */
  let jumpedAtMs: number | null = null
  return () => {
    const wallMs = wall().getTime()
    const atMs = monotonicMs()
    const steadyMs = base.wallMs + atMs - base.atMs
    const isForward = wallMs > steadyMs + driftMs
    if (isForward) jumpedAtMs ??= atMs
    if (isForward && jumpedAtMs !== null && atMs - jumpedAtMs < doubtMs) return new Date(steadyMs)
    jumpedAtMs = null
    base = { wallMs, atMs }
    return new Date(wallMs)
  }
}
