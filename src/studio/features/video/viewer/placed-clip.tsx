import type { Placement } from '#contract/composition.ts'
import { SubjectHandles } from '#studio/composition/subject-handles.tsx'
import { useVideoRecipe } from '#studio/hooks/use-studio.ts'
import { boxWithin, type ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import type { ClipCanvas } from './use-clip-canvas.ts'

/** Without a canvas the handles lie well inside of the frame, about whose middle the subject is placed. */
const handleBox = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 }

type Props = {
  readonly placement: Placement
  readonly layout: ViewerLayout
  readonly canvas: ClipCanvas | null
}

/** The handles with which the subject is placed, for all clips. */
export function PlacedClip({ placement, layout, canvas }: Props) {
  const [{ composition }, change] = useVideoRecipe()
  return (
    <SubjectHandles
      placement={placement}
      box={canvas ? boxWithin(layout.source, canvas.subject) : handleBox}
      onChange={(next) => change({ composition: { ...composition, placement: next } })}
    />
  )
}
