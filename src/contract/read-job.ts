import * as v from 'valibot'
import type { FieldReasons } from './error-reasons.ts'
import { type Job, type JobStats, job } from './job.ts'

/** Available on all platforms; declared here since this layer has neither DOM nor Node types. */
declare const URL: new (text: string, base: string) => { readonly href: string; readonly protocol: string }

const { entries } = job
const { entries: ofJob } = entries.stats.wrapped

/** Required fields; all others may be missing, null or of a later version. */
const core = v.object({ id: entries.id, credits: v.fallback(entries.credits, 0) })

const orNull = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.nullable(schema), null as v.InferOutput<Schema> | null)

/** Longer texts are cut. */
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

type ReadFields = v.InferOutput<typeof rest>

const promised = ['output_width', 'output_height', 'processing_seconds'] as const
const informational = [
  'matting_seconds',
  'decode_wait_seconds',
  'encode_wait_seconds',
  'scene_cuts',
  'output_bytes',
] as const

/** The job, or the problems of the answer by field. */
type ReadJob = { readonly job: Job } | { readonly wrong: FieldReasons }

/**
 * Reads the job in an answer of a service. Unknown fields are left out, missing fields get their initial values, and an
 * unknown status is derived from the other fields. An answer without the id of a job is refused, and so is one with an
 * infinite number (`1e999` is JSON).
 * @param asked the address of the request, which relative links are resolved against
 */
export const readJob = (answer: unknown, asked: string): ReadJob => {
  const known = v.safeParse(core, answer)
  const fields = v.safeParse(rest, answer)
  if (!known.success || !fields.success) return { wrong: { id: [{ reason: 'answer_without_job' }] } }
  const infinite = infiniteIn(answer)
  if (infinite.length > 0)
    return {
      wrong: Object.fromEntries(
        infinite.map((name) => [name, [{ reason: 'answer_number_infinite', params: { name } }] as const]),
      ),
    }
  return { job: whole({ ...fields.output, ...known.output }, asked) }
}

/** Known fields with an infinite number, including those of `stats`. */
const infiniteIn = (answer: unknown): readonly string[] => {
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

const whole = (fields: ReadFields & v.InferOutput<typeof core>, asked: string): Job => {
  const status = statusOf(fields)
  return {
    ...fields,
    status,
    progress:
      status === 'completed' ? 1 : status === 'queued' ? 0 : Math.min(1, Math.max(0, fields.progress ?? 0)),
    created_at: fields.created_at ?? fields.started_at ?? fields.completed_at ?? new Date(0).toISOString(),
    result_url: status === 'completed' ? webLink(fields.result_url, asked) : null,
    error: status === 'failed' ? (fields.error ?? { code: 'processing_failed', message: '' }) : null,
    stats: status === 'completed' ? statsOf(fields.stats) : null,
  }
}

/** An unknown status is no end: the job continues until its other fields show that it ended. */
const statusOf = ({ status, error, result_url, started_at }: ReadFields): Job['status'] => {
  const known = v.safeParse(entries.status, status)
  if (known.success) return known.output
  if (error) return 'failed'
  if (result_url) return 'completed'
  return started_at ? 'processing' : 'queued'
}

/** The link as an absolute web address; null for anything else, because people follow it. */
const webLink = (link: string | null, asked: string): string | null => {
  if (!link) return null
  try {
    const { href, protocol } = new URL(link, asked)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

const statsOf = (fields: Readonly<Record<string, unknown>> | null): JobStats | null => {
  if (!fields) return null
  const isAllowed = (name: keyof typeof ofJob) =>
    Object.hasOwn(fields, name) && v.is(ofJob[name], fields[name])
  if (!promised.every(isAllowed)) return null
  const known = [...promised, ...informational].filter(isAllowed)
  return Object.fromEntries(known.map((name) => [name, fields[name]])) as JobStats
}
