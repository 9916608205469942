import { margin, type PyramidLevel } from './luma-pyramid.ts'

/** The side of a patch, in pixels. */
export const patch = 8

/** The motion of each pixel, by row. */
type Moves = { readonly dx: Float32Array; readonly dy: Float32Array }

/** Patches on a grid: left and top edges, and motion, by row. */
export type Patches = {
  readonly across: number
  readonly down: number
  readonly xs: Int32Array
  readonly ys: Int32Array
  readonly dx: Float32Array
  readonly dy: Float32Array
}

const iterations = 5
/** A search that ends further than this from its start, in pixels, is discarded. */
const maxMove = patch
/** Added to a patch's squared gradients, so that a patch without texture stays at its start. */
const flatness = 64
const area = patch * patch
/** Sum of squared differences at which a start suffices; below a third of it no search is needed. */
const matched = area * 3
/** Squared last move, in pixels, at which the search has converged. */
const converged = 2e-3

/**
 * Finds each patch of the first picture in the second by inverse compositional search (Baker & Matthews, _Lucas-Kanade
 * 20 Years On_, IJCV 2004), and writes its motion to `patches`. A search starts from `guess`, the smaller level's flow,
 * or from a neighbouring patch's motion if that matches better.
 */
export function search(
  from: PyramidLevel,
  to: PyramidLevel,
  guess: Moves | undefined,
  patches: Patches,
): void {
  const own = new Float32Array(area)
  const gradX = new Float32Array(area)
  const gradY = new Float32Array(area)
  const diff = new Float32Array(area)
  const { stride, width, height, data } = from
  const { across, down, xs, ys } = patches

  for (let row = 0, index = 0; row < down; row++) {
    for (let column = 0; column < across; column++, index++) {
      const x0 = xs[column]
      const y0 = ys[row]
      let startX = 0
      let startY = 0
      if (guess) {
        const i = Math.min(height - 1, y0 + patch / 2) * width + Math.min(width - 1, x0 + patch / 2)
        startX = guess.dx[i]
        startY = guess.dy[i]
      }
      for (let v = 0, at = 0, i = (y0 + margin) * stride + x0 + margin; v < patch; v++, i += stride - patch) {
        for (let u = 0; u < patch; u++, i++, at++) own[at] = data[i]
      }
      let best = compare(own, to, x0 + startX, y0 + startY, diff)
      let isOfStart = true
      for (let n = 0; n < 3 && best > matched; n++) {
        const other = n === 0 ? index - 1 : n === 1 ? index - across : index - across + 1
        if ((n === 0 && column === 0) || (n > 0 && row === 0) || (n === 2 && column === across - 1)) continue
        const dx = patches.dx[other]
        const dy = patches.dy[other]
        if (Math.abs(dx - startX) + Math.abs(dy - startY) < 0.5) continue
        const cost = compare(own, to, x0 + dx, y0 + dy, diff)
        isOfStart = cost < best
        if (!isOfStart) continue
        best = cost
        startX = dx
        startY = dy
      }
      let bestX = startX
      let bestY = startY
      if (best > matched / 3) {
        let hxx = flatness
        let hxy = 0
        let hyy = flatness
        let sumX = 0
        let sumY = 0
        for (
          let v = 0, at = 0, i = (y0 + margin) * stride + x0 + margin;
          v < patch;
          v++, i += stride - patch
        ) {
          for (let u = 0; u < patch; u++, i++, at++) {
            const gx = (data[i + 1] - data[i - 1]) / 2
            const gy = (data[i + stride] - data[i - stride]) / 2
            gradX[at] = gx
            gradY[at] = gy
            hxx += gx * gx
            hxy += gx * gy
            hyy += gy * gy
            sumX += gx
            sumY += gy
          }
        }
        hxx -= (sumX * sumX) / area
        hxy -= (sumX * sumY) / area
        hyy -= (sumY * sumY) / area
        const scale = 1 / (hxx * hyy - hxy * hxy)
        let dx = startX
        let dy = startY
        if (!isOfStart) compare(own, to, x0 + dx, y0 + dy, diff)
        for (let k = 0; k < iterations; k++) {
          let bx = 0
          let by = 0
          let sum = 0
          for (let at = 0; at < area; at++) {
            const d = diff[at]
            sum += d
            bx += gradX[at] * d
            by += gradY[at] * d
          }
          bx -= (sumX * sum) / area
          by -= (sumY * sum) / area
          const moveX = (hyy * bx - hxy * by) * scale
          const moveY = (hxx * by - hxy * bx) * scale
          dx -= moveX
          dy -= moveY
          const cost = compare(own, to, x0 + dx, y0 + dy, diff)
          if (!(cost < best)) break
          const gain = best - cost
          best = cost
          bestX = dx
          bestY = dy
          if (moveX * moveX + moveY * moveY < converged || gain < 0.02 * cost) break
        }
      }
      const isTooFar = Math.abs(bestX - startX) > maxMove || Math.abs(bestY - startY) > maxMove
      patches.dx[index] = isTooFar ? startX : bestX
      patches.dy[index] = isTooFar ? startY : bestY
    }
  }
}

/**
 * The sum of squared differences of a patch to that at (x, y) of another picture, bilinear, after subtracting the mean
 * difference, so that brightness is ignored. Writes the differences to `diff`.
 */
function compare(own: Float32Array, to: PyramidLevel, x: number, y: number, diff: Float32Array): number {
  const { stride, data } = to
  const px = Math.max(-margin, Math.min(x, to.width + margin - patch - 2))
  const py = Math.max(-margin, Math.min(y, to.height + margin - patch - 2))
  const ix = Math.floor(px)
  const iy = Math.floor(py)
  const fx = px - ix
  const fy = py - iy
  const w11 = fx * fy
  const w10 = fy - w11
  const w01 = fx - w11
  const w00 = 1 - fx - w10
  let sum = 0
  let squares = 0
  for (let v = 0, at = 0, i = (iy + margin) * stride + ix + margin; v < patch; v++, i += stride - patch) {
    let left = data[i]
    let lower = data[i + stride]
    for (let u = 0; u < patch; u++, at++) {
      i++
      const right = data[i]
      const lowerRight = data[i + stride]
      const d = w00 * left + w01 * right + w10 * lower + w11 * lowerRight - own[at]
      left = right
      lower = lowerRight
      diff[at] = d
      sum += d
      squares += d * d
    }
  }
  return squares - (sum * sum) / area
}
