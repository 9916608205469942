import type { EncodeOptions } from '#codecs/image/image-codec.ts'
import type { DeepPicture } from '#engine/raster.ts'
import { deflateRows, filterUp, toPngFile } from './png-file.ts'

const kinds = { 1: 'grey', 3: 'rgb', 4: 'rgba' } as const

/**
 * Writes a PNG of 16 bits a sample, with its colour space, its print resolution and no other metadata. Colours under an alpha of 0 are not
 * kept. Rejects with the reason of `signal` when it is aborted.
 */
export const encodeDeepPng = async (picture: DeepPicture, options: EncodeOptions = {}): Promise<Blob> => {
  const { width, height, channels } = picture
  const rowBytes = width * channels * 2
  let here = new Uint8Array(rowBytes)
  let above = new Uint8Array(rowBytes)
  const fill = (y: number, out: Uint8Array) => {
    writeRow(picture, y, here)
    out[0] = filterUp
    for (let at = 0; at < rowBytes; at++) out[at + 1] = here[at] - above[at]
    ;[here, above] = [above, here]
  }
  const pieces = await deflateRows(height, rowBytes + 1, fill, options.signal)
  return toPngFile({ width, height, kind: kinds[channels], depth: 16 }, options, pieces)
}

/** The samples of a row, the upper byte first (PNG, 7.1). */
const writeRow = ({ width, channels, data }: DeepPicture, y: number, out: Uint8Array): void => {
  const start = y * width * channels
  const end = start + width * channels
  for (let at = start, to = 0; at < end; at += channels) {
    const isHidden = channels === 4 && data[at + 3] === 0
    for (let channel = 0; channel < channels; channel++) {
      const sample = isHidden ? 0 : data[at + channel]
      out[to++] = sample >> 8
      out[to++] = sample
    }
  }
}
