import type { VideoFacts } from '#contract/video-facts.ts'
import { frameRateOf } from './frame-rate.ts'
import type { FrameTimes } from './frame-times.ts'
import { type GifFacts, readGif } from './gif-frames.ts'
import { invalidVideo } from './invalid-video.ts'

/** A GIF counts in hundredths of a second. */
const clockHz = 100

/** Rejects with `invalid_video` for a GIF of a single frame (D-3), and as `readGif` does. */
export const probeGif = async (video: Blob, signal?: AbortSignal): Promise<VideoFacts> => {
  const gif = await readGif(video, signal)
  if (gif.delays.length < 2) throw invalidVideo('gif_still')
  const rate = frameRateOf(gifTimes(gif), clockHz)
  return {
    container: 'gif',
    codec: 'GIF',
    durationSeconds: rate.durationSeconds,
    fps: rate.fps,
    isVariable: rate.isVariable,
    width: gif.width,
    height: gif.height,
    frames: gif.delays.length,
    hasAlpha: gif.clears,
    audio: null,
    decoder: 'ImageDecoder' in globalThis ? 'images' : 'ffmpeg',
  }
}

export const gifTimes = ({ delays }: GifFacts): FrameTimes => {
  let hundredths = 0
  const startsSeconds = Float64Array.from(delays, (delay) => {
    hundredths += delay
    return (hundredths - delay) / clockHz
  })
  return {
    startSeconds: 0,
    stamps: startsSeconds,
    endStamp: Number.POSITIVE_INFINITY,
    splits: [],
    keyStamps: startsSeconds.slice(0, 1),
    startsSeconds,
    durationSeconds: hundredths / clockHz,
  }
}
