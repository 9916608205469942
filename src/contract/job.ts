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

/** Keys other than the first three are informational and may be missing (Spec, Job, stats). */
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

/** A video request and how far it is (Spec, Job). */
export const job = v.object({
  id: v.custom<JobId>(isJobId, 'not a job id'),
  status: v.picklist(jobStates),
  /** 0 to 1; 0 while `queued`, 1 once `completed`. */
  progress: v.pipe(amount, v.maxValue(1)),
  created_at: timestamp,
  started_at: v.nullable(timestamp),
  completed_at: v.nullable(timestamp),
  /** Of the source, as are the next four. */
  duration_seconds: amount,
  fps: amount,
  width: count,
  height: count,
  frames: count,
  /** Charged at acceptance, given back on failure. */
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

/** What ended a job; the reason is known on this device only and is not sent over HTTP. */
export type JobError = { readonly code: string; readonly message: string } & Partial<Reason>

export type Job = Readonly<Omit<v.InferOutput<typeof job>, 'error'>> & { readonly error: JobError | null }

/** A job's error with the sentence of its reason. */
export const jobErrorOf = (code: string, reason: Reason): JobError => ({
  code,
  message: reasonText(reason),
  ...reason,
})

/** What a submission knows of its source and wants made of it. */
type NewJob = Pick<
  Job,
  'id' | 'duration_seconds' | 'fps' | 'width' | 'height' | 'frames' | 'format' | 'channels' | 'status_url'
> & { readonly at: Date }

/** An accepted job: queued, with its credits charged (Spec, States and transitions). */
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

/** What happens to a job. */
export type JobEvent =
  | { readonly type: 'start'; readonly at: Date }
  /** `progress` from 0 to 1. */
  | { readonly type: 'advance'; readonly progress: number }
  | {
      readonly type: 'complete'
      readonly at: Date
      readonly result_url: string
      readonly stats: Omit<JobStats, 'processing_seconds'>
    }
  | { readonly type: 'fail'; readonly at: Date; readonly error: JobError }

/** Whether a job has ended: it changes no more. */
export const isTerminal = ({ status }: Pick<Job, 'status'>) => status === 'completed' || status === 'failed'

/**
 * The job after `event`; the only way a job changes (Spec, States and transitions). Progress never falls and reaches 1
 * on completion only. Throws where the job's state has no such way out.
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

/** D-54: every 2 s at first, easing to 5 s. */
const firstMs = 2000
const slowestMs = 5000

/** How long to wait, in milliseconds, before the next look at a job that was looked at `count` times. */
export const pollDelayMs = (count: number): number =>
  Math.min(slowestMs, firstMs + Math.max(0, count - 4) * 500)
