import type { VideoFacts } from '#contract/video-facts.ts'
import { invalidVideo } from './invalid-video.ts'
import { openFrameReader } from './open-frame-reader.ts'
import { openTrack } from './open-track.ts'
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
  const open = await openTrack(video)
  try {
    const facts = await readTrackFacts(open, signal)
    await decodeFirst(video, facts, signal)
    return facts
  } catch (cause) {
    signal.throwIfAborted()
    throw invalidVideo('The video cannot be decoded.', cause)
  } finally {
    open.close()
  }
}

const decodeFirst = async (video: Blob, facts: VideoFacts, signal: AbortSignal): Promise<void> => {
  const reader = await openFrameReader(video, facts)
  try {
    for await (const _ of reader.read({ signal })) return
    throw invalidVideo('The file holds no picture.')
  } finally {
    reader.close()
  }
}
