import type { CompositionParts } from '#contract/composition.ts'
import type { FrameSequence } from '#contract/frame-sequence.ts'
import type { Level } from '#contract/image-options.ts'
import type { LeftOut } from '#contract/left-out.ts'
import type { FrameWanted, VideoEdits } from '#contract/video-edits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'

/**
 * Requests and answers of video mode's two workers. They exchange mattes through the origin private file system, where
 * these are kept for the next result of the video.
 */

/** A video, and the folder of its mattes in the origin private file system: `tracks/<hash of the video>/<matteKey>`. */
type VideoSource = { readonly video: Blob; readonly facts: VideoFacts; readonly mattes: string }

/** A request to estimate mattes. */
export type MatteRequest = VideoSource & {
  readonly level: Level
  /** Another service's cut-out of the video, whose alpha replaces the network's mattes. */
  readonly alphaFrom?: Blob
}

/** Edits of a video whose mattes of this level are complete. */
export type PropagationRequest = VideoSource & { readonly level: Level; readonly edits: VideoEdits }

/** The frame displayed at a time, with the video's edits. */
export type FrameRequest = PropagationRequest & Pick<FrameWanted, 'atSeconds'>

/** A request for alternative cut-outs of a frame. */
export type FrameProposalRequest = FrameRequest & {
  /** Whether to make a finer pass over the frame, which takes seconds. */
  readonly isCloser: boolean
}

/** A request for pictures of an edited frame. */
export type FrameEditRequest = PropagationRequest & FrameWanted

/** Mattes of a video, with propagated edits if given. */
export type RateRequest = Pick<VideoSource, 'mattes'> & { readonly edits?: VideoEdits }

/** Statistics of matting a video, from its first run. */
export type MatteReport = {
  readonly frames: number
  readonly sceneCuts: number
  readonly mattingSeconds: number
  readonly decodeWaitSeconds: number
}

/** A request to render a result, whose mattes may still be in work. */
export type RenderRequest = VideoSource & {
  readonly options: VideoOptions
  /** Composition; absent: only the options apply. */
  readonly parts?: CompositionParts
  /** Edits that were propagated to all frames. */
  readonly edits?: VideoEdits
  /** Path of the result in the origin private file system, such as `results/job_x.webm`. */
  readonly path: string
  /** Path of the separate matte file, if any. */
  readonly mattePath?: string
}

/** A request for a result's frames as pictures. */
export type FramesRequest = VideoSource & {
  readonly options: VideoOptions
  /** Composition; absent: only the options apply. */
  readonly parts?: CompositionParts
  /** Edits that were propagated to all frames. */
  readonly edits?: VideoEdits
  readonly sequence: FrameSequence
}

/** A request to write frames as pictures. */
export type PackRequest = FramesRequest & {
  /** Prefix of the pictures' names. */
  readonly name: string
  /** A path in the origin private file system for a ZIP, or a picked folder. */
  readonly to: string | FileSystemDirectoryHandle
}

/** Facts and statistics of a rendered result. */
export type RenderReport = {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly bytes: number
  /** What the result lacks of its source. */
  readonly leftOut: readonly LeftOut[]
  readonly decodeWaitSeconds: number
  readonly encodeWaitSeconds: number
}

/** A request for `count` frames at equal intervals, at most `heightPx` high. */
export type ThumbnailRequest = {
  readonly video: Blob
  readonly count: number
  readonly heightPx: number
  /** Whether transparency is kept; else it becomes black. */
  readonly hasAlpha?: boolean
}

/** A request for a chunk of frames, for a browser that cannot play the video. */
export type PreviewRequest = {
  readonly video: Blob
  /** Identifies the video across requests, since each message has another Blob object. */
  readonly id: string
  readonly fromSeconds: number
  readonly heightPx: number
}

/** Converted consecutive frames. `toSeconds` is the time of the next frame, infinite after the last. */
export type FrameChunkOf<T> = {
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly frames: readonly (T & { readonly timestampSeconds: number })[]
}

/** A request for the part of a video between two times. */
export type TrimRequest = {
  readonly video: Blob
  readonly facts: VideoFacts
  readonly fromSeconds: number
  readonly toSeconds: number
}

/** A request for single frames of a result, before a job. */
export type SampleRequest = {
  readonly video: Blob
  readonly facts: VideoFacts
  readonly options: VideoOptions
  /** See `RenderRequest`. */
  readonly parts?: CompositionParts
  /** Times of the frames, in seconds from the start of the video. */
  readonly atSeconds: readonly number[]
}
