import { capSide } from '#base/geometry.ts'
import { fromRuns, toRuns } from '#base/plane-runs.ts'
import type { AlternativeEdit } from '#contract/image-edits.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { type AlphaPatch, copyPatch, pixelBox } from './alpha-patch.ts'

/** Longer side of an alternative's matte: finer edges come from the picture. */
const takenSide = 320

/** The edit that replaces the whole matte by this one. */
export function alternativeEdit(matte: AlphaMaskF32): AlternativeEdit {
  const size = capSide(matte, takenSide)
  return { kind: 'alternative', ...toRuns({ ...size, data: resizePlane(matte, size).data }) }
}

const takenMatte = ({ width, height, runs }: AlternativeEdit): AlphaMaskF32 => ({
  width,
  height,
  data: fromRuns({ width, height, runs }),
})

/** The rows in which an alternative matte differs from `alpha`, with edges refined on the picture. */
export function* alternativePatches(
  picture: Raster,
  alpha: AlphaMask8,
  edit: AlternativeEdit,
): Generator<AlphaPatch> {
  const { data } = refineAlpha(picture, takenMatte(edit))
  const { width } = alpha
  const first = data.findIndex((value, at) => value !== alpha.data[at])
  if (first < 0) return
  const last = data.findLastIndex((value, at) => value !== alpha.data[at])
  const box = pixelBox(0, Math.floor(first / width), width, Math.floor(last / width) + 1, alpha)
  if (!box) return
  const patch = copyPatch(alpha, box)
  patch.data.set(data.subarray(box.y * width, (box.y + box.height) * width))
  yield patch
}
