import { capSize } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { type Cutout, cutOutRefined, type EdgeValues } from './make-cutout.ts'

/** Pixels that can be cut out and encoded within 0.1 s. */
const maxPixels = 500_000

/** Small cut-outs of a photo under edit, shown while a slider moves. */
interface EditDrafts {
  /** Prepares the data shared by all cut-outs with this alpha. */
  prepare(alpha: AlphaMask8, version: number): { readonly picture: Raster; readonly alpha: AlphaMask8 }
  /** The cut-out with this alpha; `version` changes with it. `values` are in pixels of the photo. */
  cutOut(alpha: AlphaMask8, version: number, values: EdgeValues, signal: AbortSignal): Promise<Cutout>
}

/** `hasAlpha`: the photo has transparency. */
export const createEditDrafts = (photo: Raster, hasAlpha: boolean): EditDrafts => {
  const size = capSize(photo, maxPixels)
  const scale = size.width / photo.width
  let picture: Raster | undefined
  /** Sliders do not change the alpha, so its copy is kept. */
  let kept: { readonly version: number; readonly alpha: AlphaMask8 } | undefined

  const prepare: EditDrafts['prepare'] = (alpha, version) => {
    picture ??= resizeRaster(photo, size)
    if (kept?.version !== version) kept = { version, alpha: resizeAlpha(alpha, size) }
    return { picture, alpha: kept.alpha }
  }

  return {
    prepare,
    cutOut: async (alpha, version, { edgeShift, feather, edgeColors }, signal) => {
      const small = prepare(alpha, version)
      const raster = { ...small.picture, data: small.picture.data.slice() }
      const edges = { edgeShift: edgeShift * scale, feather: feather * scale, edgeColors }
      const own = { ...small.alpha, data: small.alpha.data.slice() }
      const shown = await cutOutRefined(raster, hasAlpha, own, signal, { edges })
      return { raster, subject: subjectBox(shown) }
    },
  }
}
