import { alphaOf, toRgba } from '#engine/compose.ts'
import { pixelWords, type Raster } from '#engine/raster.ts'
import type { FrameComposer } from './compose-frames.ts'

/** How the frames of a second file are made: the matte that belongs to an opaque result ("luma matte"). */
export type MatteBeside = {
  /** Composes what the result would show without a background; undefined where that is the cut-out itself. */
  readonly composer: FrameComposer | undefined
  /**
   * No ground was chosen. The result then shows the colours of the cut-out, not multiplied with its alpha, so that
   * nothing of a ground is left at the edges once the matte is applied.
   */
  readonly isFill: boolean
}

/** What a frame is split into. */
type SplitFrame = {
  /** Opaque; null where the result has a ground of its own. */
  readonly fill: Raster | null
  /** Grey and opaque: white where the subject is. */
  readonly matte: Raster
}

/**
 * Splits a cut-out into its matte and its colours. Outside of the subject the colours are those of `photo`, the same
 * frame before it was cut out, or black where the subject may be elsewhere. Does not change `cutout`.
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
