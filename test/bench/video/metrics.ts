import type { AlphaMask8 } from '#engine/raster.ts'

export type VideoScore = {
  /** Mean over frames of the intersection over union at one half. */
  readonly iou: number
  /**
   * Temporal error (Erofeev et al. 2015): root mean square over the pixels of how the matte changed from the frame
   * before less how the truth did, alpha 0 to 1; mean over frames.
   */
  readonly dtssd: number
}

/** Mattes and truths of one size, frame by frame. */
export function scoreVideo(mattes: readonly AlphaMask8[], truths: readonly AlphaMask8[]): VideoScore {
  let iou = 0
  let dtssd = 0
  for (const [index, matte] of mattes.entries()) {
    const truth = truths[index]
    if (!truth || truth.data.length !== matte.data.length) throw new Error('Matte and truth do not match.')
    iou += iouAtHalf(matte, truth)
    const matteBefore = mattes[index - 1]
    const truthBefore = truths[index - 1]
    if (matteBefore && truthBefore) dtssd += changeError(matte, matteBefore, truth, truthBefore)
  }
  return { iou: iou / mattes.length, dtssd: dtssd / (mattes.length - 1) }
}

function iouAtHalf({ data }: AlphaMask8, truth: AlphaMask8): number {
  let both = 0
  let either = 0
  for (const [i, alpha] of data.entries()) {
    const isFound = alpha >= 128
    const isTrue = (truth.data[i] ?? 0) >= 128
    if (isFound && isTrue) both++
    if (isFound || isTrue) either++
  }
  return either === 0 ? 1 : both / either
}

function changeError(
  matte: AlphaMask8,
  matteBefore: AlphaMask8,
  truth: AlphaMask8,
  truthBefore: AlphaMask8,
): number {
  let sum = 0
  for (const [i, alpha] of matte.data.entries()) {
    const change = alpha - (matteBefore.data[i] ?? 0)
    const trueChange = (truth.data[i] ?? 0) - (truthBefore.data[i] ?? 0)
    sum += (change - trueChange) ** 2
  }
  return Math.sqrt(sum / matte.data.length) / 255
}
