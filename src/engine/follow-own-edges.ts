import { alphaOf } from './compose.ts'
import { dilate } from './morphology.ts'
import { type AlphaMaskF32, isOpaque, type Raster } from './raster.ts'
import { resizeAlpha } from './resample/resize.ts'

/** A network's edge may be off by one part of so many of the matte's longer side. */
const cellsAcross = 384
/** Alpha from which a cell is subject. */
const subject = 0.5

/**
 * Moves edges of a matte out to nearby edges of the picture's own alpha, which are more exact. Elsewhere the matte
 * stays, so a network still removes the rest of a rough cut-out. Returns the same matte for an opaque picture. The
 * result may exceed the picture's alpha: apply `limitAlpha` afterwards.
 */
export function followOwnEdges(matte: AlphaMaskF32, picture: Raster): AlphaMaskF32 {
  if (isOpaque(picture)) return matte
  const { width, height } = matte
  const own = resizeAlpha(alphaOf(picture), matte).data
  const reach = Math.max(1, Math.round(Math.max(width, height) / cellsAcross))
  const isClear = Uint8Array.from(own, (alpha) => Number(alpha < 128))
  const isAtEdge = dilate(isClear, matte, 2 * reach)
  const data = matte.data.slice()
  for (let i = 0; i < data.length; i++) {
    if (own[i] === 0 || isAtEdge[i] === 0) continue
    const highest = highestAround(matte, i, reach)
    if (highest >= subject) data[i] = highest
  }
  return { width, height, data }
}

/** The maximum alpha of the square of side 2 * reach + 1 around a cell. */
function highestAround({ width, height, data }: AlphaMaskF32, cell: number, reach: number): number {
  const x = cell % width
  const y = Math.floor(cell / width)
  let highest = 0
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++)
      highest = Math.max(highest, data[row * width + column])
  return highest
}
