import type { VideoFacts } from '#contract/video-facts.ts'
import { probeByFfmpeg } from './ffmpeg-times.ts'
import { frameRateOf } from './frame-rate.ts'

/** RIFF, a length, AVI: by its first 12 bytes. */
export const isAvi = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head)
  return text.startsWith('RIFF') && text.slice(8, 12) === 'AVI '
}

/** Not asked for by the contract, but what old cameras leave behind; only ffmpeg lists it. */
export const probeAvi = async (video: Blob, signal?: AbortSignal): Promise<VideoFacts> => {
  const { times, clockHz, codec, width, height, audio } = await probeByFfmpeg(video, signal)
  const rate = frameRateOf(times, clockHz)
  return {
    container: 'other',
    codec,
    durationSeconds: rate.durationSeconds,
    fps: rate.fps,
    isVariable: rate.isVariable,
    width,
    height,
    frames: times.stamps.length,
    hasAlpha: false,
    audio,
    decoder: 'ffmpeg',
  }
}
