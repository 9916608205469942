import { useEffect } from 'react'

/** Keeps the screen on while `isHeld`; the browser takes the lock away with a hidden tab and it is taken again. */
export function useWakeLock(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      const next = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) await next?.release()
      else lock = next
    }
    const retake = () => void take()
    retake()
    document.addEventListener('visibilitychange', retake)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', retake)
      void lock?.release()
    }
  }, [isHeld])
}
