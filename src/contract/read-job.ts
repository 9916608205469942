import * as v from 'valibot'
import type { FieldReasons } from './error-reasons.ts'
import { type Job, type JobStats, job } from './job.ts'

/** Known everywhere this runs; declared here because this layer sees no browser and no Node types. */
declare const URL: new (text: string, base: string) => { readonly href: string; readonly protocol: string }

const { entries } = job

/** Without these there is no job; all else may be missing, null or of a later version. */
const core = v.object({ id: entries.id, credits: v.fallback(entries.credits, 0) })

const orNull = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.nullable(schema), null as v.InferOutput<Schema> | null)

/** People read it; what is longer was not written for them. */
const maxTextLength = 1000
const shortText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, maxTextLength)),
)

const rest = v.object({
  status: orNull(v.string()),
  progress: orNull(v.pipe(v.number(), v.finite())),
  created_at: orNull(entries.created_at),
  started_at: orNull(entries.created_at),
  completed_at: orNull(entries.created_at),
  duration_seconds: v.fallback(entries.duration_seconds, 0),
  fps: v.fallback(entries.fps, 0),
  width: v.fallback(entries.width, 0),
  height: v.fallback(entries.height, 0),
  frames: v.fallback(entries.frames, 0),
  format: v.fallback(entries.format, 'webm'),
  channels: v.fallback(entries.channels, 'rgba'),
  status_url: v.fallback(entries.status_url, ''),
  result_url: orNull(v.string()),
  expires_at: orNull(entries.created_at),
  error: orNull(
    v.object({ code: v.fallback(shortText, 'processing_failed'), message: v.fallback(shortText, '') }),
  ),
  stats: orNull(v.looseObject({})),
})

type Said = v.InferOutput<typeof rest>

const promised = ['output_width', 'output_height', 'processing_seconds'] as const
const informational = [
  'matting_seconds',
  'decode_wait_seconds',
  'encode_wait_seconds',
  'scene_cuts',
  'output_bytes',
] as const

/** The job, or what is wrong with the answer: field → why. */
export type ReadJob = { readonly job: Job } | { readonly wrong: FieldReasons }

/**
 * The job in a service's answer, made whole: unknown fields are left out, missing ones are what they are
 * before they are set, and an unknown status is the known one that the other fields speak for. An answer without
 * the id of a job is none, nor is one with a number that is not finite (`1e999` is JSON).
 * @param asked the address that was asked, which a relative link is relative to
 */
export const readJob = (answer: unknown, asked: string): ReadJob => {
  const known = v.safeParse(core, answer)
  const said = v.safeParse(rest, answer)
  if (!known.success || !said.success) return { wrong: { id: [{ reason: 'answer_without_job' }] } }
  const endless = endlessIn(answer)
  if (endless.length > 0)
    return {
      wrong: Object.fromEntries(
        endless.map((name) => [name, [{ reason: 'answer_number_infinite', params: { name } }] as const]),
      ),
    }
  return { job: whole({ ...said.output, ...known.output }, asked) }
}

/** The known fields that hold a number without an end, also those of `stats`. */
const endlessIn = (answer: unknown): readonly string[] => {
  const found = (fields: unknown, names: readonly string[]) => {
    const values = new Map<string, unknown>(Object.entries(fields ?? {}))
    return names.filter((name) => {
      const value = values.get(name)
      return typeof value === 'number' && !Number.isFinite(value)
    })
  }
  const { stats } = answer as { readonly stats?: unknown }
  const ofStats = found(stats, [...promised, ...informational])
  return [...found(answer, Object.keys(entries)), ...ofStats.map((name) => `stats.${name}`)]
}

const whole = (said: Said & v.InferOutput<typeof core>, asked: string): Job => {
  const status = statusOf(said)
  return {
    ...said,
    status,
    progress:
      status === 'completed' ? 1 : status === 'queued' ? 0 : Math.min(1, Math.max(0, said.progress ?? 0)),
    created_at: said.created_at ?? said.started_at ?? said.completed_at ?? new Date(0).toISOString(),
    result_url: status === 'completed' ? webLink(said.result_url, asked) : null,
    error: status === 'failed' ? (said.error ?? { code: 'processing_failed', message: '' }) : null,
    stats: status === 'completed' ? statsOf(said.stats) : null,
  }
}

/** An unknown status is not guessed to be an end: a job goes on until its other fields say that it ended. */
const statusOf = ({ status, error, result_url, started_at }: Said): Job['status'] => {
  const known = v.safeParse(entries.status, status)
  if (known.success) return known.output
  if (error) return 'failed'
  if (result_url) return 'completed'
  return started_at ? 'processing' : 'queued'
}

/** People follow it, so it leads to a page or file of the web and to nothing else. */
const webLink = (link: string | null, asked: string): string | null => {
  if (!link) return null
  try {
    const { href, protocol } = new URL(link, asked)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

const statsOf = (said: Readonly<Record<string, unknown>> | null): JobStats | null => {
  if (!said) return null
  const isAmount = (name: string) => typeof said[name] === 'number' && Number.isFinite(said[name])
  if (!promised.every(isAmount)) return null
  const told = [...promised, ...informational].filter(isAmount)
  return Object.fromEntries(told.map((name) => [name, said[name]])) as JobStats
}
