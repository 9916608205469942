import { useCallback, useEffect, useState } from 'react'
import { blobId } from '#base/blob-id.ts'
import type { Box } from '#base/geometry.ts'
import type { Store } from '#base/store.ts'
import type { MatteWindow } from '#contract/matte-chunk.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import { hasUsableAlpha, type VideoJob } from '#library/videos/video-item.ts'
import type { PlayerState } from '#studio/features/video/player/player.ts'
import { useStoreSelector } from '#studio/state/store.ts'
import { useService } from '#studio/state/use-studio.ts'
import { matteBounds } from '#studio/viewer/placement-style.ts'

/** The height at which a service's alpha is read for the preview, in pixels. */
const alphaHeightPx = 480

/** The edits of a clip; `version` changes when they have reached more frames. */
type PropagatedEdits = { readonly edits: VideoEdits | undefined; readonly version: number }

/** Fetches mattes from a time on; null if there are none. */
type Mattes = (fromSeconds: number) => Promise<MatteWindow | null>

/**
 * The mattes of a job: made by this device, or the alpha of `result`, a service's file. Null if there are none, as
 * before a service has finished. The function changes when they must be read again.
 */
export function useMattes(
  job: VideoJob | null,
  result: Blob | null,
  { edits, version }: PropagatedEdits,
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

/** The box around the subject in the frames of the current second, in fractions of a frame; null until it is read. */
export function useSubjectNow(
  /** Null if the box is not needed. */
  mattes: Mattes | null,
  player: Pick<Store<PlayerState>, 'get' | 'subscribe'>,
): Box | null {
  const seconds = useStoreSelector(player, (state) => Math.floor(state.seconds))
  const [box, setBox] = useState<Box | null>(null)
  useEffect(() => {
    if (!mattes) return
    let isCurrent = true
    mattes(seconds).then(
      (found) => isCurrent && found && setBox(boxOfWindow(found)),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [mattes, seconds])
  return box
}

/** A few frames suffice to locate the subject. */
const boxOfWindow = (window: MatteWindow): Box => {
  const { frames } = window
  const some = [frames[0], frames[frames.length >> 1], frames.at(-1)]
  return matteBounds(
    window,
    some.flatMap((frame) => (frame ? [frame.data] : [])),
  )
}
