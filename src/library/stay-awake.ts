/**
 * Keeps the screen on, if the browser allows, until the returned function is called; also after the page was hidden.
 */
export const stayAwake = (): (() => void) => {
  let isOver = false
  let lock: WakeLockSentinel | null = null
  const ask = async () => {
    if (isOver || document.visibilityState !== 'visible' || (lock && !lock.released)) return
    try {
      lock = (await (navigator.wakeLock as WakeLock | undefined)?.request('screen')) ?? null
    } catch {
      // Refused on a low battery, or by policy.
    }
    if (isOver) await lock?.release()
  }
  const onVisible = () => void ask()
  document.addEventListener('visibilitychange', onVisible)
  void ask()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', onVisible)
    void lock?.release()
  }
}
