import { type Box, type Size, toPixels } from '#base/geometry.ts'
import type { Placement } from '#contract/composition.ts'
import { alphaOf } from '#engine/compose.ts'
import { findContactShadow, shadowSize } from '#engine/composition/contact-shadow.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { placeSubject } from './place-subject.ts'

/** The photo at the size for detecting its shadow. */
export const shadowPhoto = (photo: Raster): Raster => resizeRaster(photo, shadowSize(photo))

/** The view of a shadow; boxes in fractions of the photo. */
type ShadowView = {
  /** The part of the photo that the result shows. */
  readonly window: Box
  readonly size: Size
  /** The subject's box and placement; null if it is not moved. */
  readonly placed: { readonly box: Box; readonly placement: Placement } | null
}

/**
 * The alpha of the photo's contact shadow in the result; it moves with the subject. `small` is `shadowPhoto` of the
 * photo, `alpha` the whole photo's subject at any size.
 */
export const contactLayer = (
  small: Raster,
  alpha: AlphaMask8,
  { window, size, placed }: ShadowView,
): AlphaMask8 => {
  const { width, height } = small
  const found = findContactShadow({ width, height, photo: small.data, alpha: resizeAlpha(alpha, small).data })
  const shadow = { width, height, data: found }
  if (!placed) return resizeAlpha(shadow, size, toPixels(window, small))
  const raster = { width, height, data: new Uint8ClampedArray(found.length * 4) }
  for (let i = 0; i < found.length; i++) raster.data[i * 4 + 3] = found[i]
  const area = { box: toPixels(placed.box, small), window: toPixels(window, small), size }
  return alphaOf(placeSubject(raster, { ...area, margin: marginOf(shadow, area.box) }, placed.placement))
}

/** How far a shadow extends beyond a box, as a share of its sides. */
const marginOf = ({ width, data }: AlphaMask8, box: Box): number => {
  let margin = 0
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    const across = Math.max(box.x - x, x + 1 - box.x - box.width) / box.width
    const down = Math.max(box.y - y, y + 1 - box.y - box.height) / box.height
    margin = Math.max(margin, across, down)
  }
  return margin
}
