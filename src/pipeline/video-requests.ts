import type { CompositionParts } from '#contract/composition.ts'
import type { FrameSequence } from '#contract/frame-sequence.ts'
import type { Level } from '#contract/image-options.ts'
import type { LeftOut } from '#contract/left-out.ts'
import type { FrameWanted, VideoEdits } from '#contract/video-edits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'

/**
 * What the page asks the two workers of video mode, and what they answer. The workers exchange mattes through the
 * browser's file system: one writes them below a path, the other reads them there, and they stay for the next result of
 * the same video.
 */

/** A video, and the folder of its mattes in the browser's file system: `tracks/<hash of the video>/<matteKey>`. */
type VideoSource = { readonly video: Blob; readonly facts: VideoFacts; readonly mattes: string }

/** A video whose mattes are to be made. */
export type MatteRequest = VideoSource & {
  readonly level: Level
  /** A cut-out of the video by another service, whose alpha takes the place of the network's mattes. */
  readonly alphaFrom?: Blob
}

/** Edits of a video that has all mattes of this level. */
export type PropagationRequest = VideoSource & { readonly level: Level; readonly edits: VideoEdits }

/** The frame that is shown at a time, with the edits of the video. */
export type FrameRequest = PropagationRequest & Pick<FrameWanted, 'atSeconds'>

/** The frame of which other cut-outs are asked for. */
export type FrameProposalRequest = FrameRequest & {
  /** Whether a finer pass is made over the frame, which takes seconds. */
  readonly isCloser: boolean
}

/** The same as pictures. */
export type FrameEditRequest = PropagationRequest & FrameWanted

/** Mattes of a video, with edits that were propagated; none where absent. */
export type RateRequest = Pick<VideoSource, 'mattes'> & { readonly edits?: VideoEdits }

/** The statistics of matting a video: those of its first run, where all mattes were there already. */
export type MatteReport = {
  readonly frames: number
  readonly sceneCuts: number
  readonly mattingSeconds: number
  readonly decodeWaitSeconds: number
}

/** A video that has mattes, or is getting them, and the result to make of it. */
export type RenderRequest = VideoSource & {
  readonly options: VideoOptions
  /** What stands behind and around the subject; only what the options say where absent. */
  readonly parts?: CompositionParts
  /** None where absent; they have been propagated to all frames. */
  readonly edits?: VideoEdits
  /** The path of the result in the browser's file system, such as `results/job_x.webm`. */
  readonly path: string
  /** The file of the matte beside an opaque result; absent where there is none. */
  readonly mattePath?: string
}

/** A video that has mattes, whose frames are to become pictures. */
export type FramesRequest = VideoSource & {
  readonly options: VideoOptions
  /** What stands behind and around the subject; only what the options say where absent. */
  readonly parts?: CompositionParts
  /** None where absent; they have been propagated to all frames. */
  readonly edits?: VideoEdits
  readonly sequence: FrameSequence
}

/** The same, to be written. */
export type PackRequest = FramesRequest & {
  /** What the names of the pictures begin with. */
  readonly name: string
  /** Where they are written: a path in the browser's file system for a ZIP, or a folder that the user picked. */
  readonly to: string | FileSystemDirectoryHandle
}

/** What was written, and what it took. */
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

/** `count` frames at equal steps are asked for, at most `heightPx` high. */
export type ThumbnailRequest = {
  readonly video: Blob
  readonly count: number
  readonly heightPx: number
  /** Transparent parts stay so; they are black where absent. */
  readonly hasAlpha?: boolean
}

/** A chunk of frames is asked for, for a browser that does not play the video. */
export type PreviewRequest = {
  readonly video: Blob
  /** Identifies the video across requests, since each message carries another Blob object. */
  readonly id: string
  readonly fromSeconds: number
  readonly heightPx: number
}

/** What consecutive frames became. `toSeconds` is the time of the frame after them; infinite after the last frame. */
export type FrameChunkOf<T> = {
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly frames: readonly (T & { readonly timestampSeconds: number })[]
}

/** The part of a video between two times is asked for. */
export type TrimRequest = {
  readonly video: Blob
  readonly facts: VideoFacts
  readonly fromSeconds: number
  readonly toSeconds: number
}

/** Single frames of a result are asked for, before there is a job. */
export type SampleRequest = {
  readonly video: Blob
  readonly facts: VideoFacts
  readonly options: VideoOptions
  /** As in `RenderRequest`. */
  readonly parts?: CompositionParts
  /** The times of the frames, from the start of the video. */
  readonly atSeconds: readonly number[]
}
