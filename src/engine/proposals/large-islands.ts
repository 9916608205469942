import type { Size } from '#base/geometry.ts'
import { islandAt } from '#engine/clicks/matte-islands.ts'

/** So many of the largest islands are looked at. */
const most = 3
/** Smaller islands, as a share of the largest, are specks and nobody's subject. */
const leastShare = 0.03
/** Islands of any size. */
const any = { ofPicture: 1, ofOpen: 1 }

/**
 * The islands of a matte and their sums, as masks of 0 and 1: each of the three largest alone, the largest first, and
 * each pair of three. One mask where the matte is in one piece; none where it is empty. Haze around an island is part of it.
 */
export function largeIslands(size: Size, alpha: Float32Array): readonly Float32Array[] {
  const open = Uint8Array.from(alpha, (value) => Number(value >= haze))
  const islands: (readonly number[])[] = []
  for (let cell = 0; cell < open.length; cell++) {
    if (open[cell] === 0) continue
    const island = islandAt(size, open, cell, any) ?? []
    for (const each of island) open[each] = 0
    islands.push(island)
  }
  const sorted = islands.toSorted((a, b) => b.length - a.length)
  const least = (sorted[0]?.length ?? 0) * leastShare
  const large = sorted.slice(0, most).filter(({ length }) => length >= least)
  const pairs = large.length === most ? large.map((_, i) => large.toSpliced(i, 1).flat()).toReversed() : []
  return [...large, ...pairs].map((cells) => {
    const mask = new Float32Array(alpha.length)
    for (const cell of cells) mask[cell] = 1
    return mask
  })
}

const haze = 0.1
