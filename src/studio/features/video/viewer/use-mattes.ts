import { useCallback } from 'react'
import type { MatteWindow } from '#contract/matte-chunk.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import { hasUsableAlpha, type VideoJob } from '#library/videos/video-item.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { blobId } from '#studio/queries/on-device.ts'

/** Height at which a service's alpha is read for the preview, in pixels. */
const alphaHeightPx = 480

/** The edits of a clip; `version` changes when they have reached more frames. */
type CarriedEdits = { readonly edits: VideoEdits | undefined; readonly version: number }

/** Mattes from a moment on; null where there is none. */
export type Mattes = (fromSeconds: number) => Promise<MatteWindow | null>

/**
 * The mattes of a job: those that this device made, or the alpha of `result`, the file of a service. Null where it has
 * none, as before a service is done. Another function is returned whenever they must be read again.
 */
export function useMattes(
  job: VideoJob | null,
  result: Blob | null,
  { edits, version }: CarriedEdits,
): Mattes | null {
  const service = useService()
  const jobId = job?.job.id
  const isHere = job?.runLocation === 'device'
  const cutout = job && hasUsableAlpha(job) ? result : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function makes the canvas read the mattes again.
  const mattes = useCallback<Mattes>(
    async (fromSeconds) => {
      const { videos, workers } = service.onDevice ?? {}
      if (!cutout) return jobId && isHere ? ((await videos?.mattes(jobId, fromSeconds, edits)) ?? null) : null
      const request = { video: cutout, id: blobId(cutout), fromSeconds, heightPx: alphaHeightPx }
      return (await workers?.alphaFrames(request)) ?? null
    },
    [service, jobId, isHere, cutout, edits, version],
  )
  return isHere || cutout ? mattes : null
}
