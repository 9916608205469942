import type { EncoderInput } from '#engine/compose.ts'
import type { DeepPicture } from '#engine/raster.ts'

/**
 * The picture with its colours multiplied by their alpha, as values of sRGB, which is what programs of compositing expect of
 * premultiplied pictures of 8 or 16 bits. Does not change it; a picture without alpha stays as it is.
 */
export const premultiplied = (picture: EncoderInput): EncoderInput => {
  if (picture.kind === 'grey' || picture.opaque) return picture
  const { width, height, data } = picture.raster
  const multiplied = new Uint8ClampedArray(data)
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]
    if (alpha === 255) continue
    for (let channel = at; channel < at + 3; channel++) multiplied[channel] = (data[channel] * alpha) / 255
  }
  return { kind: 'colour', raster: { width, height, data: multiplied }, opaque: false }
}

/** Does the same with a picture of 16 bits. */
export const premultipliedDeep = (picture: DeepPicture): DeepPicture => {
  if (picture.channels !== 4) return picture
  const data = new Uint16Array(picture.data)
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]
    if (alpha === 65_535) continue
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = Math.round((data[channel] * alpha) / 65_535)
  }
  return { ...picture, data }
}
