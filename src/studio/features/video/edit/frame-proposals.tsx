import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { editRuns, maxUncertainty, type TimedEdit, type VideoEdits } from '#contract/video-edits.ts'
import type { VideoJob } from '#library/videos/video-item.ts'
import { ProposalStrip } from '#studio/edit/proposal-strip.tsx'
import { useProposals } from '#studio/edit/use-proposals.ts'
import { matteRatings } from '#studio/queries/edited-frame.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { useSettled } from '#studio/state/use-browser-state.ts'
import { useService } from '#studio/state/use-studio.ts'

type Props = {
  /** The finished job of this device; null if there is none. */
  readonly job: VideoJob | null
  readonly edits: VideoEdits
  /** See `useRatings`. */
  readonly rated: { readonly edits: VideoEdits | undefined; readonly version: string | number }
  /** The shown time; null while the clip plays. */
  readonly seconds: number | null
  /** Whether this device is otherwise idle. */
  readonly isIdle: boolean
  readonly onTake: (edit: TimedEdit) => void
}

/** How long a frame must be shown before it is examined, in milliseconds. */
const settleMs = 400

/** Other cut-outs of the shown frame, if its matte is uncertain. */
export function FrameProposals({ job, edits, rated, seconds, isIdle, onTake }: Props) {
  const service = useService()
  // A service's alpha needs no network, so none is loaded.
  const made = job?.isAlphaGiven ? null : job
  const id = made?.job.id ?? 'job_none'
  const ratings = useQuery({
    ...matteRatings(service, id, rated.edits, rated.version),
    enabled: made !== null,
  }).data
  const rating =
    seconds === null ? undefined : ratings?.findLast((frame) => frame.seconds <= seconds + slackSeconds)
  const frameSeconds = rating?.seconds ?? null
  const settled = useSettled(frameSeconds, settleMs)
  const { list } = edits
  const own = useMemo(() => {
    const run = editRuns({ list }).at(-1)
    return run && run.atSeconds === frameSeconds ? run.list : none
  }, [list, frameSeconds])
  const isUncertain =
    made !== null &&
    rating !== undefined &&
    settled === frameSeconds &&
    (own.length > 0 || rating.uncertainty > maxUncertainty)
  // Files that were missing before the job are mostly stored after it.
  const { data: device } = useQuery({ ...deviceReport(service), enabled: isUncertain, staleTime: 0 })
  const proposals = useProposals({
    key: [id, frameSeconds, editId(list[list.length - own.length - 1])],
    ask: async (isCloser, signal) =>
      (await service.onDevice?.videos.proposeFrame(
        { id, edits, atSeconds: frameSeconds ?? 0, isCloser },
        { signal },
      )) ?? null,
    isUncertain,
    list: own,
    // The worker of jobs examines the frame.
    isPrepared: isUncertain && isIdle && device?.missingBytes[made.options.level] === 0,
    isIdle,
  })
  const atSeconds = proposals?.atSeconds ?? 0
  return (
    <ProposalStrip
      isCard
      proposals={proposals}
      last={own.at(-1)}
      onTake={(edit) => onTake({ ...edit, atSeconds })}
    />
  )
}

const none: readonly TimedEdit[] = []

/** Times are stored as fractions. */
const slackSeconds = 1e-4

const ids = new WeakMap<TimedEdit, string>()

/** Identifies an edit and all before it in query keys. */
const editId = (edit: TimedEdit | undefined): string | null => {
  if (!edit) return null
  const id = ids.get(edit) ?? crypto.randomUUID()
  ids.set(edit, id)
  return id
}
