import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { planVideo, type VideoPlan } from './plan-video.ts'

/**
 * What the single pictures of a result are: of its size, on its colour or on none. PNG holds transparency, so that
 * a cut-out stays one where the result's own format, such as MP4, puts it on white.
 */
export const planFrames = (options: VideoOptions, facts: VideoFacts): VideoPlan => {
  const { look, hasAlpha } = planVideo({ ...options, format: 'mov' }, facts)
  return { ...planVideo(options, facts), look, hasAlpha, hasAudio: false }
}
