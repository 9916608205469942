import * as v from 'valibot'
import { type Reason, reasonText } from './error-reasons.ts'
import { isJobId, type JobId } from './ids.ts'
import { channelSets } from './image-options.ts'
import { creditsForVideo, limits } from './limits.ts'
import { videoFormatNames } from './output-formats.ts'

const jobStates = ['queued', 'processing', 'completed', 'failed'] as const

const timestamp = v.pipe(
  v.string(),
  v.check((text) => Number.isFinite(Date.parse(text)), 'not an ISO 8601 timestamp'),
)
const number = v.pipe(v.number(), v.finite())
const amount = v.pipe(number, v.minValue(0))
const count = v.pipe(amount, v.safeInteger())

/** All but the first three are informational and may be missing (Spec, Job, stats). */
const stats = v.object({
  output_width: count,
  output_height: count,
  processing_seconds: amount,
  matting_seconds: v.exactOptional(number),
  decode_wait_seconds: v.exactOptional(number),
  encode_wait_seconds: v.exactOptional(number),
  scene_cuts: v.exactOptional(number),
  output_bytes: v.exactOptional(number),
})

/** A video request and its state (Spec, Job). */
export const job = v.object({
  id: v.custom<JobId>(isJobId, 'not a job id'),
  status: v.picklist(jobStates),
  /** 0 to 1; 0 while `queued`, 1 when `completed`. */
  progress: v.pipe(amount, v.maxValue(1)),
  created_at: timestamp,
  started_at: v.nullable(timestamp),
  completed_at: v.nullable(timestamp),
  /** These five fields are of the source. */
  duration_seconds: amount,
  fps: amount,
  width: count,
  height: count,
  frames: count,
  /** Charged at acceptance, refunded on failure. */
  credits: count,
  format: v.picklist(videoFormatNames),
  channels: v.picklist(channelSets),
  status_url: v.string(),
  result_url: v.nullable(v.string()),
  expires_at: v.nullable(timestamp),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
  stats: v.nullable(stats),
})

export type JobStats = Readonly<v.InferOutput<typeof stats>>

/** Why a job failed; the reason exists on this device only and is not sent over HTTP. */
export type JobError = { readonly code: string; readonly message: string } & Partial<Reason>

export type Job = Readonly<Omit<v.InferOutput<typeof job>, 'error'>> & { readonly error: JobError | null }

/** A job error with the sentence of its reason. */
export const jobErrorOf = (code: string, reason: Reason): JobError => ({
  code,
  message: reasonText(reason),
  ...reason,
})

/** Facts and options of a submitted video. */
type NewJob = Pick<
  Job,
  'id' | 'duration_seconds' | 'fps' | 'width' | 'height' | 'frames' | 'format' | 'channels' | 'status_url'
> & { readonly at: Date }

/** A new job: queued, credits charged (Spec, States and transitions). */
export const createJob = ({ at, ...facts }: NewJob): Job => ({
  ...facts,
  status: 'queued',
  progress: 0,
  created_at: at.toISOString(),
  started_at: null,
  completed_at: null,
  credits: creditsForVideo(facts.duration_seconds, facts.fps),
  result_url: null,
  expires_at: null,
  error: null,
  stats: null,
})

/** A change of a job's state. */
export type JobEvent =
  | { readonly type: 'start'; readonly at: Date }
  /** From 0 to 1. */
  | { readonly type: 'advance'; readonly progress: number }
  | {
      readonly type: 'complete'
      readonly at: Date
      readonly result_url: string
      readonly stats: Omit<JobStats, 'processing_seconds'>
    }
  | { readonly type: 'fail'; readonly at: Date; readonly error: JobError }

/** Whether a job has ended, and so cannot change. */
export const isTerminal = ({ status }: Pick<Job, 'status'>) => status === 'completed' || status === 'failed'

/**
 * The job after `event`; all state changes go through this function (Spec, States and transitions). Progress never
 * falls, and reaches 1 only at completion. Throws if the state does not allow the event.
 */
export const advanceJob = (job: Job, event: JobEvent): Job => {
  const needed = event.type === 'start' ? 'queued' : 'processing'
  if (job.status !== needed) throw new Error(`A ${job.status} job cannot ${event.type}`)
  switch (event.type) {
    case 'start':
      return { ...job, status: 'processing', started_at: event.at.toISOString() }
    case 'advance':
      return { ...job, progress: Math.max(job.progress, Math.min(event.progress, 0.999)) }
    case 'complete':
      return {
        ...job,
        status: 'completed',
        progress: 1,
        completed_at: event.at.toISOString(),
        result_url: event.result_url,
        expires_at: new Date(event.at.getTime() + limits.video.resultHours * 3_600_000).toISOString(),
        stats: { ...event.stats, processing_seconds: secondsBetween(job.started_at, event.at) },
      }
    case 'fail':
      return { ...job, status: 'failed', completed_at: event.at.toISOString(), error: event.error }
  }
}

/** D-38. */
const secondsBetween = (start: string | null, end: Date) =>
  start === null ? 0 : Math.max(0, end.getTime() - Date.parse(start)) / 1000

/** D-54: first 2 s, rising to 5 s. */
const firstMs = 2000
const slowestMs = 5000

/** The delay before the next poll of a job, after `count` polls; in milliseconds. */
export const pollDelayMs = (count: number): number =>
  Math.min(slowestMs, firstMs + Math.max(0, count - 4) * 500)
