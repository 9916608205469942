import { type LumaFloor, type LumaPyramid, margin } from './luma-pyramid.ts'
import type { Size } from './raster.ts'

/**
 * Motion from one picture to another: what is at pixel (x, y) of the first is at (x + dx, y + dy) of the
 * second, in pixels of the pyramid's largest floor.
 */
export type Flow = Size & { readonly dx: Float32Array; readonly dy: Float32Array }

const patch = 8
const step = 4
const iterations = 5
/** A patch that moves further than this from where it was looked for has lost its way. */
const furthest = patch
/** Added to the squared gradients of a patch, so that a flat one stays where its neighbours say. */
const flatness = 64

/**
 * Dense motion by inverse search (DIS; Kroeger et al. 2016, arXiv:1603.03590, without its variational
 * step): from the smallest floor to the largest, patches of 8 x 8 pixels look for themselves in the second
 * picture, and each pixel takes the mean of the patches over it by how well they explain it. `guess` is
 * polished on the largest floor alone.
 */
export function findFlow(from: LumaPyramid, to: LumaPyramid, guess?: Flow): Flow {
  if (guess) return flowOnFloor(from[0], to[0], guess)
  let flow: Flow | undefined
  for (let i = from.length - 1; i >= 0; i--) {
    flow = flowOnFloor(from[i], to[i], flow && enlarge(flow, from[i]))
  }
  return flow as Flow
}

type Patches = {
  readonly across: number
  readonly down: number
  readonly xs: Int32Array
  readonly ys: Int32Array
  readonly dx: Float32Array
  readonly dy: Float32Array
}

function flowOnFloor(from: LumaFloor, to: LumaFloor, guess: Flow | undefined): Flow {
  const patches = layPatches(from)
  search(from, to, guess, patches)
  return spread(from, to, patches)
}

/** Left and top edges of the patches: every fourth pixel, and flush with the far edge. */
function layPatches({ width, height }: Size): Patches {
  const starts = (length: number) => {
    const last = Math.max(0, length - patch)
    const count = Math.ceil(last / step) + 1
    return Int32Array.from({ length: count }, (_, i) => Math.min(last, i * step))
  }
  const xs = starts(width)
  const ys = starts(height)
  const count = xs.length * ys.length
  return {
    across: xs.length,
    down: ys.length,
    xs,
    ys,
    dx: new Float32Array(count),
    dy: new Float32Array(count),
  }
}

const area = patch * patch
/** Squared difference of a patch, noise apart, at which it counts as found and is not searched further. */
const found = area * 3
/** Below this square of the last move, in pixels, a search has arrived. */
const arrived = 2e-3

function search(from: LumaFloor, to: LumaFloor, guess: Flow | undefined, patches: Patches): void {
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
      for (let n = 0; n < 3 && best > found; n++) {
        const other = n === 0 ? index - 1 : n === 1 ? index - across : index - across + 1
        if ((n === 0 && column === 0) || (n > 0 && row === 0) || (n === 2 && column === across - 1)) continue
        const dx = patches.dx[other]
        const dy = patches.dy[other]
        if (Math.abs(dx - startX) + Math.abs(dy - startY) < 0.5) continue
        const cost = compare(own, to, x0 + dx, y0 + dy, diff)
        if (cost >= best) continue
        best = cost
        startX = dx
        startY = dy
      }
      let bestX = startX
      let bestY = startY
      if (best > found / 3) {
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
        compare(own, to, x0 + dx, y0 + dy, diff)
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
          if (moveX * moveX + moveY * moveY < arrived || gain < 0.02 * cost) break
        }
      }
      const astray = Math.abs(bestX - startX) > furthest || Math.abs(bestY - startY) > furthest
      patches.dx[index] = astray ? startX : bestX
      patches.dy[index] = astray ? startY : bestY
    }
  }
}

/**
 * Squared differences, less their mean, between a patch and the one at (x, y) of another picture, which
 * is between pixels; leaves the differences themselves in `diff`.
 */
function compare(own: Float32Array, to: LumaFloor, x: number, y: number, diff: Float32Array): number {
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

/** The mean of the patches over each pixel, weighted by how well they explain it. */
function spread(from: LumaFloor, to: LumaFloor, patches: Patches): Flow {
  const { width, height, stride, data } = from
  const target = to.data
  const dx = new Float32Array(width * height)
  const dy = new Float32Array(width * height)
  const weight = new Float32Array(width * height)
  for (let row = 0, index = 0; row < patches.down; row++) {
    for (let column = 0; column < patches.across; column++, index++) {
      const moveX = patches.dx[index]
      const moveY = patches.dy[index]
      const x0 = patches.xs[column]
      const y0 = patches.ys[row]
      const x = Math.min(width + margin - patch - 2, Math.max(-margin, x0 + moveX))
      const y = Math.min(height + margin - patch - 2, Math.max(-margin, y0 + moveY))
      const ix = Math.floor(x)
      const iy = Math.floor(y)
      const fx = x - ix
      const fy = y - iy
      const w11 = fx * fy
      const w10 = fy - w11
      const w01 = fx - w11
      const w00 = 1 - fx - fy + w11
      for (let v = 0; v < patch && y0 + v < height; v++) {
        let i = (iy + v + margin) * stride + ix + margin
        let own = (y0 + v + margin) * stride + x0 + margin
        let at = (y0 + v) * width + x0
        for (let u = 0; u < patch && x0 + u < width; u++, i++, own++, at++) {
          const d =
            w00 * target[i] +
            w01 * target[i + 1] +
            w10 * target[i + stride] +
            w11 * target[i + stride + 1] -
            data[own]
          const w = 1 / (d * d + 1)
          dx[at] += w * moveX
          dy[at] += w * moveY
          weight[at] += w
        }
      }
    }
  }
  for (let i = 0; i < weight.length; i++) {
    dx[i] /= weight[i]
    dy[i] /= weight[i]
  }
  return { width, height, dx, dy }
}

/** A flow at the next larger floor's size: twice as far. */
function enlarge({ width, height, dx, dy }: Flow, size: Size): Flow {
  const large = {
    dx: new Float32Array(size.width * size.height),
    dy: new Float32Array(size.width * size.height),
  }
  for (let y = 0, at = 0; y < size.height; y++) {
    const row = Math.min(height - 1, y >> 1) * width
    for (let x = 0; x < size.width; x++, at++) {
      const i = row + Math.min(width - 1, x >> 1)
      large.dx[at] = 2 * dx[i]
      large.dy[at] = 2 * dy[i]
    }
  }
  return { width: size.width, height: size.height, ...large }
}
