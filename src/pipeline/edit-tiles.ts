import type { Box, Size } from '#base/geometry.ts'
import { blockAt } from '#engine/edits/edge-colors.ts'

/** Side of the tiles of an edited cut-out: small, so that a stroke repaints little. */
const tileSide = 128

/** Groups tiles by the block in which their colours are estimated. */
export const blocksOf = (tiles: Iterable<Box>, size: Size): readonly (readonly Box[])[] => {
  const blocks = new Map<number, Box[]>()
  for (const tile of tiles) {
    const block = blockAt(tile.x, tile.y, size)
    const others = blocks.get(block)
    if (others) others.push(tile)
    else blocks.set(block, [tile])
  }
  return [...blocks.values()]
}

/** The tiles that a box touches. */
export const tilesOn = (tiles: readonly Box[], { x, y, width, height }: Box, size: Size): readonly Box[] => {
  const columns = columnsOf(size)
  const left = Math.floor(x / tileSide)
  const right = Math.ceil((x + width) / tileSide)
  const found: Box[] = []
  for (let row = Math.floor(y / tileSide); row * tileSide < y + height; row++)
    found.push(...tiles.slice(row * columns + left, row * columns + right))
  return found
}

/** All tiles of a picture, in row order. */
export const tilesOf = ({ width, height }: Size): readonly Box[] => {
  const columns = columnsOf({ width, height })
  return Array.from({ length: columns * Math.ceil(height / tileSide) }, (_, i) => {
    const x = (i % columns) * tileSide
    const y = Math.floor(i / columns) * tileSide
    return { x, y, width: Math.min(tileSide, width - x), height: Math.min(tileSide, height - y) }
  })
}

const columnsOf = ({ width }: Size): number => Math.ceil(width / tileSide)
