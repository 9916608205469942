import type { Rgb } from '#contract/color.ts'
import type { Level } from '#contract/image-options.ts'
import { type VideoFormat, videoFormats } from '#contract/output-formats.ts'
import { gifSideCap, videoSideCaps } from '#contract/size-presets.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { Composite } from '#engine/compose.ts'
import { fitBox } from '#engine/fit-box.ts'
import type { Size } from '#engine/raster.ts'
import type { CutoutDetail } from './make-cutout.ts'

/** What is made of a video: every decision, no pixel. */
export type RenderPlan = {
  readonly format: VideoFormat
  readonly composite: Composite
  /** Whether the result carries transparency. */
  readonly hasAlpha: boolean
  readonly isMatte: boolean
  readonly hasAudio: boolean
  /** What frames are scaled to; the source's own size where no cap is met. */
  readonly scaled: Size
  /** What is written: `scaled` without the last row or column that the codec cannot hold (D-35). */
  readonly size: Size
  /** How finely edges are worked out. */
  readonly detail: CutoutDetail
}

/** Fine works on each frame as on a photo; the others leave more of the time to the network. */
export const cutoutDetail = (level: Level): CutoutDetail =>
  level === 'fine' ? {} : { edgePixels: 100_000, colorPixels: 50_000 }

const white: Rgb = { r: 255, g: 255, b: 255 }

/** Spec, POST /remove (video), rules 3 to 6; D-31 to D-36. */
export const planVideo = (
  { format, channels, bg_color, size, level, audio }: VideoOptions,
  facts: VideoFacts,
): RenderPlan => {
  const isMatte = channels === 'alpha'
  const composite = isMatte
    ? ({ kind: 'matte' } as const)
    : channels === 'rgb' || bg_color || !videoFormats[format].alpha
      ? ({ kind: 'backdrop', color: bg_color ?? white } as const)
      : ({ kind: 'cutout' } as const)
  const cap = format === 'gif' ? Math.min(gifSideCap, videoSideCaps[size]) : videoSideCaps[size]
  const scaled = fitBox(facts, { width: cap, height: cap }, 'scale-down').size
  return {
    format,
    composite,
    hasAlpha: composite.kind === 'cutout',
    isMatte,
    hasAudio: audio !== 'mute' && !isMatte && videoFormats[format].audio !== null && facts.audio !== null,
    scaled,
    size: format === 'mp4' ? { width: even(scaled.width), height: even(scaled.height) } : scaled,
    detail: cutoutDetail(level),
  }
}

/** H.264 in 4:2:0 holds even sides only. */
const even = (side: number) => Math.max(2, side - (side % 2))

/**
 * What the single pictures of a result are: of its size, on its colour or on none. PNG holds transparency, so that
 * a cut-out stays one where the result's own format, such as MP4, puts it on white.
 */
export const planFrames = (options: VideoOptions, facts: VideoFacts): RenderPlan => {
  const { composite, hasAlpha } = planVideo({ ...options, format: 'mov' }, facts)
  return { ...planVideo(options, facts), composite, hasAlpha, hasAudio: false }
}
