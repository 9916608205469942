import { limits } from '#contract/limits.ts'
import { sniff, sniffBytes } from '#contract/sniff.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { isOpaque } from '#engine/is-opaque.ts'
import type { Raster } from '#engine/raster.ts'
import { invalidVideo } from './invalid-video.ts'
import { openFrameReader } from './open-frame-reader.ts'
import { openTrack } from './open-track.ts'
import { isAvi, probeAvi } from './probe-avi.ts'
import { probeGif } from './probe-gif.ts'
import { readTrackFacts } from './track-facts.ts'

export type ProbeCall = { readonly signal: AbortSignal }

/**
 * What a video is, told by its bytes alone (D-1), of which as few as possible are read. Its first frame is
 * decoded, so that what is accepted here can be read; a file that breaks off later is found out in reading.
 *
 * Rejects with `invalid_video` (D-3), `video_too_long`, `upstream_error` where the decoder that it needs cannot
 * be had, and with the signal's reason.
 */
export const probeVideo = async (video: Blob, { signal }: ProbeCall): Promise<VideoFacts> => {
  signal.throwIfAborted()
  try {
    const facts = await factsOf(video, signal)
    if (facts.width * facts.height > limits.image.maxPixels) {
      throw invalidVideo(`A frame has ${facts.width} x ${facts.height} pixels, too many to work on.`)
    }
    return await proven(video, facts, signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw invalidVideo('The video cannot be decoded.', cause)
  }
}

const factsOf = async (video: Blob, signal: AbortSignal): Promise<VideoFacts> => {
  const head = new Uint8Array(await video.slice(0, sniffBytes).arrayBuffer())
  const kind = sniff(head)
  if (kind === 'gif') return await probeGif(video)
  // What is refused when it is sent is refused here as well.
  if (kind !== 'video') throw invalidVideo('The file is no video.')
  if (isAvi(head)) return await probeAvi(video)
  const open = await openTrack(video)
  try {
    return await readTrackFacts(open, signal)
  } finally {
    open.close()
  }
}

/** The facts once a first frame was read: it decides who reads, and whether there is transparency where only pixels tell. */
const proven = async (video: Blob, facts: VideoFacts, signal: AbortSignal): Promise<VideoFacts> => {
  try {
    const first = await readFirst(video, facts, signal)
    const hasAlpha = facts.hasAlpha || (facts.decoder !== 'webcodecs' && !isOpaque(first))
    return { ...facts, hasAlpha }
  } catch (cause) {
    signal.throwIfAborted()
    // Browsers promise some profiles that they then fail at.
    if (facts.decoder !== 'webcodecs' || !hasFallback(facts)) throw cause
    return await proven(video, { ...facts, decoder: 'ffmpeg' }, signal)
  }
}

/** The ffmpeg here decodes nearly everything, but not AV1. */
const hasFallback = ({ codec }: VideoFacts) => codec !== 'AV1'

const readFirst = async (video: Blob, facts: VideoFacts, signal: AbortSignal): Promise<Raster> => {
  const reader = await openFrameReader(video, facts)
  try {
    for await (const { raster } of reader.read({ signal })) return raster
    throw invalidVideo('The file holds no picture.')
  } finally {
    reader.close()
  }
}
