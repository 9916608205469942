import type { Level } from '#contract/image-options.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'

/**
 * What the two workers of video mode are asked. They meet in the browser's own file system: mattes are
 * written below `track` by one and read there by the other while it goes on, and stay for the next result.
 */

/** A video and the name under which its mattes are kept. */
export type VideoSource = { readonly video: Blob; readonly facts: VideoFacts; readonly videoHash: string }

export type MatteRequest = VideoSource & { readonly level: Level }

/** What matting came to; of a track that was finished before, what it came to then. */
export type MatteReport = {
  readonly frames: number
  readonly sceneCuts: number
  readonly mattingSeconds: number
  readonly decodeWaitSeconds: number
}

export type RenderRequest = VideoSource & {
  readonly options: VideoOptions
  /** The result's path in the browser's own file system: `results/job_x.webm`. */
  readonly path: string
}

export type PackRequest = VideoSource & {
  readonly options: VideoOptions
  /** Where the ZIP goes: a path in the browser's own file system, or a file that was picked. */
  readonly to: string | FileSystemFileHandle
}

export type RenderReport = {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly bytes: number
  /** Why the sound of the source is missing, in words; null where it is there, or was not wanted. */
  readonly audioDropped: string | null
  readonly decodeWaitSeconds: number
  readonly encodeWaitSeconds: number
}

export type ThumbnailRequest = { readonly video: Blob; readonly count: number; readonly heightPx: number }

export type PreviewRequest = {
  readonly video: Blob
  /** Another video has another one. */
  readonly id: string
  readonly fromSeconds: number
  readonly heightPx: number
}

/** JPEGs of frames that follow one another. `toSeconds` is where the next one begins; infinite after the last. */
export type JpegChunk = {
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly frames: readonly { readonly timestampSeconds: number; readonly picture: Blob }[]
}

export type TrimRequest = {
  readonly video: Blob
  readonly facts: VideoFacts
  readonly fromSeconds: number
  readonly toSeconds: number
}

/** What is asked of a video, before a job is begun. */
export type SizeRequest = { readonly facts: VideoFacts; readonly options: VideoOptions }

export type SampleRequest = {
  readonly video: Blob
  readonly facts: VideoFacts
  readonly options: VideoOptions
  /** The moments to try, from the video's start. */
  readonly atSeconds: readonly number[]
}
