import type { Size } from '#base/geometry.ts'
import { type LumaPyramid, margin, type PyramidLevel } from './luma-pyramid.ts'
import { type Patches, patch, search } from './patch-search.ts'

/**
 * Optical flow between two pictures: the content of pixel (x, y) in the first is at (x + dx, y + dy) in the second, in
 * pixels of the pyramid's largest level.
 */
export type Flow = Size & { readonly dx: Float32Array; readonly dy: Float32Array }

/** The flow between equal pictures. */
export const noFlow = ({ width, height }: Size): Flow => ({
  width,
  height,
  dx: new Float32Array(width * height),
  dy: new Float32Array(width * height),
})

/** Distance between patches, in pixels. */
const step = 4

/**
 * Dense optical flow by inverse search (DIS; Kroeger et al., ECCV 2016, arXiv:1603.03590), without variational
 * refinement. From the smallest level to the largest, patches of 8 x 8 pixels are searched in the second picture; a
 * pixel's flow is the mean of the patches that cover it, weighted by their match there. Both pyramids come from
 * pictures of one size.
 */
export function findFlow(from: LumaPyramid, to: LumaPyramid): Flow {
  let flow: Flow | undefined
  for (let i = from.length - 1; i >= 0; i--) {
    flow = flowAtLevel(from[i], to[i], flow && enlarge(flow, from[i]))
  }
  return flow as Flow
}

function flowAtLevel(from: PyramidLevel, to: PyramidLevel, guess: Flow | undefined): Flow {
  const patches = patchGrid(from)
  search(from, to, guess, patches)
  return densify(from, to, patches)
}

/** Left and top edges of patches: every fourth pixel, the last flush with the border. */
function patchGrid({ width, height }: Size): Patches {
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

/** The flow of each pixel: the mean of the patches that cover it, weighted by 1 / (1 + squared difference). */
function densify(from: PyramidLevel, to: PyramidLevel, patches: Patches): Flow {
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

/** A flow enlarged to the next level, with motion doubled. */
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
