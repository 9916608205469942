import type { JobId } from '#contract/ids.ts'
import { isTerminal } from '#contract/job.ts'
import { cancelled } from './job-faults.ts'
import type { JobRetention } from './job-retention.ts'
import type { JobTransitions } from './job-transitions.ts'
import type { StoredJob } from './stored-job.ts'
import type { VideoParts } from './video-parts.ts'

type Jobs = {
  readonly transitions: Pick<JobTransitions, 'fail'>
  readonly retention: Pick<JobRetention, 'sweep'>
}

/**
 * Cancels and deletes the jobs of pages that are gone, all or those that `isMeant`. While another page is open, jobs may be its
 * own, and all stay.
 */
export const forgetLeftJobs = async (
  { store, whileAlone = (work) => work() }: Pick<VideoParts, 'store' | 'whileAlone'>,
  { transitions, retention }: Jobs,
  isMeant: (stored: StoredJob) => boolean = () => true,
): Promise<void> => {
  if (!(await store.list()).some(isMeant)) return
  await whileAlone(async () => {
    for (const { job } of (await store.list()).filter(isMeant)) {
      if (!isTerminal(job)) await transitions.fail(job.id, cancelled)
      await store.delete([job.id])
    }
    await retention.sweep()
  })
}

/**
 * As `OnDeviceVideos.setRemoved`. The mark is written at once, and for all jobs of a video together, since a page that is left
 * has no time to delete them with their files.
 */
export const setJobsRemoved = (
  { store }: Pick<VideoParts, 'store'>,
  ids: readonly JobId[],
  isRemoved: boolean,
): Promise<void> =>
  store.updateAll(ids, ({ isRemoved: _, ...state }) => (isRemoved ? { ...state, isRemoved } : state))

/** Deletes the jobs that pages had removed which are gone; none while another page is open. Never rejects. */
export const forgetRemovedJobs = (...[parts, jobs]: Parameters<typeof forgetLeftJobs>): Promise<void> =>
  forgetLeftJobs(parts, jobs, ({ isRemoved = false }) => isRemoved).catch(() => {})
