import type { Account } from '#contract/account.ts'
import type { CompositionParts } from '#contract/composition.ts'
import type { JobId } from '#contract/ids.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions, Level } from '#contract/image-options.ts'
import type { Job } from '#contract/job.ts'
import type { LeftOut } from '#contract/left-out.ts'
import type { MatteWindow } from '#contract/matte-chunk.ts'
import type { Progress } from '#contract/progress.ts'
import type { EditReach, FramePreview, FrameWanted, VideoEdits } from '#contract/video-edits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { JobCalls, PageCalls, RequestOf } from '#library/workers/worker-calls.ts'
import type { CallOptions, ImageCallOptions, ResultCall, VideoCall } from './call-options.ts'
import type { KeptItems } from './kept-items.ts'
import type { OnDeviceEdits, SavedEdits } from './on-device-edits.ts'

/** Traits of a service, by which the studio decides what to offer, never by the service's name. */
export type ServiceTraits = {
  /** Whether requests cost credits; then each is sent only after a click. */
  readonly metered: boolean
  /** Whether files leave this device. */
  readonly uploads: boolean
}

/**
 * Removes backgrounds, on this device or on a server. Every method rejects with a `ServiceError`, or with an
 * `AbortError` if its signal is aborted.
 */
export interface BackgroundService {
  readonly id: string
  readonly traits: ServiceTraits
  removeImage(image: Blob, options: ImageOptions, call?: ImageCallOptions): Promise<ImageAnswer>
  /**
   * Accepts a video and returns its queued job (Spec, POST /remove (video)). The service fetches a link itself. Rejects
   * with `video_too_large`, `video_too_long`, `invalid_video` or `validation_error`.
   */
  submitVideo(video: VideoInput, options: VideoOptions, call?: VideoCall): Promise<Job>
  /** The current state of a job. Rejects with `job_not_found` if it is unknown or expired (D-39). */
  getJob(id: JobId, call?: CallOptions): Promise<Job>
  /** The result of a completed job. Rejects like `getJob`, and with `upstream_error` if it is too large. */
  getResult(id: JobId, call?: ResultCall): Promise<Blob>
  getAccount(call?: CallOptions): Promise<Account>
  /** Functions of this device; null for a server. */
  readonly onDevice: OnDevice | null
}

/** A file, or a public `https` link to one. */
export type VideoInput = Blob | { readonly url: string }

/** Functions that only a service on this device has. */
export interface OnDevice extends OnDeviceEdits {
  /** Worker functions that need no other part of the service. */
  readonly workers: PageCalls
  readonly videos: OnDeviceVideos
  /** The kept lists of pages; null if nothing is kept. */
  readonly keptItems: KeptItems | null
  readonly unreadable: UnreadableRecords
  /** Downloads the model files of a level and creates its sessions, so that the first image starts at once. */
  warm(level: Level, call?: CallOptions): Promise<void>
  /**
   * Fetches an `https` link to an image of at most 20 MB or a video of at most 500 MB. Rejects with `image_too_large`,
   * `video_too_large`, or a `validation_error` of the field `url`, also after 30 seconds without data.
   */
  readLink(url: string, call?: LinkOptions): Promise<Blob>
}

/** Stored items, jobs and activities that this version cannot read. They stay until deleted. */
export interface UnreadableRecords {
  count(): Promise<number>
  delete(): Promise<void>
}

/** Options of fetching a link. */
export type LinkOptions = {
  readonly signal?: AbortSignal
  /** Called with the bytes so far and in total; `total` is null if the site does not send it. */
  readonly onBytes?: (loaded: number, total: number | null) => void
}

/** Functions for videos and jobs that only a service on this device has. */
export interface OnDeviceVideos extends JobCalls {
  /**
   * One frame of a finished job's video with edits, at full size. Adding one edit to the last call takes a fraction of
   * a second. Rejects with `job_not_found` if the job or its video is gone.
   */
  editFrame(id: JobId, edits: VideoEdits, frame: FrameWanted, call?: CallOptions): Promise<FramePreview>
  /**
   * Propagates edits to the surrounding frames, for `mattes`, and returns the reach of each. Results of earlier calls
   * are reused. Only a new click needs a network. Rejects like `editFrame`.
   */
  propagateEdits(id: JobId, edits: VideoEdits, call?: CallOptions): Promise<readonly EditReach[]>
  /** The saved edits of videos, by the content of the file. */
  readonly savedEdits: SavedEdits
  /** The unexpired jobs of all tabs, newest first. */
  list(): Promise<readonly DeviceJob[]>
  /** Calls `onChange` for each change of any job, in this tab or another, until the returned function is called. */
  watch(onChange: (change: JobChange) => void): () => void
  /** Stops a job within 300 ms. It ends `failed`, and its credits are refunded. An ended job does not change. */
  cancel(id: JobId): Promise<void>
  /**
   * Pauses a running job until it is resumed, also across visits. Its workers stop after the current step, and are
   * replaced if that takes long. Jobs queued before the pause wait. In the API the job stays `processing`. After 24
   * hours without progress it ends `failed`, its credits are refunded, its video and mattes are deleted, and the
   * waiting jobs begin. A job that is not running does not change.
   */
  pause(id: JobId): Promise<void>
  /** Continues a paused job from its existing mattes. Any other job does not change. */
  resume(id: JobId): Promise<void>
  /** Deletes an ended job and its result. */
  forget(id: JobId): Promise<void>
  /** Assigns a job without an item to an item of this page. False if another page was first. */
  adopt(id: JobId, item: string): Promise<boolean>
  /**
   * Writes the frames of a finished job as pictures into the picked folder, or into a ZIP that is deleted after ten
   * minutes. Rejects with `job_not_found` if the job, its video or its mattes are gone.
   */
  packFrames(id: JobId, wanted: FramesWanted, call?: CallOptions): Promise<PackedFrames>
  /** The video of a job. */
  source(id: JobId): Promise<Blob>
  /** The matte file of a finished job. Rejects with `job_not_found` if it has none. */
  matteFile(id: JobId): Promise<Blob>
  /**
   * The service's result whose alpha the job uses. Rejects with `job_not_found` if there is none, or it was deleted.
   */
  givenAlpha(id: JobId): Promise<Blob>
  /** The chunk of mattes that contains `fromSeconds`, with the propagated `edits`; null if there is none. */
  mattes(id: JobId, fromSeconds: number, edits?: VideoEdits): Promise<MatteWindow | null>
}

/** The format of the frames, the prefix of their names, and their folder; null for a ZIP. */
export type FramesWanted = Pick<RequestOf<'packFrames'>, 'sequence' | 'name'> & {
  readonly folder: FileSystemDirectoryHandle | null
}

/** The number of bytes written, and the ZIP if no folder was given. */
export type PackedFrames = { readonly bytes: number; readonly zip: Blob | null }

/** A job of this device with its input. */
export type DeviceJob = {
  readonly job: Job
  readonly name: string
  readonly options: VideoOptions
  /** Composition; absent if the options describe everything. */
  readonly parts?: CompositionParts
  /** Whether its matte is a separate file. */
  readonly hasMatte?: true
  /** Absent if they were not stored. */
  readonly facts?: VideoFacts
  /** Edits of its result. */
  readonly edits?: VideoEdits
  /** Hash of the service's result that provides its alpha; absent if this device estimates the mattes. */
  readonly alphaHash?: string
  /** What the video has and the result lacks; before the end, what the submitted part lacks. Absent if nothing. */
  readonly leftOut?: readonly LeftOut[]
  /** The last pause; absent if there was none. */
  readonly pause?: Pause
  /** Id of the kept item that shows the result; absent for a job without one, as of the API. */
  readonly item?: string
}

/** `on`: paused. `ending`: resumed, waiting for its turn. `over`: running again. */
export type Pause = {
  readonly state: 'on' | 'ending' | 'over'
  /** When the job was last paused, ISO 8601. */
  readonly at: string
  /** When the job fails unless it is resumed, ISO 8601; absent if not yet known. */
  readonly until?: string
}

/** A change of a job. */
export type JobChange = {
  readonly job: Job
  /** The pause, as in `DeviceJob`; only in changes of state. */
  readonly pause?: Pause
  /** The progress of a running job; absent in changes of state. */
  readonly progress?: Progress
}

type AnswerOf<N extends keyof PageCalls> = Awaited<ReturnType<PageCalls[N]>>

/** Pictures of consecutive frames. `toSeconds` is the time of the next frame, infinite after the last. */
export type PreviewChunk = AnswerOf<'previewFrames'>

/** A picture converted for a service. */
export type ConvertedPicture = AnswerOf<'convertPicture'>

/** A model file: a network, or the engine of a backend. */
export type StoredFile = AnswerOf<'listFiles'>[number]

/** The device and backend that the work runs on. */
export type DeviceReport = AnswerOf<'describe'>
