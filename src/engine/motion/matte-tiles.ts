import type { Box, Size } from '#base/geometry.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { type LinearTaps, linearTaps } from '#engine/resample/filter-taps.ts'
import type { Flow } from './optical-flow.ts'

/**
 * The alphas of each tile of a picture: only 0, only 255, or others. Most tiles are uniform, and between uniform tiles
 * nothing needs interpolation.
 */
export type MatteTiles = {
  readonly picture: Size
  readonly across: number
  readonly down: number
  readonly kinds: Uint8Array
}

/** Kinds of a tile as bits; mixed tiles have both. */
const onlyGround = 1
const onlySubject = 2
const mixed = onlyGround | onlySubject

/** Side of a tile, in pixels; tiles at the right and lower edge may be smaller. */
const side = 16

export function emptyTiles({ width, height }: Size): MatteTiles {
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)]
  return { picture: { width, height }, across, down, kinds: new Uint8Array(across * down) }
}

export function tilesOf(matte: AlphaMask8): MatteTiles {
  const { width, height, data } = matte
  const tiles = emptyTiles(matte)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / side) * tiles.across
    for (let column = 0, at = y * width; column < tiles.across; column++) {
      const end = y * width + Math.min(width, (column + 1) * side)
      let kind = tiles.kinds[row + column]
      for (; at < end && kind !== mixed; at++) {
        const alpha = data[at]
        kind |= alpha === 0 ? onlyGround : alpha === 255 ? onlySubject : mixed
      }
      tiles.kinds[row + column] = kind
      at = end
    }
  }
  return tiles
}

function tileBox({ picture, across }: MatteTiles, index: number): Box {
  const [x, y] = [(index % across) * side, Math.floor(index / across) * side]
  return { x, y, width: Math.min(side, picture.width - x), height: Math.min(side, picture.height - y) }
}

/** The mixed tiles as boxes, horizontal neighbours joined. */
export function mixedBoxes(tiles: MatteTiles): Box[] {
  const boxes: Box[] = []
  const { picture, across, down, kinds } = tiles
  for (let row = 0; row < down; row++) {
    const height = Math.min(side, picture.height - row * side)
    for (let column = 0; column < across; column++) {
      if (kinds[row * across + column] !== mixed) continue
      const first = column
      while (column < across && kinds[row * across + column] === mixed) column++
      const width = Math.min(column * side, picture.width) - first * side
      boxes.push({ x: first * side, y: row * side, width, height })
    }
  }
  return boxes
}

/** The uniform tiles and their alpha: 0 or 255. */
export function* uniformTiles(tiles: MatteTiles): Generator<{ readonly box: Box; readonly alpha: number }> {
  for (const [index, kind] of tiles.kinds.entries()) {
    if (kind !== mixed) yield { box: tileBox(tiles, index), alpha: kind === onlySubject ? 255 : 0 }
  }
}

/** Calls `alphaOf` for each mixed tile: 0 or 255 makes it uniform. */
export function settleTiles(tiles: MatteTiles, alphaOf: (box: Box) => number | undefined): void {
  for (const [index, kind] of tiles.kinds.entries()) {
    if (kind !== mixed) continue
    const alpha = alphaOf(tileBox(tiles, index))
    if (alpha !== undefined) tiles.kinds[index] = alpha === 0 ? onlyGround : onlySubject
  }
}

/** Fills a box of a plane of this `width`. */
export function fillBox(
  plane: Uint8ClampedArray | Float32Array,
  width: number,
  box: Box,
  value: number,
): void {
  for (let y = box.y; y < box.y + box.height; y++) {
    const start = y * width + box.x
    // Faster than `fill` for few pixels.
    for (let i = start; i < start + box.width; i++) plane[i] = value
  }
}

/** Adds the kinds of another matte of the same size. */
export function addTiles({ kinds }: MatteTiles, into: MatteTiles): void {
  for (let i = 0; i < kinds.length; i++) into.kinds[i] |= kinds[i]
}

/** Adds to `into` the kinds that its tiles can get from another picture along `flow`, with any interpolation. */
export function addWarpedTiles(tiles: MatteTiles, flow: Flow, into: MatteTiles): void {
  const { width, height } = into.picture
  const { dx, dy } = flow
  const across = cellsOf(linearTaps(width, flow.width), into.across)
  const down = cellsOf(linearTaps(height, flow.height), into.down)
  for (let index = 0; index < into.kinds.length; index++) {
    const [left, right] = across[index % into.across]
    const [top, bottom] = down[Math.floor(index / into.across)]
    let minX = Infinity
    let maxX = -Infinity
    let minY = Infinity
    let maxY = -Infinity
    for (let y = top; y <= bottom; y++) {
      const end = y * flow.width + right
      for (let i = y * flow.width + left; i <= end; i++) {
        const x = dx[i]
        const y = dy[i]
        if (x < minX) minX = x
        if (x > maxX) maxX = x
        if (y < minY) minY = y
        if (y > maxY) maxY = y
      }
    }
    const box = tileBox(into, index)
    const columns = reached(box.x, box.width, minX, maxX, width / flow.width, width)
    const rows = reached(box.y, box.height, minY, maxY, height / flow.height, height)
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (let column = columns[0]; column <= columns[1]; column++)
        into.kinds[index] |= tiles.kinds[row * tiles.across + column]
    }
  }
}

/** The first and last cell of the flow that each tile's pixels read. */
const cellsOf = ({ before, after }: LinearTaps, tiles: number): (readonly [number, number])[] =>
  Array.from({ length: tiles }, (_, tile) => [
    before[tile * side],
    after[Math.min(after.length, (tile + 1) * side) - 1],
  ])

/** The first and last tile that pixels from `start` read along one axis; `scale` scales the flow. */
function reached(start: number, count: number, min: number, max: number, scale: number, length: number) {
  // One more pixel for bilinear interpolation, another for rounding.
  const first = Math.max(0, Math.min(length - 1, Math.floor(start + min * scale) - 1))
  const last = Math.max(0, Math.min(length - 1, Math.floor(start + count - 1 + max * scale) + 2))
  return [Math.floor(first / side), Math.floor(last / side)] as const
}
