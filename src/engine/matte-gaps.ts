import type { Size } from '#base/geometry.ts'
import { sumBoxes } from '#engine/box-sums.ts'
import { dilate, erode } from './morphology.ts'
import type { AlphaMaskF32 } from './raster.ts'
import { resizePlane } from './resample/resize.ts'

/**
 * The matte of a network and, where its catalogue entry names them, those of the decoder's deeper stages, finest
 * first: side outputs of deep supervision (Xie and Tu, _Holistically-Nested Edge Detection_, ICCV 2015). They are
 * coarser, and know better what belongs together than where it ends.
 */
export type NetworkMatte = AlphaMaskF32 & { readonly sideMattes?: readonly AlphaMaskF32[] }

/** The longer side of the copy on which gaps are looked for; none that matters is narrower than its pixels. */
const copySide = 224

/** Gaps up to about a seventh of the picture's shorter side are closed. */
const closingShare = 1 / 14

/** Half the side of the patch over which doubt is averaged, of the picture's shorter side. */
const patchShare = 1 / 64

/**
 * How strongly a network doubts the gaps of its own matte, from 0 to 1: in narrow background inside or between parts of
 * the subject, the mean of the deeper stages' alpha over the patch where it is largest. Where it is large, the
 * network may have cut out a part of the subject, such as a white chest before a bright wall, and be certain of it:
 * `matteUncertainty` is low there. 0 without side mattes.
 */
export function gapDoubt({ sideMattes = [], ...whole }: NetworkMatte): number {
  if (sideMattes.length === 0) return 0
  const scale = Math.min(1, copySide / Math.max(whole.width, whole.height))
  const matte = resizePlane(whole, {
    width: Math.round(whole.width * scale),
    height: Math.round(whole.height * scale),
  })
  const isSubject = Uint8Array.from(matte.data, (alpha) => Number(alpha > 0.5))
  const shorter = Math.min(matte.width, matte.height)
  const closed = close(isSubject, matte, Math.floor(shorter * closingShare))
  const doubt = new Float32Array(closed.length)
  for (const side of sideMattes) {
    const { data } = resizePlane(side, matte)
    for (let i = 0; i < doubt.length; i++)
      if (closed[i] === 1 && isSubject[i] === 0) doubt[i] += data[i] / sideMattes.length
  }
  return largestMean(doubt, matte, Math.max(2, Math.floor(shorter * patchShare)))
}

/**
 * Morphological closing by a square of side 2 * radius + 1: a pixel stays outside where some such square around it
 * holds none of the set (Serra, _Image Analysis and Mathematical Morphology_, 1982). Beyond the edges nothing is set.
 */
function close(isSet: Uint8Array, { width, height }: Size, radius: number): Uint8Array {
  const margin = 2 * radius
  const wide = { width: width + 2 * margin, height: height + 2 * margin }
  const padded = new Uint8Array(wide.width * wide.height)
  for (let y = 0; y < height; y++)
    padded.set(isSet.subarray(y * width, (y + 1) * width), (y + margin) * wide.width + margin)
  const eroded = erode(dilate(padded, wide, radius), wide, radius)
  const closed = new Uint8Array(isSet.length)
  for (let y = 0; y < height; y++) {
    const from = (y + margin) * wide.width + margin
    closed.set(eroded.subarray(from, from + width), y * width)
  }
  return closed
}

/** The largest mean over a square patch, which at the edges is as much of it as lies inside. Overwrites `values`. */
function largestMean(values: Float32Array, size: Size, radius: number): number {
  sumBoxes(values, size, radius, new Float32Array(values.length))
  const inside = (at: number, length: number) => Math.min(length, at + radius + 1) - Math.max(0, at - radius)
  let largest = 0
  for (let y = 0, at = 0; y < size.height; y++) {
    const rows = inside(y, size.height)
    for (let x = 0; x < size.width; x++, at++)
      largest = Math.max(largest, values[at] / (rows * inside(x, size.width)))
  }
  return largest
}
