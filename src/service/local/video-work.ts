import type { Level } from '#contract/image-options.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { CallOptions, OnDeviceVideos } from '#service/background-service.ts'

/** A video and the name under which its mattes are kept. */
export type TrackRequest = { readonly video: Blob; readonly facts: VideoFacts; readonly track: string }

export type MatteOutcome = {
  readonly frames: number
  readonly sceneCuts: number
  readonly mattingSeconds: number
  readonly decodeWaitSeconds: number
}

export type RenderOutcome = {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly bytes: number
  /** Why the sound of the source is missing, in words; null where it is there, or was not wanted. */
  readonly audioDropped: string | null
  readonly decodeWaitSeconds: number
  readonly encodeWaitSeconds: number
}

/** What a job is made by: two workers that run at the same time and meet in the browser's own file system. */
export interface VideoWork {
  /** Writes the mattes of a video, going on where it was left. */
  estimateMattes(request: TrackRequest & { readonly level: Level }, call: CallOptions): Promise<MatteOutcome>
  /** Follows the mattes and writes the result to `path`; reports the frames that are in it. */
  renderVideo(
    request: TrackRequest & { readonly options: VideoOptions; readonly path: string },
    call: CallOptions,
  ): Promise<RenderOutcome>
}

/** What the page may ask of a video while a job runs. */
export interface VideoQuestions
  extends Pick<OnDeviceVideos, 'probe' | 'strip' | 'film' | 'trim' | 'tryFrames'> {
  /** Rejects with `validation_error` where a result of that size could not be written on this device. */
  checkSize(facts: VideoFacts, options: VideoOptions, call?: CallOptions): Promise<void>
  /** The name by its content under which it and its mattes are kept. */
  key(video: Blob, call?: CallOptions): Promise<string>
  /** Writes the frames of a result, by mattes that are all there, to a path or a file that was picked. */
  packFrames(
    request: TrackRequest & { readonly options: VideoOptions; readonly to: string | FileSystemFileHandle },
    call?: CallOptions,
  ): Promise<unknown>
}
