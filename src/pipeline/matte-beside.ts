import { alphaOf, toRgba } from '#engine/compose.ts'
import { pixelWords, type Raster } from '#engine/raster.ts'
import type { FrameComposer } from './compose-frames.ts'

/** How the frames of the separate matte file ("luma matte") of an opaque result are made. */
export type MatteBeside = {
  /** Composes the result without a background; undefined if that is the cut-out. */
  readonly composer: FrameComposer | undefined
  /**
   * Whether no background was chosen: the result then has the cut-out's colours, not multiplied by alpha, so that
   * applying the matte leaves no background at edges.
   */
  readonly isFill: boolean
}

type SplitFrame = {
  /** Opaque; null if the result has a chosen background. */
  readonly fill: Raster | null
  /** Opaque grey: white for the subject. */
  readonly matte: Raster
}

/**
 * Splits a cut-out into matte and colours. Outside the subject the colours are those of `photo`, the uncut frame, or
 * black if the subject may have moved. Does not change `cutout`.
 */
export const splitFrame = async (
  cutout: Raster,
  photo: Raster | null,
  { composer, isFill }: MatteBeside,
  signal: AbortSignal,
): Promise<SplitFrame> => {
  const own = composer ? { ...cutout, data: cutout.data.slice() } : cutout
  const shown = composer ? toRgba(await composer.compose(own, signal)) : own
  return {
    fill: isFill ? fillOf(shown, composer ? null : photo) : null,
    matte: toRgba({ kind: 'grey', alpha: alphaOf(shown) }),
  }
}

const opaque = 0xff000000

const fillOf = (shown: Raster, photo: Raster | null): Raster => {
  const { width, height } = shown
  const from = pixelWords(shown)
  const behind = photo && pixelWords(photo)
  const out = new Uint32Array(width * height)
  for (let i = 0; i < out.length; i++) {
    const pixel = from[i] ?? 0
    out[i] = (behind && pixel >>> 24 === 0 ? (behind[i] ?? 0) : pixel) | opaque
  }
  return { width, height, data: new Uint8ClampedArray(out.buffer) }
}
