import type { Box, Point } from '#base/geometry.ts'
import type { Placement } from '#contract/composition.ts'
import { SubjectHandles } from '#studio/composition/subject-handles.tsx'
import type { Player } from '#studio/features/video/player/player.ts'
import { isVideo } from '#studio/features/video/queue/video-item.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { boxWithin, type ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import type { Mattes } from './use-mattes.ts'
import { useSubjectNow } from './use-subject-now.ts'

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
