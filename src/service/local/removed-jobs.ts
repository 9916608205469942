import type { JobId } from '#contract/ids.ts'
import { forgetLeftJobs } from './forget-left-jobs.ts'
import type { JobState } from './stored-job.ts'
import type { VideoParts } from './video-parts.ts'

/**
 * As `OnDeviceVideos.setRemoved`. The mark is written at once, since a page that is left has no time to delete a job with its
 * files.
 */
export const setJobsRemoved = async (
  { store }: Pick<VideoParts, 'store'>,
  ids: readonly JobId[],
  isRemoved: boolean,
): Promise<void> => {
  const marked = ({ isRemoved: _, ...state }: JobState): JobState =>
    isRemoved ? { ...state, isRemoved } : state
  for (const id of ids) await store.update(id, marked)
}

/** Deletes the jobs that pages had removed which are gone; none while another page is open. Never rejects. */
export const forgetRemovedJobs = (...[parts, jobs]: Parameters<typeof forgetLeftJobs>): Promise<void> =>
  forgetLeftJobs(parts, jobs, ({ isRemoved = false }) => isRemoved).catch(() => {})
