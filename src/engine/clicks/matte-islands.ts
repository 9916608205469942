import type { Size } from '#base/geometry.ts'

/** Largest area of an island, as a share of the picture and of all changeable cells. */
export type IslandLimits = { readonly ofPicture: number; readonly ofOpen: number }

const usualLimits: IslandLimits = { ofPicture: 0.06, ofOpen: 0.25 }

/**
 * The changeable cells connected with `seed`, if they are a small part of all: a pole beside the subject, a gap inside
 * it. The matte itself limits such an island, so a click takes all of it. Null if it is larger.
 */
export function islandAt(
  { width, height }: Size,
  open: Uint8Array,
  seed: number,
  maxShare = usualLimits,
): readonly number[] | null {
  const isFound = new Uint8Array(open.length)
  isFound[seed] = 1
  const found = [seed]
  const limit = maxShare.ofPicture * open.length
  for (let at = 0; at < found.length; at++) {
    const cell = found[at]
    const x = cell % width
    const visit = (near: number, isThere: boolean) => {
      if (!isThere || !open[near] || isFound[near]) return
      isFound[near] = 1
      found.push(near)
    }
    visit(cell - 1, x > 0)
    visit(cell + 1, x < width - 1)
    visit(cell - width, cell >= width)
    visit(cell + width, cell < width * (height - 1))
    if (found.length > limit) return null
  }
  let all = 0
  for (const value of open) all += value
  return found.length <= maxShare.ofOpen * all ? found : null
}
