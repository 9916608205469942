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

/** All decisions about a video's result before pixels are read. */
export type RenderPlan = {
  readonly format: VideoFormat
  readonly composite: Composite
  /** Whether the result is transparent. */
  readonly hasAlpha: boolean
  readonly isMatte: boolean
  readonly hasAudio: boolean
  /** The size of scaled frames; that of the source if below the cap. */
  readonly scaled: Size
  /** The shown part of a scaled frame, in whole pixels; it may extend beyond the frame. */
  readonly window: Box
  /**
   * The size of the result: that of `window`, without an odd last row or column if the codec needs even sides (D-35).
   */
  readonly size: Size
  /** Whether alpha is needed in more than 8 bits; no video supports that. */
  readonly hasFineAlpha?: boolean
  /** Level of detail of edges. */
  readonly detail: CutoutDetail
}

/** At Fine, frames are refined like photos; other levels refine coarsely, to spend the time on the network. */
export const cutoutDetail = (level: Level): CutoutDetail =>
  level === 'fine' ? {} : { edgePixels: 100_000, colorPixels: 50_000 }

/** Effects of edits and a composition on a plan. */
export type PlanExtras = {
  /** Whether an opaque background covers the result. */
  readonly isCovered?: boolean
  readonly edits?: VideoEdits | undefined
  /** The part of the source that a canvas shows, in its pixels; default: all of it. */
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
 * The size of frames and their shown part. A canvas enlarges nothing, and has no more pixels than frames without it.
 * Around a small subject, frames may be larger than the result, but not than the source.
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

/** The largest size of scaled frames, for any result. */
export const largestFrame = (facts: Size): Size => capSide(facts, sizePresets.full.maxVideoSide)

const toSide = (side: number) => Math.max(1, Math.round(side))

/** The edge values for frames scaled by `scale`. */
const scaledEdges = ({ edgeShift, feather, edgeColors }: VideoEdits, scale: number): EdgeValues => ({
  edgeShift: edgeShift * scale,
  feather: feather * scale,
  edgeColors,
})

/** H.264 with 4:2:0 chroma subsampling needs even sides. */
const even = (side: number) => Math.max(2, side - (side % 2))

/**
 * The plan of frames as single PNGs: size and background of the result, but transparent if only its format, such as
 * MP4, requires white.
 */
export const planFrames = (
  options: VideoOptions,
  facts: VideoFacts,
  { isCovered = false, ...extras }: PlanExtras = {},
): RenderPlan => {
  const { composite, hasAlpha } = planVideo({ ...options, format: 'mov' }, facts, { isCovered })
  return { ...planVideo(options, facts, extras), composite, hasAlpha, hasAudio: false }
}
