import { type Box, capSide, type Size } from '#base/geometry.ts'
import type { ClickEdit } from '#contract/image-edits.ts'
import { applyClicks, type ClickScene, clickRegion } from '#engine/clicks/apply-clicks.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { outlinePath } from '#engine/clicks/region-outline.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { cropRaster, resizeAlpha, resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { type AlphaPatch, copyPatch, growBox, pixelBox } from './alpha-patch.ts'

/** Consecutive clicks. */
type ClickRun = {
  /** The matte before the first click. */
  readonly prior: AlphaMaskF32
  readonly clicks: readonly ClickEdit[]
  /** See `ClickScene`. */
  readonly isCareful?: boolean
}

/** Longer side of the picture's copy for clicks, in pixels. */
const sceneSide = 288
/** Longer side of a matte made from full-size alpha, for clicks after other edits. */
const priorSide = 512
/** Pixels of the copy on which edges are refined around a click. */
const refinePixels = 120_000
/** Smallest change of alpha by a click. */
const minChange = 0.02

/** The small copy of a picture for clicks. */
export const clickPicture = (picture: Raster): Raster => resizeRaster(picture, capSide(picture, sceneSide))

/** The matte for clicks, from alpha at the picture's size. */
export const priorOf = (alpha: AlphaMask8): AlphaMaskF32 => {
  const { width, height, data } = resizeAlpha(alpha, capSide(alpha, priorSide))
  return { width, height, data: Float32Array.from(data, (value) => value / 255) }
}

/**
 * The change by the last click of a run: where the matte moves, edges are refined again on the picture; other pixels
 * stay. Null if nothing changes. `small` is `clickPicture(picture)`.
 */
export function clickPatch(
  picture: Raster,
  small: Raster,
  features: FeatureMaps | null,
  { prior, clicks, isCareful = false }: ClickRun,
  alpha: AlphaMask8,
): AlphaPatch | null {
  const scene = { picture: small, matte: prior, features, isCareful }
  const matteAfter = (count: number) =>
    applyClicks({ ...scene, clicks: clicks.slice(0, count).map((click) => clickIn(picture, click)) })
  // In this order the cached states are extended by one click.
  const before = matteAfter(clicks.length - 1)
  const after = matteAfter(clicks.length)
  const changes = changesBetween(before, after)
  const box = changes && boxInPicture(changes.box, after, picture)
  if (!changes || !box) return null
  return patchFrom(picture, after, changes.plane, alpha, box)
}

/** The outline of what one more click would change, by `outlinePath`. */
export const clickOutline = (
  picture: Size,
  small: Raster,
  features: FeatureMaps | null,
  { prior, clicks, isCareful = false }: ClickRun,
  click: ClickEdit,
): string =>
  outlinePath(
    clickRegion(
      {
        picture: small,
        matte: prior,
        features,
        isCareful,
        clicks: clicks.map((each) => clickIn(picture, each)),
      },
      clickIn(picture, click),
    ),
    picture,
  )

const clickIn = ({ width, height }: Size, { x, y, mode }: ClickEdit): ClickScene['clicks'][number] => ({
  x: Math.min(1, Math.max(0, x / width)),
  y: Math.min(1, Math.max(0, y / height)),
  mode,
})

/** 1 where two mattes differ, or a neighbour within two pixels does; null if they are equal. */
function changesBetween(before: AlphaMaskF32, after: AlphaMaskF32) {
  const { width, height } = after
  const plane = new Float32Array(width * height)
  let box: Box | null = null
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (Math.abs(after.data[at] - before.data[at]) < minChange) continue
      const near = pixelBox(x - 2, y - 2, x + 3, y + 3, after)
      if (!near) continue
      for (let v = near.y; v < near.y + near.height; v++) {
        plane.fill(1, v * width + near.x, v * width + near.x + near.width)
      }
      box = box ? union(box, near) : near
    }
  }
  return box && { box, plane: { width, height, data: plane } }
}

const union = (one: Box, other: Box): Box => {
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}

const boxInPicture = (box: Box, matte: Size, picture: Size): Box | null => {
  const across = picture.width / matte.width
  const down = picture.height / matte.height
  // Interpolation spreads a change by half a pixel of the matte.
  return pixelBox(
    (box.x - 0.5) * across,
    (box.y - 0.5) * down,
    (box.x + box.width + 0.5) * across,
    (box.y + box.height + 0.5) * down,
    picture,
  )
}

function patchFrom(
  picture: Raster,
  matte: AlphaMaskF32,
  changes: AlphaMaskF32,
  alpha: AlphaMask8,
  box: Box,
): AlphaPatch {
  const window = growBox(box, Math.round(Math.max(box.width, box.height) / 8), picture)
  const scale = Math.min(1, Math.sqrt(refinePixels / (window.width * window.height)))
  const fitted = {
    width: Math.max(1, Math.round(window.width * scale)),
    height: Math.max(1, Math.round(window.height * scale)),
  }
  const guide = cropRaster(picture, window)
  const refined = refineAlpha(
    guide,
    resizePlane(matte, fitted, inMatte(window, matte, picture)),
    refinePixels,
  )
  const shares = resizePlane(changes, { width: box.width, height: box.height }, inMatte(box, matte, picture))
  const patch = copyPatch(alpha, box)
  for (let y = 0, at = 0; y < box.height; y++) {
    const from = (y + box.y - window.y) * window.width + box.x - window.x
    for (let x = 0; x < box.width; x++, at++) {
      const share = shares.data[at]
      if (share > 0) patch.data[at] += (refined.data[from + x] - patch.data[at]) * share
    }
  }
  return patch
}

/** A box of the picture in pixels of the matte. */
const inMatte = (box: Box, matte: Size, picture: Size): Box => ({
  x: (box.x * matte.width) / picture.width,
  y: (box.y * matte.height) / picture.height,
  width: (box.width * matte.width) / picture.width,
  height: (box.height * matte.height) / picture.height,
})
