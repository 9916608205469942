import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { JobId } from '#contract/ids.ts'
import type { Progress } from '#contract/progress.ts'
import type { EditReach, VideoEdits } from '#contract/video-edits.ts'
import { editsKey } from '#library/history/edit-history.ts'
import type { VideoItem } from '#library/videos/video-item.ts'
import { propagatedEdits } from '#studio/queries/edited-frame.ts'
import { useSettled } from '#studio/state/use-browser-state.ts'
import { useService } from '#studio/state/use-studio.ts'

/** How long the edits must stay unchanged before they are propagated, in milliseconds. */
const settleMs = 600

/** The propagation of a clip's edits. */
export type PropagatedEdits = {
  /** The known reach of each edit. */
  readonly reaches: readonly EditReach[]
  /** Changes with the mattes that contain the edits. */
  readonly version: number
  readonly edits: VideoEdits
  /** The edits that all mattes contain; `version` changes with those mattes. */
  readonly had: { readonly edits: VideoEdits | undefined; readonly version: string | number }
  readonly isRunning: boolean
  /** Whether all mattes contain the edits. */
  readonly isDone: boolean
  readonly progress: Progress | null
  /** Whether it was cancelled or has failed, so that it can be restarted. */
  readonly isStopped: boolean
  readonly error: Error | null
  readonly cancel: () => void
  readonly begin: () => void
}

/**
 * Propagates the edits of a video to the surrounding frames, once they have stayed unchanged and no frame is being
 * edited.
 */
export function usePropagatedEdits(
  item: VideoItem,
  jobId: JobId | null,
  isFrameBusy: boolean,
): PropagatedEdits {
  const service = useService()
  const client = useQueryClient()
  const edits = item.edits.present
  const key = editsKey(item.edits)
  const settledKey = useSettled(key, settleMs)
  const [progress, setProgress] = useState<Progress | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the progress is that of other edits.
  useEffect(() => setProgress(null), [key])
  const isWanted = jobId !== null && key !== null && edits.list.length > 0
  const query = useQuery({
    ...propagatedEdits(service, jobId ?? 'job_none', { edits, key }, setProgress),
    enabled: isWanted && settledKey === key && !isFrameBusy,
  })
  const { data, isFetching, dataUpdatedAt, error, fetchStatus } = query
  const isDone = isWanted && data !== undefined
  return {
    reaches: data ?? [],
    version: dataUpdatedAt,
    edits,
    isRunning: isFetching,
    had: isDone ? { edits, version: dataUpdatedAt } : { edits: undefined, version: 'unedited' },
    isDone,
    progress: isFetching ? progress : null,
    isStopped: isWanted && settledKey === key && !isFrameBusy && fetchStatus === 'idle' && data === undefined,
    error,
    cancel: () => void client.cancelQueries({ queryKey: ['propagated-edits', jobId] }),
    begin: () => void query.refetch(),
  }
}
