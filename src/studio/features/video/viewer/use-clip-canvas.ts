import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Box, type Size, toPixels } from '#base/geometry.ts'
import { type CompositionParts, canvasWindow } from '#contract/composition.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import type { VideoJob } from '#studio/features/video/queue/video-item.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { clipSubject } from '#studio/queries/edited-frame.ts'

/** What a canvas shows of a clip. */
export type ClipCanvas = {
  /** In pixels of the source. */
  readonly window: Box
  /** The box around the subject in all frames, in fractions of a frame. */
  readonly subject: Box
}

/** The mattes of a job, once all edits were carried. */
type CarriedMattes = { readonly edits: VideoEdits | undefined; readonly version: string | number }

const wholeFrame: Box = { x: 0, y: 0, width: 1, height: 1 }

/**
 * What the canvas of `parts` shows of a job's clip; null without a canvas, and until the subject of all frames is known:
 * its mattes have to be there. The window follows at once when the canvas changes.
 */
export function useClipCanvas(
  made: VideoJob | null,
  parts: CompositionParts | null,
  size: Size | null,
  { edits, version }: CarriedMattes,
): ClipCanvas | null {
  const service = useService()
  const canvas = parts?.composition.canvas ?? null
  const isHere =
    made?.runLocation === 'device' &&
    made.job.status === 'completed' &&
    made.options.channels !== 'alpha' &&
    service.onDevice !== null
  const { data: subject } = useQuery({
    ...clipSubject(service, made?.job.id ?? 'job_none', edits, version),
    enabled: isHere && canvas !== null,
  })
  const { width, height } = size ?? {}
  return useMemo(() => {
    if (!isHere || !canvas || subject === undefined || !width || !height) return null
    const source = { width, height }
    return {
      window: canvasWindow(canvas, source, subject && toPixels(subject, source)),
      subject: subject ?? wholeFrame,
    }
  }, [isHere, canvas, subject, width, height])
}
