import { type Box, capSide, capSize, type Size, wholeBox } from '#base/geometry.ts'
import { white } from '#contract/color.ts'
import type { Level } from '#contract/image-options.ts'
import { type VideoFormat, videoFormatRow } from '#contract/output-formats.ts'
import { sizePresets } from '#contract/size-presets.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { Composite } from '#engine/compose.ts'
import type { CutoutDetail, EdgeValues } from './make-cutout.ts'

/** All that is decided about the result of a video before any pixel is read. */
export type RenderPlan = {
  readonly format: VideoFormat
  readonly composite: Composite
  /** Whether the result carries transparency. */
  readonly hasAlpha: boolean
  readonly isMatte: boolean
  readonly hasAudio: boolean
  /** The size that frames are scaled to; that of the source where it is below the cap. */
  readonly scaled: Size
  /** The part of a scaled frame that is shown, in whole pixels of it; may reach past it. */
  readonly window: Box
  /**
   * The size of the result: that of `window`, without an odd last row or column where the codec needs even sides
   * (D-35).
   */
  readonly size: Size
  /** Whether alpha is wanted in more than 8 bits; no video holds more. */
  readonly hasFineAlpha?: boolean
  /** How finely edges are refined. */
  readonly detail: CutoutDetail
}

/** At Fine a frame is refined like a photo; the other levels refine coarsely, to spend the time on the network. */
export const cutoutDetail = (level: Level): CutoutDetail =>
  level === 'fine' ? {} : { edgePixels: 100_000, colorPixels: 50_000 }

/** What edits and a composition change of a plan. */
export type PlanExtras = {
  /** An opaque background fills the result; false where absent. */
  readonly isCovered?: boolean
  readonly edits?: VideoEdits | undefined
  /** The part of the source that a canvas shows, in pixels of the source; all of it where absent. */
  readonly shown?: Box | null
}

/** The plan of a video's result. Spec, POST /remove (video), rules 3 to 6; D-31 to D-36. */
export const planVideo = (
  { format, channels, bg_color, size, level, audio }: VideoOptions,
  facts: VideoFacts,
  { isCovered = false, edits, shown = null }: PlanExtras = {},
): RenderPlan => {
  const row = videoFormatRow(format)
  const isMatte = channels === 'alpha'
  const composite = isMatte
    ? ({ kind: 'matte' } as const)
    : channels === 'rgb' || bg_color || !row.alpha
      ? ({ kind: 'backdrop', color: bg_color ?? white } as const)
      : ({ kind: 'cutout' } as const)
  const cap = Math.min(sizePresets[size].maxVideoSide, row.maxSide ?? Number.POSITIVE_INFINITY)
  const { scaled, window } = planFrame(facts, cap, isMatte ? null : shown)
  return {
    format,
    composite,
    hasAlpha: composite.kind === 'cutout' && !isCovered,
    isMatte,
    hasAudio: audio !== 'mute' && !isMatte && row.audio !== null && facts.audio !== null,
    scaled,
    window,
    size: row.evenSides
      ? { width: even(window.width), height: even(window.height) }
      : { width: window.width, height: window.height },
    detail: {
      ...cutoutDetail(level),
      ...(edits && { edges: scaledEdges(edits, scaled.width / facts.width) }),
    },
  }
}

/**
 * The size of frames, and the shown part of them. A canvas enlarges nothing, and has no more pixels than frames without
 * it would have. Around a small subject, frames may be larger than the result, but never larger than the source.
 */
const planFrame = (facts: Size, cap: number, shown: Box | null): Pick<RenderPlan, 'scaled' | 'window'> => {
  const whole = capSide(facts, cap)
  if (!shown) return { scaled: whole, window: wholeBox(whole) }
  const most = largestFrame(facts).width / facts.width
  const inLargest = { width: toSide(shown.width * most), height: toSide(shown.height * most) }
  const { width, height } = capSize(capSide(inLargest, cap), whole.width * whole.height)
  const scale = width / shown.width
  const scaled = {
    width: toSide(facts.width * scale),
    height: toSide(facts.height * scale),
  }
  return { scaled, window: { x: Math.round(shown.x * scale), y: Math.round(shown.y * scale), width, height } }
}

/** The largest size that frames are scaled to, at any size of the result. */
export const largestFrame = (facts: Size): Size => capSide(facts, sizePresets.full.maxVideoSide)

const toSide = (side: number) => Math.max(1, Math.round(side))

/** The values of the edge where pixels of the source become `scale` pixels. */
const scaledEdges = ({ edgeShift, feather, edgeColors }: VideoEdits, scale: number): EdgeValues => ({
  edgeShift: edgeShift * scale,
  feather: feather * scale,
  edgeColors,
})

/** H.264 with 4:2:0 chroma subsampling needs even sides. */
const even = (side: number) => Math.max(2, side - (side % 2))

/**
 * The plan of a result's frames as single PNGs: the size and background of the result, but a cut-out stays transparent
 * where the format of the result, such as MP4, would put it on white.
 */
export const planFrames = (
  options: VideoOptions,
  facts: VideoFacts,
  { isCovered = false, ...extras }: PlanExtras = {},
): RenderPlan => {
  const { composite, hasAlpha } = planVideo({ ...options, format: 'mov' }, facts, { isCovered })
  return { ...planVideo(options, facts, extras), composite, hasAlpha, hasAudio: false }
}
