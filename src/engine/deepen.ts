import type { EncoderInput } from './compose.ts'
import type { AlphaMaskF32, DeepPicture, Raster } from './raster.ts'

/** The parts of a result known in more than 8 bits, at its size. */
export type FineParts = {
  readonly alpha: AlphaMaskF32 | null
  /** Three channels, of the photo or frame. */
  readonly colors: DeepPicture | null
  /** The photo in 8 bits, whose conversion may have changed colours; absent for frames, and without `colors`. */
  readonly photo?: Raster | undefined
}

/** Largest difference between a fine value and the rounded 8-bit one, of 65535: one 8-bit step. */
const nearby = 257

/**
 * A result with 16 bits per sample. Pixels that show the unchanged photo take its 16-bit colours. Other samples take
 * the fine value if within one 8-bit step. Painted, corrected or mixed pixels keep 8 bits.
 */
export const deepen = (picture: EncoderInput, parts: FineParts): DeepPicture =>
  picture.kind === 'grey'
    ? deepenGrey(picture.alpha, parts.alpha)
    : deepenColour(picture.raster, picture.opaque, parts)

const deepenGrey = (
  { width, height, data }: Extract<EncoderInput, { kind: 'grey' }>['alpha'],
  alpha: AlphaMaskF32 | null,
): DeepPicture => ({
  width,
  height,
  channels: 1,
  data: Uint16Array.from(data, (value, at) => (alpha ? fineOf(value, alpha.data[at] * 65_535) : value * 257)),
})

const deepenColour = (
  { width, height, data }: Extract<EncoderInput, { kind: 'colour' }>['raster'],
  opaque: boolean,
  { alpha, colors, photo }: FineParts,
): DeepPicture => {
  const channels = opaque ? 3 : 4
  const out = new Uint16Array(width * height * channels)
  for (let pixel = 0, from = 0, to = 0; pixel < width * height; pixel++, from += 4, to += channels) {
    if (!opaque && data[from + 3] === 0) continue
    const isPhoto = photo !== undefined && showsPhoto(data, photo.data, from)
    for (let channel = 0; channel < 3; channel++) {
      const value = data[from + channel]
      const fine = colors ? colors.data[pixel * 3 + channel] : value * 257
      out[to + channel] = isPhoto ? fine : fineOf(value, fine)
    }
    if (opaque) continue
    const value = data[from + 3]
    out[to + 3] = alpha ? fineOf(value, alpha.data[pixel] * 65_535) : value * 257
  }
  return { width, height, channels, data: out }
}

/** Whether a pixel of a result equals the photo's, which is opaque there. */
const showsPhoto = (shown: Uint8ClampedArray, photo: Uint8ClampedArray, at: number): boolean =>
  photo[at + 3] === 255 &&
  shown[at] === photo[at] &&
  shown[at + 1] === photo[at + 1] &&
  shown[at + 2] === photo[at + 2]

/** `fine`, of 65535, if close to `value` of 255; else `value` scaled. */
const fineOf = (value: number, fine: number): number => {
  const coarse = value * 257
  return Math.abs(fine - coarse) <= nearby ? Math.round(Math.min(65_535, Math.max(0, fine))) : coarse
}
