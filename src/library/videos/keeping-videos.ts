import * as v from 'valibot'
import { memoizePromise } from '#base/promises.ts'
import type { JobId } from '#contract/ids.ts'
import { isTerminal, type Job, job } from '#contract/job.ts'
import { leftOutSchema, withLeftOut } from '#contract/left-out.ts'
import {
  defaultVideoOptions,
  parseVideoOptions,
  serializeVideoOptions,
  type VideoOptions,
} from '#contract/video-options.ts'
import type { DeviceJob } from '#library/background-service.ts'
import type { Keeping } from '#library/items/item-kind.ts'
import { type VideoRecipe, videoRecipeSchema } from '#library/recipe/video-recipe.ts'
import { cancelledCode, type VideoItem, type VideoJob } from './video-item.ts'
import { newVideo } from './video-state.ts'

const trim = v.nullable(v.object({ fromSeconds: v.number(), toSeconds: v.number() }))

/** The stored data of a video. A change of shape needs a new version number. */
const keptSchema = v.object({
  version: v.literal(2),
  name: v.string(),
  url: v.nullable(v.string()),
  runLocation: v.picklist(['device', 'service']),
  trim,
  recipe: videoRecipeSchema,
  isOutcomeUnknown: v.boolean(),
  usedCreditsBefore: v.nullable(v.number()),
  isLookedAt: v.fallback(v.boolean(), false),
  rated: v.fallback(
    v.nullable(v.object({ jobId: job.entries.id, places: v.number(), doubt: v.number() })),
    null,
  ),
  /** Whether a person cancelled its job; the job may not store that yet. */
  isStopped: v.fallback(v.boolean(), false),
  /** The parts of its jobs on this device; the jobs are stored separately. */
  parts: v.record(v.string(), trim),
  /** Its jobs of a service, newest first. */
  sent: v.array(
    v.object({
      job,
      options: v.record(v.string(), v.string()),
      trim,
      leftOut: v.exactOptional(leftOutSchema),
    }),
  ),
})

type KeptVideo = v.InferOutput<typeof keptSchema>

/** Keeps videos with their results. `list` returns the jobs of this device, `cancel` cancels one. */
export const keepingVideos = (
  list: () => Promise<readonly DeviceJob[]>,
  cancel: (id: JobId) => Promise<unknown>,
): Keeping<VideoItem> => {
  const listOnce = memoizePromise(() => list().finally(() => listOnce.forget()))
  return {
    irreplaceable: ['original'],
    toKept: (item) => {
      const { file, name, url, runLocation, trim, recipe, usedCreditsBefore, jobs } = item
      if (!file && jobs.length === 0) return null
      const isBeingSent = item.isStarting && item.startsOn === 'service' && item.progress?.step === 'send'
      const here = jobs.filter((made) => made.runLocation === 'device')
      const sent = jobs.filter((made) => made.runLocation === 'service')
      const data = {
        version: 2,
        name,
        url,
        runLocation,
        trim,
        recipe,
        usedCreditsBefore,
        isOutcomeUnknown: item.isOutcomeUnknown || isBeingSent,
        isLookedAt: item.isLookedAt ?? false,
        rated: item.rated,
        // One that no page survives is stopped too, and not read.
        isStopped: item.isStopped && item.facts !== null,
        parts: Object.fromEntries(here.map((made) => [made.job.id, made.trim])),
        sent: sent.map((made) => ({
          job: made.job,
          trim: made.trim,
          ...withLeftOut(made.leftOut ?? []),
          options: serializeVideoOptions(made.options),
        })),
      } satisfies Readonly<Record<keyof KeptVideo, unknown>>
      // The file of an API job, and all mattes, belong to the job.
      return { data, files: file && item.isFileOwn ? { original: file } : {}, source: null }
    },
    parseRecipe: (stored) => {
      const parsed = v.safeParse(videoRecipeSchema, stored)
      return parsed.success ? parsed.output : null
    },
    fromKept: async ({ id, data, files: { original = null } }, mayBegin) => {
      const parsed = v.safeParse(keptSchema, data)
      if (!parsed.success) return null
      const { version: _, name, url, recipe, parts, sent, isStopped, ...kept } = parsed.output
      // A page that closed too early did not store the job's part: it is the last chosen one.
      const partOf = ({ job: { id: jobId } }: DeviceJob) =>
        (jobId in parts ? parts[jobId] : original && kept.trim) ?? null
      const listOwn = async () => (await listOnce().catch(() => [])).filter(({ item }) => item === id)
      const before = await listOwn()
      const open = isStopped ? before.filter((made) => !isTerminal(made.job)) : []
      await Promise.allSettled(open.map((made) => cancel(made.job.id)))
      const own = open.length > 0 ? await listOwn() : before
      const jobs = [
        ...own.map((made) => toVideoJob(made, partOf(made), original)),
        ...sent.map((made) => toSentJob(made, original)),
      ]
      if (!original && jobs.length === 0 && Object.keys(parts).length === 0) return null
      const item: VideoItem = {
        ...newVideo({ file: original, name, url }, recipe),
        ...kept,
        id,
        jobs: inOrder(jobs),
        isExpired: jobs.length === 0 && Object.keys(parts).length > 0,
      }
      // Loaded on request.
      return mayBegin ? item : { ...item, runLocation: 'device', isStopped: true }
    },
  }
}

/** The item of a job that no page began, such as one of the API. The job has the file. */
export const videoOfJob = (made: DeviceJob, recipe: VideoRecipe): VideoItem => ({
  ...newVideo({ file: null, name: made.name, url: null }, recipe),
  jobs: [toVideoJob(made, null, null)],
})

const toVideoJob = (made: DeviceJob, trim: VideoJob['trim'], file: Blob | null): VideoJob => {
  const { job, options, parts, edits, hasMatte, alphaHash, pause } = made
  return {
    job,
    options,
    trim,
    runLocation: 'device',
    source: trim === null ? file : null,
    ...(parts && { parts }),
    ...(edits && { edits }),
    ...(hasMatte && { hasMatte }),
    ...(alphaHash !== undefined && { isAlphaGiven: true }),
    ...(pause && { pause }),
  }
}

const toSentJob = (
  { job, options, trim, leftOut = [] }: KeptVideo['sent'][number],
  file: Blob | null,
): VideoJob => ({
  job,
  options: optionsOf(options, job),
  trim,
  runLocation: 'service',
  ...withLeftOut(leftOut),
  source: trim === null ? file : null,
})

/** Unreadable options hide no result: the job has the most important ones. */
const optionsOf = (stored: Readonly<Record<string, string>>, { format, channels }: Job): VideoOptions => {
  try {
    return parseVideoOptions(stored)
  } catch {
    return { ...defaultVideoOptions, format, channels }
  }
}

/** Newest first; cancelled ones last, so that they hide no result. */
const inOrder = (jobs: readonly VideoJob[]): readonly VideoJob[] => {
  const isCancelled = ({ job: { error } }: VideoJob) => Number(error?.code === cancelledCode)
  return jobs.toSorted(
    (a, b) => isCancelled(a) - isCancelled(b) || Date.parse(b.job.created_at) - Date.parse(a.job.created_at),
  )
}
