import { useEffect, useState } from 'react'

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
