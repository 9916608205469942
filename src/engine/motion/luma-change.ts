import { type LumaChange, usualDifference } from './flow-confidence.ts'
import { margin, type PyramidLevel } from './luma-pyramid.ts'

/** Smallest luma difference above noise, and its share of contrast in dark pictures. */
const minDifference = 5
const contrastShare = 0.65

/** The overall change of luma, and the difference at which confidence halves: less in dark pictures. */
export function lumaChange(before: PyramidLevel, after: PyramidLevel): LumaChange {
  const [lumaBefore, lumaAfter] = [meanLuma(before), meanLuma(after)]
  const contrast = (meanContrast(before, lumaBefore) + meanContrast(after, lumaAfter)) / 2
  const difference = Math.max(minDifference, Math.min(usualDifference, contrastShare * contrast))
  return { brighter: lumaAfter - lumaBefore, difference }
}

/** The mean luma of a picture, 0 to 255. */
export function meanLuma({ width, height, stride, data }: PyramidLevel): number {
  let sum = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = (y + margin) * stride + margin; x < width; x++, i++) sum += data[i]
  }
  return sum / (width * height)
}

/** The mean deviation of a picture's luma from its mean. */
function meanContrast({ width, height, stride, data }: PyramidLevel, middle: number): number {
  let sum = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = (y + margin) * stride + margin; x < width; x++, i++) sum += Math.abs(data[i] - middle)
  }
  return sum / (width * height)
}
