import * as v from 'valibot'
import { compositionSchema } from '#contract/composition.ts'
import { channelSets, levels } from '#contract/image-options.ts'
import { job } from '#contract/job.ts'
import { leftOutSchema } from '#contract/left-out.ts'
import { videoFormatNames } from '#contract/output-formats.ts'
import { sizePresetNames } from '#contract/size-presets.ts'
import { timecodeSchema } from '#contract/timecode.ts'
import { parseVideoEdits } from '#contract/video-edits.ts'
import { deinterlacings, type VideoFacts } from '#contract/video-facts.ts'
import type { DeviceJob, Pause } from '#library/background-service.ts'

/** A job with all data needed to restart it. */
export type StoredJob = Omit<DeviceJob, 'item'> & {
  readonly facts: VideoFacts
  /** Hash of the video, which names its copy and mattes (D-39, D-40). */
  readonly videoHash: string
  /** Identifies its mattes: passes and network weights (`matteKey` of the worker), or `givenAlpha`. */
  readonly matteKey: string
  /** Hash of the video's file if it differs from `videoHash`. */
  readonly fileHash?: string
  /**
   * How often the job was started at about this `progress`. Limits jobs that repeatedly crash their page; jobs that
   * make progress may be interrupted any number of times.
   */
  readonly attempts: { readonly count: number; readonly progress: number }
  readonly pause?: Required<Pause>
  /** The kept item that shows the result, and the list whose page began it. */
  readonly owner?: JobOwner
  /** When it last made progress, ISO 8601; absent before the first. */
  readonly heardAt?: string
}

/** A kept item, and its list. */
export type JobOwner = { readonly item: string; readonly list: string }

/** Large parts that never change. */
type JobExtras = Pick<StoredJob, 'parts' | 'edits'>

/** A job without its extras: what each change reads and writes. */
export type JobState = Omit<StoredJob, keyof JobExtras>

const number = v.pipe(v.number(), v.finite())
const { created_at: timestamp } = job.entries
const orAbsent = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(schema)

const jobSchema = v.looseObject({
  ...job.entries,
  error: v.nullable(v.looseObject({ code: v.string(), message: v.string() })),
})
const pauseEntries = { state: v.picklist(['on', 'ending', 'over']), at: timestamp }

/** The fields of a record that this version needs; others are preserved. */
const recordSchema = v.looseObject({
  job: jobSchema,
  name: v.string(),
  options: v.looseObject({
    format: v.picklist(videoFormatNames),
    channels: v.picklist(channelSets),
    size: v.picklist(sizePresetNames),
    level: v.picklist(levels),
    audio: v.picklist(['keep', 'mute']),
    audio_tracks: orAbsent(v.array(number)),
    deinterlace: orAbsent(v.picklist(deinterlacings)),
    bg_color: orAbsent(v.looseObject({ r: number, g: number, b: number })),
  }),
  facts: v.looseObject({
    container: v.string(),
    codec: v.string(),
    isVariable: v.boolean(),
    hasAlpha: v.boolean(),
    durationSeconds: number,
    fps: number,
    width: number,
    height: number,
    frames: number,
    gridFps: orAbsent(number),
    isCropped: orAbsent(v.literal(true)),
    bits: orAbsent(number),
    colors: orAbsent(v.picklist(['hdr', 'wide'])),
    audio: v.nullable(v.looseObject({ codec: v.string(), channels: number, sampleRate: number })),
    sounds: orAbsent(v.array(v.looseObject({ number, title: v.string(), language: v.string() }))),
    others: orAbsent(leftOutSchema),
    timecode: orAbsent(timecodeSchema),
    fields: orAbsent(v.picklist(['top', 'bottom'])),
    isByField: orAbsent(v.literal(true)),
    decoder: v.picklist(['webcodecs', 'images', 'ffmpeg']),
  }),
  videoHash: v.string(),
  alphaHash: orAbsent(v.string()),
  fileHash: orAbsent(v.string()),
  hasMatte: orAbsent(v.literal(true)),
  matteKey: v.string(),
  owner: orAbsent(v.object({ item: v.string(), list: v.string() })),
  attempts: v.looseObject({ count: number, progress: number }),
  heardAt: orAbsent(timestamp),
  leftOut: orAbsent(leftOutSchema),
  pause: orAbsent(v.looseObject({ ...pauseEntries, until: timestamp })),
})

const changeSchema = v.looseObject({
  job: jobSchema,
  pause: orAbsent(v.looseObject({ ...pauseEntries, until: orAbsent(timestamp) })),
  progress: orAbsent(v.looseObject({})),
})

/** Whether a message of another tab is a valid change of a job. */
export const isJobChange = (data: unknown): boolean => v.is(changeSchema, data)

/** The job of a record, without extras; null if this version cannot read it. */
export const readJobRecord = (record: unknown): JobState | null =>
  v.is(recordSchema, record) ? (record as unknown as JobState) : null

const extrasSchema = v.looseObject({
  parts: orAbsent(
    v.looseObject({
      composition: compositionSchema,
      picture: orAbsent(v.instance(Blob)),
      pictureId: orAbsent(v.string()),
    }),
  ),
})

/** Parses extras; null if this version cannot read them. */
export const readJobExtras = (stored: unknown): JobExtras | null => {
  const read = v.safeParse(extrasSchema, stored ?? {})
  if (!read.success) return null
  const { parts, edits } = read.output
  try {
    return {
      ...(parts && { parts: parts as NonNullable<JobExtras['parts']> }),
      ...(edits !== undefined && { edits: parseVideoEdits(edits) }),
    }
  } catch {
    return null
  }
}

/** Separates a job from its extras. */
export const splitJob = ({ parts, edits, ...state }: StoredJob): readonly [JobState, JobExtras] => [
  state,
  { ...(parts && { parts }), ...(edits && { edits }) },
]
