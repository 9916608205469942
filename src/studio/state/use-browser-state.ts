import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { stayAwake } from '#library/stay-awake.ts'

/**
 * Listens to `type` on the window from the first paint until the component unmounts; always calls the latest
 * `listener`.
 */
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

/** Whether the browser reports a network connection. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)

/** Keeps the screen on while `isHeld`. */
export function useWakeLock(isHeld: boolean): void {
  useEffect(() => (isHeld ? stayAwake() : undefined), [isHeld])
}

/** Whether the tab was hidden at any time since `isWatching` became true. */
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

/** Whether to load nothing before it is needed: on phones, and if the user saves data. */
export const avoidsPreloading = (): boolean => matchMedia('(pointer: coarse)').matches || savesData(navigator)

/** TypeScript's DOM types lack `Navigator.connection`: only some browsers have it. */
const savesData = (browser: Navigator & { readonly connection?: { readonly saveData?: boolean } }): boolean =>
  browser.connection?.saveData === true

/** The time in milliseconds, updated every `everyMs`; it stops while `isRunning` is false. */
export function useNow(everyMs: number, isRunning = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isRunning])
  return now
}

/** The last value that stayed unchanged for `milliseconds`. Compared by identity. */
export function useSettled<T extends object | string | number | null>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
