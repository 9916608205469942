import { createHash } from 'node:crypto'
import { capSide, type Size } from '#base/geometry.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import type { Networks } from '#matting/networks.ts'
import type { Pair } from '../quality/pairs.ts'
import type { Labels } from './simulate-clicks.ts'

/** A photo whose matte is to be mended by clicks. */
export type EditCase = {
  readonly name: string
  readonly kind: string
  /** As the pipeline gives it to clicks. */
  readonly picture: Raster
  readonly truth: Labels
  readonly matte: AlphaMaskF32
}

/** The longer side of the picture on which clicks are decided, as in the pipeline. */
const pictureSide = 288
/** The longer side at which results are scored; small photos are scored as they are. */
const truthSide = 512

const call = { signal: new AbortController().signal, onProgress: () => {} }

/**
 * Whether settings may be chosen on a pair; figures are reported on the others. By a hash of the name; all frames of
 * one clip of DAVIS are on the same side.
 */
export function isForChoosing(name: string): boolean {
  const group = name.startsWith('davis_') ? name.split('_', 2).join('_') : name
  return (createHash('sha256').update(group).digest()[0] ?? 0) % 2 === 0
}

export const toEditCase = (pair: Pair, matte: AlphaMaskF32): EditCase => ({
  name: pair.name,
  kind: pair.kind,
  picture: resizeRaster(pair.photo, capSide(pair.photo, pictureSide)),
  truth: truthLabels(pair),
  matte,
})

export const fineMatte = (networks: Networks, { photo }: Pair): Promise<AlphaMaskF32> =>
  openImageMatter(networks).estimate(photo, 'fine', call)

export const fineFeatures = (networks: Networks, { photo }: Pair): Promise<FeatureMaps> =>
  openImageMatter(networks).estimateFeatures(photo, 'fine', call)

/** A matte as labels, at another size. */
export const toLabels = (matte: AlphaMaskF32, { width, height }: Size): Labels => ({
  width,
  height,
  data: Uint8Array.from(resizePlane(matte, { width, height }).data, (alpha) => Number(alpha >= 0.5)),
})

function truthLabels({ truth, unknown }: Pair): Labels {
  const size = capSide(truth, truthSide)
  const labels = toLabels(truth, size)
  const grey = resizePlane({ ...truth, data: Float32Array.from(unknown) }, size).data
  return { ...labels, data: labels.data.map((label, i) => ((grey[i] ?? 0) > 0.5 ? 2 : label)) }
}
