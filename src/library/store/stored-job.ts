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

/** A job and all that is needed to begin it again. */
export type StoredJob = Omit<DeviceJob, 'item'> & {
  readonly facts: VideoFacts
  /** The hash of the video, under which its copy and its mattes are stored (D-39, D-40). */
  readonly videoHash: string
  /**
   * Names what made its mattes, or will: passes and weights of networks (`matteKey` of the worker), or `givenAlpha`.
   */
  readonly matteKey: string
  /** The hash of the video's file; absent where `videoHash` is that. */
  readonly fileHash?: string
  /**
   * How often the job was begun at about this `progress`. It limits jobs that crash their page each time; a job that
   * makes progress may be interrupted any number of times.
   */
  readonly attempts: { readonly count: number; readonly progress: number }
  readonly pause?: Required<Pause>
  /** The kept item whose result it makes, and the list of the page that began it; absent where it is none's. */
  readonly owner?: JobOwner
  /** When it last made progress, ISO 8601; absent before that. */
  readonly heardAt?: string
}

/** A kept item, and the list of a page that had it. */
export type JobOwner = { readonly item: string; readonly list: string }

/** What is large and never changes. */
type JobExtras = Pick<StoredJob, 'parts' | 'edits'>

/** All else: what a change of the job reads and writes. */
export type JobState = Omit<StoredJob, keyof JobExtras>

const number = v.pipe(v.number(), v.finite())
const { created_at: timestamp } = job.entries
const orAbsent = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(schema)

const jobSchema = v.looseObject({
  ...job.entries,
  error: v.nullable(v.looseObject({ code: v.string(), message: v.string() })),
})
const pauseEntries = { state: v.picklist(['on', 'ending', 'over']), at: timestamp }

/** What this version needs of a record. What else it has stays in it. */
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

/** Whether what another tab says is a change of a job, as this version knows it. */
export const isJobChange = (data: unknown): boolean => v.is(changeSchema, data)

/** The job of a record, without its extras; null where this version cannot read it. */
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

/** Reads extras; null where this version cannot. */
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

/** A job and its extras apart. */
export const splitJob = ({ parts, edits, ...state }: StoredJob): readonly [JobState, JobExtras] => [
  state,
  { ...(parts && { parts }), ...(edits && { edits }) },
]
