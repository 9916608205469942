import * as v from 'valibot'
import type { Keeping } from '#studio/items/media-kind.ts'
import { videoRecipeSchema } from '#studio/state/video-recipe.ts'
import type { VideoItem } from './video-item.ts'
import { newVideo } from './video-state.ts'

/** What is written of a video beside its file. A later version of another shape takes another number. */
const keptSchema = v.object({
  version: v.literal(1),
  name: v.string(),
  url: v.fallback(v.nullable(v.string()), null),
  runLocation: v.picklist(['device', 'service']),
  trim: v.fallback(v.nullable(v.object({ fromSeconds: v.number(), toSeconds: v.number() })), null),
  recipe: videoRecipeSchema,
  isOutcomeUnknown: v.fallback(v.boolean(), false),
  usedCreditsBefore: v.fallback(v.nullable(v.number()), null),
})

type KeptVideo = v.InferOutput<typeof keptSchema>

/**
 * Videos as they are kept until a job has them: one of this device has a copy of the file, one of a service is in the
 * activity log. They come back ready to start.
 */
export const keepingVideos: Keeping<VideoItem> = {
  irreplaceable: ['original'],
  toKept: (item) => {
    const { file, name, url, runLocation, trim, recipe, usedCreditsBefore } = item
    if (!file || item.isRestored || hasJob(item)) return null
    const isBeingSent = item.isStarting && item.startsOn === 'service' && item.progress?.step === 'send'
    const data = {
      ...{ version: 1, name, url, runLocation, trim, recipe, usedCreditsBefore },
      isOutcomeUnknown: item.isOutcomeUnknown || isBeingSent,
    } satisfies Readonly<Record<keyof KeptVideo, unknown>>
    // Mattes of videos belong to their jobs.
    return { data, files: { original: file }, source: null }
  },
  parseRecipe: (stored) => {
    const parsed = v.safeParse(videoRecipeSchema, stored)
    return parsed.success ? parsed.output : null
  },
  fromKept: ({ id, data, files: { original: file } }, mayBegin) => {
    const parsed = v.safeParse(keptSchema, data)
    if (!parsed.success || !file) return null
    const { version: _, name, url, recipe, ...kept } = parsed.output
    const item: VideoItem = { ...newVideo({ file, name, url }, recipe), ...kept, id }
    // It is read when a person asks for it.
    return mayBegin ? item : { ...item, runLocation: 'device', isStopped: true }
  },
}

/** Whether a later visit has it from a job. It has none of one that failed on a service. */
const hasJob = ({ jobs }: VideoItem): boolean =>
  jobs.some(({ job, runLocation }) => runLocation === 'device' || job.status !== 'failed')
