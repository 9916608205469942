import type { Size } from '#base/geometry.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import type { FeatureMaps } from './feature-maps.ts'
import { geodesicDistances } from './geodesic-distance.ts'

/** "This belongs to the subject" or "this does not", at a point of the picture: x and y from 0 to 1 of its sides. */
export type Click = { readonly x: number; readonly y: number; readonly mode: 'keep' | 'remove' }

export type ClickScene = {
  /** A small copy of the picture: 256 to 320 px on its longer side. */
  readonly picture: Raster
  /** The whole picture's matte at any size. */
  readonly matte: AlphaMaskF32
  /** Null where the network's features are not there; regions follow colours and the matte alone then. */
  readonly features: FeatureMaps | null
  /** Their order does not matter. */
  readonly clicks: readonly Click[]
}

/** How far a click reaches at most, as a share of the picture's longer side, along a path of even colour. */
const reachShare = 0.5

/**
 * The matte after all clicks, at the matte's size. A click decides its own pixel and the pixels that are nearer to it
 * than to any click of the other mode, by geodesic distance. Without clicks it is `matte` itself.
 */
export function applyClicks({ picture, matte, clicks }: ClickScene): AlphaMaskF32 {
  if (clicks.length === 0) return matte
  const seeds = (mode: Click['mode']) =>
    clicks.filter((click) => click.mode === mode).map((click) => pixelAt(picture, click))
  const limit = reachShare * Math.max(picture.width, picture.height)
  const keep = geodesicDistances(picture, seeds('keep'), limit)
  const remove = geodesicDistances(picture, seeds('remove'), limit)
  const correction = new Float32Array(keep.length)
  for (let i = 0; i < keep.length; i++) {
    const nearer = Math.min(keep[i], remove[i])
    if (nearer > limit) continue
    const strength = Math.min(1, 2 * (1 - nearer / limit))
    correction[i] = keep[i] < remove[i] ? strength : -strength
  }
  const { data } = resizePlane({ width: picture.width, height: picture.height, data: correction }, matte)
  return { ...matte, data: matte.data.map((alpha, i) => alpha + (data[i] > 0 ? 1 - alpha : alpha) * data[i]) }
}

const pixelAt = ({ width, height }: Size, { x, y }: Click): number =>
  Math.min(height - 1, Math.floor(y * height)) * width + Math.min(width - 1, Math.floor(x * width))
