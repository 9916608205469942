import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** Listens to `type` on the window while the component lives; always calls the latest `listener`. From the first paint on. */
export function useWindowEvent<K extends keyof WindowEventMap>(
  type: K,
  listener: (event: WindowEventMap[K]) => void,
): void {
  const latest = useRef(listener)
  useLayoutEffect(() => {
    latest.current = listener
  })
  useLayoutEffect(() => {
    const listen = (event: WindowEventMap[K]) => latest.current(event)
    window.addEventListener(type, listen)
    return () => window.removeEventListener(type, listen)
  }, [type])
}

/** Whether `query` matches now, for example `(pointer: coarse)`. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

const subscribeToNetwork = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser believes that it has a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)

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

/** Whether the tab was hidden at some time while `isWatching`. */
export function useWasHidden(isWatching: boolean): boolean {
  const [wasHidden, setWasHidden] = useState(false)
  useEffect(() => {
    if (!isWatching) return
    const note = () => document.visibilityState === 'hidden' && setWasHidden(true)
    note()
    document.addEventListener('visibilitychange', note)
    return () => {
      document.removeEventListener('visibilitychange', note)
      setWasHidden(false)
    }
  }, [isWatching])
  return wasHidden
}
