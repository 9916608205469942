import { useEffect, useState } from 'react'
import type { Box, Point } from '#base/geometry.ts'
import type { Store } from '#base/store.ts'
import type { Placement } from '#contract/composition.ts'
import type { MatteWindow } from '#contract/matte-chunk.ts'
import { isVideo } from '#library/videos/video-item.ts'
import { matteBounds } from '#studio/composition/placement-style.ts'
import { SubjectHandles } from '#studio/composition/subject-handles.tsx'
import type { Player, PlayerState } from '#studio/features/video/player/player.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { useStoreSelector } from '#studio/state/store.ts'
import { boxWithin, type ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import type { Mattes } from './use-mattes.ts'

const wholeFrame: Box = { x: 0, y: 0, width: 1, height: 1 }

type Props = {
  readonly placement: Placement
  readonly layout: ViewerLayout
  /** The box around the subject in all frames, in fractions of a frame; null where it is not known. */
  readonly subject: Box | null
  /** About what it is placed, in the same fractions. */
  readonly pivot: Point
  /** Where it is not known, mattes tell it of the current second. */
  readonly mattes: Mattes
  readonly player: Player
}

/** The handles with which the subject is placed. */
export function PlacedClip({ placement, layout, subject, pivot, mattes, player }: Props) {
  const [{ composition }, change] = useItemRecipe(isVideo)
  const seen = useSubjectNow(mattes, player, subject === null)
  const { x, y } = boxWithin(layout.source, { ...pivot, width: 0, height: 0 })
  return (
    <SubjectHandles
      placement={placement}
      box={boxWithin(layout.source, subject ?? seen ?? wholeFrame)}
      pivot={{ x, y }}
      onChange={(next) => change({ composition: { ...composition, placement: next } })}
    />
  )
}

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
