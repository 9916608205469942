import type { EncoderInput } from './compose.ts'
import type { AlphaMaskF32, DeepPicture } from './raster.ts'

/** What is known of a result in more than 8 bits, at its size. */
export type FineParts = {
  readonly alpha: AlphaMaskF32 | null
  /** Three channels: the photo or frame. */
  readonly colors: DeepPicture | null
}

/** How far a fine value may be from that of 8 bits, of 65535: one step of 8 bits, since that one was rounded. */
const nearby = 257

/**
 * A result of 16 bits a sample. A sample takes its fine value where that is what the result shows, to within one step of 8 bits;
 * where the result was painted, mended or mixed it is that of 8 bits. So the file is never further than that from the result.
 */
export const deepen = (picture: EncoderInput, { alpha, colors }: FineParts): DeepPicture =>
  picture.kind === 'grey'
    ? deepenGrey(picture.alpha, alpha)
    : deepenColour(picture.raster, picture.opaque, alpha, colors)

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
  alpha: AlphaMaskF32 | null,
  colors: DeepPicture | null,
): DeepPicture => {
  const channels = opaque ? 3 : 4
  const out = new Uint16Array(width * height * channels)
  for (let pixel = 0, from = 0, to = 0; pixel < width * height; pixel++, from += 4, to += channels) {
    if (!opaque && data[from + 3] === 0) continue
    for (let channel = 0; channel < 3; channel++) {
      const value = data[from + channel]
      out[to + channel] = colors ? fineOf(value, colors.data[pixel * 3 + channel]) : value * 257
    }
    if (opaque) continue
    const value = data[from + 3]
    out[to + 3] = alpha ? fineOf(value, alpha.data[pixel] * 65_535) : value * 257
  }
  return { width, height, channels, data: out }
}

/** `fine`, of 65535, where it is about `value` of 255; else that. */
const fineOf = (value: number, fine: number): number => {
  const coarse = value * 257
  return Math.abs(fine - coarse) <= nearby ? Math.round(Math.min(65_535, Math.max(0, fine))) : coarse
}
