import { capSize } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { type Cutout, cutOutRefined, type EdgeValues } from './make-cutout.ts'

/** As many pixels as are cut out and written in less than a tenth of a second. */
const maxPixels = 500_000

/** Small cut-outs of a photo under edit, for the time in which a slider moves. */
interface EditDrafts {
  /** Makes what every cut-out by this alpha needs. */
  prepare(alpha: AlphaMask8, version: number): { readonly picture: Raster; readonly alpha: AlphaMask8 }
  /** The cut-out by this alpha; `version` differs whenever that has changed. `values` are in pixels of the photo. */
  cutOut(alpha: AlphaMask8, version: number, values: EdgeValues, signal: AbortSignal): Promise<Cutout>
}

/** `hasAlpha` says that the photo has transparent pixels of its own. */
export const createEditDrafts = (photo: Raster, hasAlpha: boolean): EditDrafts => {
  const size = capSize(photo, maxPixels)
  const scale = size.width / photo.width
  let picture: Raster | undefined
  /** Sliders change what is made of the alpha, not the alpha. */
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
