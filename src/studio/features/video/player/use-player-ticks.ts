import { useEffect } from 'react'
import type { Player } from './player.ts'

/** Lets the player follow its screens, once a painted frame, while the component lives. */
export function usePlayerTicks(player: Player): void {
  useEffect(() => {
    let frame = requestAnimationFrame(function tick(now) {
      player.tick(now)
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [player])
}
