import { useLayoutEffect, useRef } from 'react'

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
