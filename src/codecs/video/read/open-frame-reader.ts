import {
  aviSource,
  type FfmpegSource,
  pictureSource,
  probeAvi,
  trackSource,
} from '#codecs/video/ffmpeg/ffmpeg-source.ts'
import { openFfmpegReader } from '#codecs/video/ffmpeg/read-by-ffmpeg.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import { copiedContainers, type FileKind } from '#contract/file-kinds.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { movingKinds } from '#formats/moving-pictures.ts'
import { openPictureReader, probePicture } from './read-pictures.ts'
import { openSampleReader } from './read-samples.ts'
import { readWithSpare } from './read-with-spare.ts'
import { probeTrack } from './track-facts.ts'

/** A video container, and how to read it. */
export type Container = {
  /** Its names in `VideoFacts.container`. */
  readonly names: readonly VideoFacts['container'][]
  /** Its kinds of file (D-1). */
  readonly kinds: readonly FileKind[]
  /**
   * Reads codecs, sizes and times, and decodes nothing. Rejects with `invalid_video`, and with the signal's reason when
   * it is aborted. ffmpeg calls `onProgress` often.
   */
  readonly probe: (file: Blob, signal: AbortSignal, onProgress: () => void) => Promise<VideoFacts>
  /** Whether `probe` runs ffmpeg, which has to be loaded first. */
  readonly isProbedByFfmpeg: boolean
  /** The facts that ffmpeg needs before it decodes a file. */
  readonly ffmpegSource: (file: Blob) => Promise<FfmpegSource>
}

/** Every supported container: all of `videoKinds`, and pictures that may move. */
const containers: readonly Container[] = [
  ...movingKinds.map(
    (kind): Container => ({
      names: [kind],
      kinds: [kind],
      probe: (file, signal) => probePicture(file, kind, signal),
      isProbedByFfmpeg: false,
      ffmpegSource: (file) => pictureSource(file, kind),
    }),
  ),
  {
    names: ['other'],
    kinds: ['avi'],
    probe: probeAvi,
    isProbedByFfmpeg: true,
    ffmpegSource: aviSource,
  },
  {
    names: ['mp4', 'mov', 'webm', 'mkv', ...copiedContainers],
    kinds: ['mp4', 'mov', 'webm', 'mkv', ...copiedContainers],
    probe: probeTrack,
    isProbedByFfmpeg: false,
    ffmpegSource: trackSource,
  },
]

/** The container of a kind of file; undefined if it is no supported video. */
export const containerOf = (kind: FileKind): Container | undefined =>
  containers.find(({ kinds }) => kinds.includes(kind))

/** The container with a name of `VideoFacts`. */
const containerNamed = (name: VideoFacts['container']): Container => {
  const found = containers.find(({ names }) => names.includes(name))
  if (!found) throw new Error(`No container is called ${name}`)
  return found
}

type OpenReader = (video: Blob, facts: VideoFacts, isDeep?: boolean) => Promise<FrameReader>

/** The facts that ffmpeg needs before it decodes a video. */
export const sourceOf = (video: Blob, { container }: VideoFacts): Promise<FfmpegSource> =>
  containerNamed(container).ffmpegSource(video)

const openByFfmpeg: OpenReader = async (video, facts, isDeep) =>
  openFfmpegReader(await sourceOf(video, facts), facts, isDeep)

/** Whether this build of ffmpeg decodes a video: nearly everything, but not AV1, nor animated WebP. */
export const isReadByFfmpeg = ({ codec }: VideoFacts) => !['AV1', 'AVIF', 'WebP'].includes(codec)

const readers: { readonly [D in VideoFacts['decoder']]: OpenReader } = {
  webcodecs: async (video, facts, isDeep = false) => {
    const openSamples = () => openSampleReader(video, facts, isDeep)
    if (!isReadByFfmpeg(facts)) return openSamples()
    if (isDeep) {
      // Not every browser gives the planes of such frames, and some only for some codecs.
      const source = await sourceOf(video, facts)
      if (source.isDeepAlike) return readWithSpare(openFfmpegReader(source, facts, true), openSamples)
    }
    return readWithSpare(await openSamples(), () => openByFfmpeg(video, facts))
  },
  images: openPictureReader,
  ffmpeg: openByFfmpeg,
}

/**
 * Opens the frames of a video with the decoder that `probeVideo` chose in `facts`. With `isDeep` frames of more than 8
 * bits have fine colours: by ffmpeg, or for AV1 by the browser; HDR only if ffmpeg reads it anyway. The caller closes
 * the reader. Rejects with `invalid_video`.
 */
export const openFrameReader: OpenReader = (video, facts, isDeep) =>
  readers[facts.decoder](video, facts, isDeep)
