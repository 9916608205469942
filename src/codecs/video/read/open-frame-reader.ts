import {
  aviSource,
  type FfmpegSource,
  gifSource,
  probeAvi,
  trackSource,
} from '#codecs/video/ffmpeg/ffmpeg-source.ts'
import { openFfmpegReader } from '#codecs/video/ffmpeg/read-by-ffmpeg.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import { sniff } from '#contract/sniff.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { openImageReader, probeGif } from './read-gif.ts'
import { openSampleReader } from './read-samples.ts'
import { readWithSpare } from './read-with-spare.ts'
import { probeTrack } from './track-facts.ts'

/** A kind of file that holds videos, and how it is read. */
export type Container = {
  /** What `VideoFacts.container` calls its files. */
  readonly names: readonly VideoFacts['container'][]
  /** Whether a file is of this kind, told by its first `sniffBytes` bytes (D-1). */
  readonly matches: (head: Uint8Array) => boolean
  /**
   * Reads codecs, sizes and times, and decodes nothing. Rejects with `invalid_video`, and with the signal's reason when
   * it is aborted. ffmpeg calls `onProgress` often.
   */
  readonly probe: (file: Blob, signal: AbortSignal, onProgress: () => void) => Promise<VideoFacts>
  /** Whether `probe` runs ffmpeg, which has to be loaded first. */
  readonly isProbedByFfmpeg: boolean
  /** What ffmpeg needs to know of a file before it decodes it. */
  readonly ffmpegSource: (file: Blob) => Promise<FfmpegSource>
}

/** Every container that is read; the first that matches counts. `sniff` has to know its files as videos. */
const containers: readonly Container[] = [
  {
    names: ['gif'],
    matches: (head) => sniff(head) === 'gif',
    probe: probeGif,
    isProbedByFfmpeg: false,
    ffmpegSource: gifSource,
  },
  {
    // AVI: a RIFF file whose form is "AVI " (Microsoft, AVI RIFF File Reference).
    names: ['other'],
    matches: (head) => /^RIFF.{4}AVI /s.test(String.fromCharCode(...head)),
    probe: probeAvi,
    isProbedByFfmpeg: true,
    ffmpegSource: aviSource,
  },
  {
    names: ['mp4', 'mov', 'webm', 'mkv'],
    matches: (head) => sniff(head) === 'video',
    probe: probeTrack,
    isProbedByFfmpeg: false,
    ffmpegSource: trackSource,
  },
]

/** The container of a file with these first bytes; undefined where it is no video. */
export const containerOf = (head: Uint8Array): Container | undefined =>
  containers.find(({ matches }) => matches(head))

/** The container that `VideoFacts` calls so. */
const containerNamed = (name: VideoFacts['container']): Container => {
  const found = containers.find(({ names }) => names.includes(name))
  if (!found) throw new Error(`No container is called ${name}`)
  return found
}

type OpenReader = (video: Blob, facts: VideoFacts) => Promise<FrameReader>

const openByFfmpeg: OpenReader = async (video, facts) =>
  openFfmpegReader(await containerNamed(facts.container).ffmpegSource(video), facts)

/** This build of ffmpeg decodes nearly everything, but not AV1. */
export const isReadByFfmpeg = ({ codec }: VideoFacts) => codec !== 'AV1'

const readers: { readonly [D in VideoFacts['decoder']]: OpenReader } = {
  webcodecs: async (video, facts) => {
    const reader = await openSampleReader(video, facts)
    return isReadByFfmpeg(facts) ? readWithSpare(reader, () => openByFfmpeg(video, facts)) : reader
  },
  images: openImageReader,
  ffmpeg: openByFfmpeg,
}

/**
 * Opens the frames of a video with the decoder that `probeVideo` chose in `facts`. The caller closes the reader. Rejects
 * with `invalid_video`.
 */
export const openFrameReader: OpenReader = (video, facts) => readers[facts.decoder](video, facts)
