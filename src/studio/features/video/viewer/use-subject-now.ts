import { useEffect, useState } from 'react'
import type { Box } from '#base/geometry.ts'
import type { MatteWindow } from '#contract/matte-chunk.ts'
import { matteBounds } from '#studio/composition/placement-style.ts'
import type { PlayerState } from '#studio/features/video/player/player.ts'
import { type Store, useStoreSelector } from '#studio/state/store.ts'
import type { Mattes } from './use-mattes.ts'

/** The box around the subject in the frames of the current second, in fractions of a frame; null until it is read. */
export function useSubjectNow(
  mattes: Mattes,
  player: Pick<Store<PlayerState>, 'get' | 'subscribe'>,
  isWanted: boolean,
): Box | null {
  const seconds = useStoreSelector(player, (state) => Math.floor(state.seconds))
  const [box, setBox] = useState<Box | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    mattes(seconds).then(
      (found) => isCurrent && found && setBox(boxOfWindow(found)),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [mattes, seconds, isWanted])
  return box
}

/** Few frames tell about where the subject is. */
const boxOfWindow = (window: MatteWindow): Box => {
  const { frames } = window
  const some = [frames[0], frames[frames.length >> 1], frames.at(-1)]
  return matteBounds(
    window,
    some.flatMap((frame) => (frame ? [frame.data] : [])),
  )
}
