import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Box, type Size, toPixels } from '#base/geometry.ts'
import { type CompositionParts, canvasWindow } from '#contract/composition.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import type { VideoJob } from '#library/videos/video-item.ts'
import { clipSubject } from '#studio/queries/edited-frame.ts'
import { useService } from '#studio/state/use-studio.ts'

/** The mattes of a job after all edits were propagated. */
type PropagatedMattes = { readonly edits: VideoEdits | undefined; readonly version: string | number }

const wholeFrame: Box = { x: 0, y: 0, width: 1, height: 1 }

/** The geometry of a clip's composition. */
type ComposedClip = {
  /** The area of the canvas in source pixels; null without a canvas, and until the subject is known. */
  readonly canvas: Box | null
  /** The box around the subject in all frames, in fractions of a frame; null while unknown. */
  readonly subject: Box | null
}

/**
 * The canvas area of a job's clip, and its subject. The subject of all frames is known once its mattes exist. The area
 * follows a change of the canvas at once.
 */
export function useComposedClip(
  made: VideoJob | null,
  parts: CompositionParts | null,
  size: Size | null,
  { edits, version }: PropagatedMattes,
): ComposedClip {
  const service = useService()
  const { canvas = null, placement = null } = parts?.composition ?? {}
  const isHere =
    made?.runLocation === 'device' && made.job.status === 'completed' && service.onDevice !== null
  const { data: subject } = useQuery({
    ...clipSubject(service, made?.job.id ?? 'job_none', edits, version),
    enabled: isHere && (canvas !== null || placement !== null),
  })
  const { width, height } = size ?? {}
  return useMemo(() => {
    if (!isHere || subject === undefined || !width || !height) return { canvas: null, subject: null }
    const source = { width, height }
    const box = subject ?? wholeFrame
    const window = canvas && canvasWindow(canvas, source, subject && toPixels(subject, source))
    return { canvas: window, subject: box }
  }, [isHere, canvas, subject, width, height])
}
