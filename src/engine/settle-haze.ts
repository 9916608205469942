import { sumBoxes } from '#engine/box-sums.ts'
import { dilate, erode } from './morphology.ts'
import type { AlphaMaskF32 } from './raster.ts'
import { resizePlane } from './resample/resize.ts'

/** Side of the copy on which haze is detected. */
const copySide = 192
/** Alphas between these are undecided. */
const undecided = { above: 0.12, below: 0.88 }
/** Half the side of the fully undecided square, in pixels of the copy: wider than hair and fur. */
const coreRadius = 3
/** Factor of alpha's distance from one half after settling. */
const contrast = 2

/**
 * Moves alpha away from one half where a matte is undecided over more than hair or fur could explain. A network leaves
 * such even areas where it fails, and few things are half transparent over a large area: glass, smoke and veils keep
 * part of it. Returns the same matte if there is no haze.
 */
export function settleHaze(matte: AlphaMaskF32): AlphaMaskF32 {
  const haze = findHaze(matte)
  if (!haze) return matte
  const weights = resizePlane(haze, matte).data
  const data = matte.data.map((alpha, i) => {
    const settled = Math.min(1, Math.max(0, (alpha - 0.5) * contrast + 0.5))
    return alpha + (weights[i] ?? 0) * (settled - alpha)
  })
  return { width: matte.width, height: matte.height, data }
}

/** The haze of a matte, 0 to 1, on a small copy; null if there is none. */
function findHaze(matte: AlphaMaskF32): AlphaMaskF32 | null {
  const size = { width: copySide, height: copySide }
  const { data } = resizePlane(matte, size)
  const isGrey = Uint8Array.from(data, (alpha) => Number(alpha > undecided.above && alpha < undecided.below))
  const cores = erode(isGrey, size, coreRadius)
  if (!cores.includes(1)) return null
  const areas = dilate(cores, size, coreRadius + 1)
  const haze = Float32Array.from(areas, (isNear, i) => isNear & (isGrey[i] ?? 0))
  // A soft border hides the area's edge in the matte.
  sumBoxes(haze, size, 1, new Float32Array(haze.length))
  const inside = (at: number) => (at === 0 || at === copySide - 1 ? 2 : 3)
  const mean = (sum: number, i: number) => sum / (inside(i % copySide) * inside(Math.floor(i / copySide)))
  return { ...size, data: haze.map(mean) }
}
