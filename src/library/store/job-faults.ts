import { isStorageReason, type Reason } from '#contract/error-reasons.ts'
import { type JobError, jobErrorOf } from '#contract/job.ts'
import { isAbort, isServiceError } from '#contract/service-error.ts'
import { fullStorage, isFull } from './video-storage.ts'

/** The job error of a thrown value. Faults of the device are `processing_failed` (Spec, Job). */
export const toJobError = (thrown: unknown): JobError => {
  if (isFull(thrown)) return jobErrorOf('processing_failed', fullStorage())
  if (!isServiceError(thrown))
    return jobErrorOf('processing_failed', { reason: isAbort(thrown) ? 'job_stopped' : 'job_failed' })
  const { code, message, reason } = thrown
  const why = reason && ({ reason, ...(thrown.params && { params: thrown.params }) } as Reason)
  if (code !== 'internal_server_error') return { code, message, ...why }
  return jobErrorOf('processing_failed', why ?? { reason: 'job_failed' })
}

/** Whether a retry would fail too or the pause was too long, so that the job's files need not be kept. */
export const isHopeless = ({ code, reason }: JobError): boolean =>
  code === 'invalid_video' || isStorageReason(reason) || reason === 'job_paused_too_long'

/** The error of a job that the user cancelled. */
export const cancelled = jobErrorOf('cancelled', { reason: 'job_cancelled' })

/** The error of a job that was started too often without progress. */
export const gaveUp = jobErrorOf('processing_failed', { reason: 'job_interrupted' })

/** The error of a job paused for 24 hours. */
export const pausedTooLong = jobErrorOf('processing_failed', { reason: 'job_paused_too_long' })
