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

/** What the studio may know about its service. It decides by these traits, never by which service it is. */
export type ServiceTraits = {
  /** Requests cost credits, so none is sent without a click of the user. */
  readonly metered: boolean
  /** Files leave this device. */
  readonly uploads: boolean
}

/**
 * Removes backgrounds, on this device or on a server. Every method rejects with a `ServiceError`, or with an
 * `AbortError` when its signal was aborted.
 */
export interface BackgroundService {
  readonly id: string
  readonly traits: ServiceTraits
  removeImage(image: Blob, options: ImageOptions, call?: ImageCallOptions): Promise<ImageAnswer>
  /**
   * Accepts a video and returns its queued job (Spec, POST /remove (video)). A link is fetched by the service. Rejects
   * with `video_too_large`, `video_too_long`, `invalid_video` or `validation_error`.
   */
  submitVideo(video: VideoInput, options: VideoOptions, call?: VideoCall): Promise<Job>
  /** The job as it is now. Rejects with `job_not_found` where it is unknown or has expired (D-39). */
  getJob(id: JobId, call?: CallOptions): Promise<Job>
  /** The result of a completed job. Rejects like `getJob`, and with `upstream_error` where it is too large. */
  getResult(id: JobId, call?: ResultCall): Promise<Blob>
  getAccount(call?: CallOptions): Promise<Account>
  /** What only a service on this device offers; null for a server. */
  readonly onDevice: OnDevice | null
}

/** A file, or a public `https` link to one. */
export type VideoInput = Blob | { readonly url: string }

/** What only a service on this device can do. */
export interface OnDevice extends OnDeviceEdits {
  /** What it has its workers do without more ado. */
  readonly workers: PageCalls
  readonly videos: OnDeviceVideos
  /** The lists of pages; null where nothing is kept. */
  readonly keptItems: KeptItems | null
  readonly unreadable: UnreadableRecords
  /** Downloads the model files of a level and creates its sessions, so that the first image starts at once. */
  warm(level: Level, call?: CallOptions): Promise<void>
  /**
   * Fetches an `https` link to an image of at most 20 MB or a video of at most 500 MB. Rejects with `image_too_large`,
   * `video_too_large`, or a `validation_error` of the field `url`, also where the site sends nothing for 30 seconds.
   */
  readLink(url: string, call?: LinkOptions): Promise<Blob>
}

/**
 * What this browser has stored of items, jobs and activities that this version cannot read. It stays as it is until
 * deleted.
 */
export interface UnreadableRecords {
  count(): Promise<number>
  delete(): Promise<void>
}

/** How a link is fetched. */
export type LinkOptions = {
  readonly signal?: AbortSignal
  /** Called with the bytes so far and in all; `total` is null where the site does not tell it. */
  readonly onBytes?: (loaded: number, total: number | null) => void
}

/** What only a service on this device can do with videos and jobs. */
export interface OnDeviceVideos extends JobCalls {
  /**
   * One frame of a finished job's video with edits, at its full size. One more edit than in the call before takes a
   * fraction of a second. Rejects with `job_not_found` where the job or its video is gone.
   */
  editFrame(id: JobId, edits: VideoEdits, frame: FrameWanted, call?: CallOptions): Promise<FramePreview>
  /**
   * Propagates edits to the frames around theirs, so that `mattes` has them, and tells how far each reaches. What was
   * propagated before is found again. Needs no network where no click is new. Rejects like `editFrame`.
   */
  propagateEdits(id: JobId, edits: VideoEdits, call?: CallOptions): Promise<readonly EditReach[]>
  /** The edits of videos that were opened before, by the content of the file. */
  readonly savedEdits: SavedEdits
  /** The jobs of all tabs of this browser, newest first, without expired ones. */
  list(): Promise<readonly DeviceJob[]>
  /** Calls `onChange` for each change of any job, in this tab or another, until the returned function is called. */
  watch(onChange: (change: JobChange) => void): () => void
  /**
   * Stops a job within 300 ms. It ends `failed`, and its credits are refunded. A job that has ended does not change.
   */
  cancel(id: JobId): Promise<void>
  /**
   * Pauses a running job until it is resumed, also over visits. Its workers stop after their present step, and are
   * replaced where that takes long. Jobs that are queued by then keep waiting. To the API the job stays `processing`.
   * After 24 hours without progress the job ends `failed`, its credits are refunded, its video and mattes are deleted,
   * and the waiting jobs begin. A job that is not running does not change.
   */
  pause(id: JobId): Promise<void>
  /** Continues a paused job from the mattes that it has. Any other job does not change. */
  resume(id: JobId): Promise<void>
  /** Deletes a job that has ended, and its result. */
  forget(id: JobId): Promise<void>
  /** Gives a job without an item to an item of this page. False where another page was first. */
  adopt(id: JobId, item: string): Promise<boolean>
  /**
   * Writes the frames of a finished job as pictures: into the folder that the user picked, or into a ZIP that is
   * deleted after ten minutes. Rejects with `job_not_found` where the job, its video or its mattes are gone.
   */
  packFrames(id: JobId, wanted: FramesWanted, call?: CallOptions): Promise<PackedFrames>
  /** The video that the job was made from. */
  source(id: JobId): Promise<Blob>
  /** The file of the matte beside the result of a finished job. Rejects with `job_not_found` where there is none. */
  matteFile(id: JobId): Promise<Blob>
  /**
   * The service's result whose alpha the job has. Rejects with `job_not_found` where it has none, or that has been
   * deleted.
   */
  givenAlpha(id: JobId): Promise<Blob>
  /** The chunk of mattes that reaches `fromSeconds`, with the propagated `edits`; null where there is none. */
  mattes(id: JobId, fromSeconds: number, edits?: VideoEdits): Promise<MatteWindow | null>
}

/** How the frames of a job are written, what their names begin with, and the folder for them; null for a ZIP. */
export type FramesWanted = Pick<RequestOf<'packFrames'>, 'sequence' | 'name'> & {
  readonly folder: FileSystemDirectoryHandle | null
}

/** How many bytes were written, and the ZIP where there was no folder. */
export type PackedFrames = { readonly bytes: number; readonly zip: Blob | null }

/** A job of this device, with what it was made from. */
export type DeviceJob = {
  readonly job: Job
  /** The name of the file that was submitted. */
  readonly name: string
  readonly options: VideoOptions
  /** What stands behind and around the subject; absent where only the options say it. */
  readonly parts?: CompositionParts
  /** Its matte is a file of its own beside its result; absent where it has none. */
  readonly hasMatte?: true
  /** The facts of the video; absent where they were not stored. */
  readonly facts?: VideoFacts
  /** The edits that its result has; absent where it has none. */
  readonly edits?: VideoEdits
  /** Its mattes are the alpha of a service's result, kept under this hash; absent where this device estimates them. */
  readonly alphaHash?: string
  /**
   * What the result lacks of its video; before it is finished, what its part of one does. Absent where nothing is
   * missing.
   */
  readonly leftOut?: readonly LeftOut[]
  /** The last pause of the job; absent where it was never paused. */
  readonly pause?: Pause
  /** The id of the kept item whose result it makes; absent where it is none's, as of a job of the API. */
  readonly item?: string
}

/** `on`: the job is paused. `ending`: it was resumed, and waits for its turn. `over`: it is running again. */
export type Pause = {
  readonly state: 'on' | 'ending' | 'over'
  /** When it was last paused, ISO 8601. */
  readonly at: string
  /** When it fails unless it is resumed before, ISO 8601; absent where that is not known yet. */
  readonly until?: string
}

/** What has changed of a job. */
export type JobChange = {
  readonly job: Job
  /** The pause, as in `DeviceJob`; only with changes of state. */
  readonly pause?: Pause
  /** The progress of a running job; absent for changes of state. */
  readonly progress?: Progress
}

type AnswerOf<N extends keyof PageCalls> = Awaited<ReturnType<PageCalls[N]>>

/** Pictures of consecutive frames. `toSeconds` is the time of the frame after them; infinite after the last frame. */
export type PreviewChunk = AnswerOf<'previewFrames'>

/** What a picture becomes before it is sent. */
export type ConvertedPicture = AnswerOf<'convertPicture'>

/** Model files: a network by its name, or the engine of a backend. */
export type StoredFile = AnswerOf<'listFiles'>[number]

/** What the work on this device runs on. */
export type DeviceReport = AnswerOf<'describe'>
