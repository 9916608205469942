import type { Account } from '#contract/account.ts'
import type { JobId } from '#contract/ids.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions, Level } from '#contract/image-options.ts'
import type { Job } from '#contract/job.ts'
import type { OnProgress, Progress } from '#contract/progress.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'

export type CallOptions = { readonly signal?: AbortSignal; readonly onProgress?: OnProgress }

/** `freeBytes`: a larger file is not fetched to its end, because it is to be kept on this device. */
export type ResultCall = CallOptions & { readonly freeBytes?: number }

/** What the studio may know of the service it talks to; it never asks which one it is. */
export type ServiceTraits = {
  /** Requests cost credits, so none is sent without being asked for. */
  readonly metered: boolean
  /** Works without a network. */
  readonly offline: boolean
  /** Files leave this device. */
  readonly uploads: boolean
}

/**
 * Removes backgrounds, here or elsewhere. Every method rejects with a `ServiceError`, or with an
 * `AbortError` when its signal was aborted.
 */
export interface BackgroundService {
  readonly id: string
  readonly traits: ServiceTraits
  removeImage(image: Blob, options: ImageOptions, call?: CallOptions): Promise<ImageAnswer>
  /**
   * Accepts a video and answers with its queued job (Spec, POST /remove (video)). A link is fetched by
   * whoever computes. Rejects with `video_too_large`, `video_too_long`, `invalid_video` or `validation_error`.
   */
  submitVideo(video: VideoInput, options: VideoOptions, call?: CallOptions): Promise<Job>
  /** Rejects with `job_not_found` for a job that is unknown or has expired (D-39). */
  getJob(id: JobId, call?: CallOptions): Promise<Job>
  /** The file that a completed job made; rejects like `getJob`, and with `upstream_error` where it is too large. */
  getResult(id: JobId, call?: ResultCall): Promise<Blob>
  getAccount(call?: CallOptions): Promise<Account>
  /** What this service keeps and does on this device; null where it computes elsewhere. */
  readonly onDevice: OnDevice | null
}

/** A file, or a public `https` link to one. */
export type VideoInput = Blob | { readonly url: string }

export interface OnDevice {
  readonly videos: OnDeviceVideos
  /** Fetches the model files that `level` needs and builds its sessions, so that the first image starts at once. */
  warm(level: Level, call?: CallOptions): Promise<void>
  describe(): Promise<DeviceReport>
  /** The model files kept in this browser. */
  listFiles(): Promise<readonly StoredFile[]>
  deleteFiles(): Promise<void>
  /**
   * What is behind an `https` link to a picture or a video, by the limits of the contract: 20 MB, 500 MB, and 30
   * seconds of silence. Rejects with `image_too_large`, `video_too_large`, or a `validation_error` of `url`.
   */
  readLink(url: string, call?: LinkOptions): Promise<Blob>
}

export type LinkOptions = {
  readonly signal?: AbortSignal
  /** Bytes so far, and in all; null where the site does not tell. */
  readonly onBytes?: (loaded: number, total: number | null) => void
}

/** Video work that only a service on this device can show and steer. */
export interface OnDeviceVideos {
  /** What is in the file, before any job. Rejects with `invalid_video`. */
  probe(video: Blob, call?: CallOptions): Promise<VideoFacts>
  /** `count` upright JPEGs of `heightPx`, at equal steps through the video. */
  thumbnails(video: Blob, count: number, heightPx: number, call?: CallOptions): Promise<readonly Blob[]>
  /** The frames from a moment on as small JPEGs, a stretch of them: for what the browser cannot play itself. */
  previewFrames(video: Blob, fromSeconds: number, heightPx: number, call?: CallOptions): Promise<PreviewChunk>
  /** The part between two moments as a video of its own, cut to the frame, and small enough to be sent. */
  trim(
    video: Blob,
    facts: VideoFacts,
    fromSeconds: number,
    toSeconds: number,
    call?: CallOptions,
  ): Promise<Blob>
  /** The cut-outs of single frames with these options, as PNGs, before a job is begun. */
  samplePreviews(
    video: Blob,
    facts: VideoFacts,
    options: VideoOptions,
    atSeconds: readonly number[],
    call?: CallOptions,
  ): Promise<readonly Blob[]>
  /** The jobs of this device, newest first, whichever tab began them; expired ones are gone. */
  list(): Promise<readonly DeviceJob[]>
  /** Hears of every change of any job, in this tab or another, until the answer is called. */
  watch(onChange: (change: JobChange) => void): () => void
  /** Stops a job within 300 ms: it ends `failed` and its credits come back. A finished one stays as it is. */
  cancel(id: JobId): Promise<void>
  /**
   * Lets a running job rest until it is told to go on, also over visits; its workers are idle when their step of
   * the moment is over, and replaced where that takes long. What waits in the queue then waits on. To the API
   * the job stays `processing`. After 24 hours without progress it is given up: it ends `failed`, its credits come
   * back and its video and mattes are deleted; what waited begins. One that does not run stays as it is.
   */
  pause(id: JobId): Promise<void>
  /** Goes on with a paused job from the mattes that are there. Any other stays as it is. */
  resume(id: JobId): Promise<void>
  /** Forgets a job that has ended, with its result. */
  forget(id: JobId): Promise<void>
  /**
   * The frames of a finished job as PNGs in a ZIP, by the mattes that are kept: written into the file that was
   * picked, else answered with, to be saved within ten minutes. Rejects with `job_not_found` where one is gone.
   */
  packFrames(id: JobId, to: FileSystemFileHandle | null, call?: CallOptions): Promise<Blob | null>
  /** The video that the job is made from. */
  source(id: JobId): Promise<Blob>
  /** The mattes that are there so far from `fromSeconds` on, one stretch of them; null where there is none yet. */
  mattes(id: JobId, fromSeconds: number): Promise<MatteWindow | null>
}

export type DeviceJob = {
  readonly job: Job
  /** The name of the file that was submitted. */
  readonly name: string
  readonly options: VideoOptions
  /** What was found in the video before the work; absent where nobody kept it. */
  readonly facts?: VideoFacts
  /** Why a finished result has no sound although its video has, in words; absent where nothing is missing. */
  readonly audioDropped?: string
  /** Absent where it was never paused. */
  readonly pause?: Pause
}

/** `on`: nobody works on the job. `ending`: it was told to go on, and waits for its turn. `over`: it is worked on. */
export type Pause = {
  readonly state: 'on' | 'ending' | 'over'
  /** When it was last paused, ISO 8601. */
  readonly at: string
  /** When it is given up unless it goes on before, ISO 8601; absent where that is not known yet. */
  readonly until?: string
}

export type JobChange = {
  readonly job: Job
  /** As `DeviceJob` has it, with changes of state; what only tells of progress leaves it out. */
  readonly pause?: Pause
  /** How far a running job is; absent for changes of state. */
  readonly progress?: Progress
}

/** Mattes of frames that follow one another; one byte a pixel, rows from the top. */
export type MatteWindow = {
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly width: number
  readonly height: number
  readonly frames: readonly { readonly timestampSeconds: number; readonly data: Uint8Array }[]
}

/** Pictures of frames that follow one another; `toSeconds` is where the next begins, infinite after the last. */
export type PreviewChunk = {
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly frames: readonly { readonly timestampSeconds: number; readonly picture: Blob }[]
}

export type StoredFile = { readonly name: string; readonly bytes: number }

export type DeviceReport = {
  readonly backend: 'webgpu' | 'wasm'
  /** In words, for people: `WebGPU` or `CPU, 2 threads`. */
  readonly label: string
  readonly threads: number
  readonly isolated: boolean
  /** Why a faster device was passed over, in words; empty where none was. */
  readonly notes: readonly string[]
  /** Bytes of model files that `level` still has to fetch. */
  readonly missingBytes: Readonly<Record<Level, number>>
}
