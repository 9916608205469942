import type { AlphaForm } from '#contract/frame-sequence.ts'
import type { EncoderInput } from '#engine/compose.ts'
import type { DeepPicture } from '#engine/raster.ts'

/** 8 bits as 16: 255 becomes 65,535, and everything between as far from both as before. */
const wider = 257

/**
 * A picture of 8 bits with 16, so that it says no more than before; only where its colours are multiplied with alpha the
 * products keep their fractions. Where alpha is 0 colours are black.
 */
export const toDeepPicture = (picture: EncoderInput, alpha: AlphaForm): DeepPicture => {
  if (picture.kind === 'grey') {
    const { width, height, data } = picture.alpha
    return { width, height, channels: 1, data: Uint16Array.from(data, (value) => value * wider) }
  }
  const { raster, opaque } = picture
  const { width, height, data: from } = raster
  const channels = opaque ? 3 : 4
  const data = new Uint16Array(width * height * channels)
  for (let at = 0, to = 0; at < from.length; at += 4, to += channels) {
    const cover = opaque ? 255 : from[at + 3]
    const share = alpha === 'premultiplied' || cover === 0 ? cover / 255 : 1
    for (let channel = 0; channel < 3; channel++)
      data[to + channel] = Math.round(from[at + channel] * wider * share)
    if (!opaque) data[to + 3] = cover * wider
  }
  return { width, height, channels, data }
}
