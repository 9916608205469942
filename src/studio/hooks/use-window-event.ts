import { useEffect, useRef } from 'react'

/** Listens to `type` on the window while the component lives; always calls the latest `listener`. */
export function useWindowEvent<K extends keyof WindowEventMap>(
  type: K,
  listener: (event: WindowEventMap[K]) => void,
): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    const listen = (event: WindowEventMap[K]) => latest.current(event)
    window.addEventListener(type, listen)
    return () => window.removeEventListener(type, listen)
  }, [type])
}
