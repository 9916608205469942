import type { Box, Size } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import { readDeepColors } from '#codecs/image/decode-image.ts'
import { limitAlpha } from '#engine/compose.ts'
import type { FineParts } from '#engine/deepen.ts'
import type { AlphaMaskF32, DeepPicture, Raster } from '#engine/raster.ts'
import { refineAlphaFinely } from '#engine/refine/refine-alpha.ts'
import { resizeDeep, resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import type { ImagePlan } from './plan-image.ts'
import { showsAll } from './render-image.ts'

/** A photo, its matte if a network made it, and the source of its colours if the result has any. */
type FineSource = {
  readonly raster: Raster
  readonly hasAlpha: boolean
  readonly matte: AlphaMaskF32 | undefined
  /** The file, and the photo in the result's colour space. */
  readonly colors: { readonly file: Blob; readonly photo: Raster } | null
}

type Plan = Pick<ImagePlan, 'window' | 'size' | 'colorSpace'>

/** What exceeds 8 bits in the result of a plan: the matte's alpha, and the colours of a 16-bit file. */
export const findFineParts = async (
  { raster, hasAlpha, matte, colors }: FineSource,
  plan: Plan,
  signal: AbortSignal,
): Promise<FineParts> => {
  const alpha = matte ? refineAlphaFinely(raster, matte) : null
  if (alpha && hasAlpha) limitAlpha(alpha, raster)
  await yieldToEvents(signal)
  const fine = colors && (await fineColors(colors, plan, signal))
  return {
    alpha: alpha && resizePlane(alpha, plan.size, plan.window),
    colors: fine?.deep ?? null,
    photo: fine?.photo,
  }
}

const fineColors = async (
  { file, photo }: NonNullable<FineSource['colors']>,
  { size, window, colorSpace = 'srgb' }: Plan,
  signal: AbortSignal,
): Promise<{ readonly deep: DeepPicture; readonly photo: Raster } | null> => {
  const found = await readDeepColors(file, colorSpace)
  signal.throwIfAborted()
  if (!found || !hasShapeOf(found, photo)) return null
  const box = scaledBox(window, found.width / photo.width, found.height / photo.height)
  const deep = resizeDeep(found, size, box)
  const shown = showsAll(photo, { window, size }) ? photo : resizeRaster(photo, size, window)
  return isAlike(deep, shown) ? { deep, photo: shown } : null
}

/** Whether two sizes have one aspect ratio, within the rounding of a shrunk photo's sides. */
const hasShapeOf = (found: Size, photo: Size): boolean =>
  Math.abs(found.width - (photo.width * found.height) / photo.height) <=
  2 * Math.max(1, found.height / photo.height)

const scaledBox = ({ x, y, width, height }: Box, across: number, down: number): Box => ({
  x: x * across,
  y: y * down,
  width: width * across,
  height: height * down,
})

/** Largest mean difference of colours of the same photo, of 255: a lossy copy is within 2. */
const mostApart = 3

/** Number of pixels compared. */
const comparedPixels = 65_536

/** Whether two pictures show the same: only browsers may know how a file's samples are meant. */
const isAlike = (deep: DeepPicture, photo: Raster): boolean => {
  const pixels = photo.width * photo.height
  const step = Math.max(1, Math.floor(pixels / comparedPixels))
  let apart = 0
  let compared = 0
  for (let pixel = 0; pixel < pixels; pixel += step) {
    if (photo.data[pixel * 4 + 3] !== 255) continue
    compared += 3
    for (let channel = 0; channel < 3; channel++)
      apart += Math.abs(
        Number(deep.data[pixel * 3 + channel]) / 257 - Number(photo.data[pixel * 4 + channel]),
      )
  }
  return apart <= mostApart * compared
}
