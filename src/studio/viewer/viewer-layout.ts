import { type Box, type Size, toFractions } from '#base/geometry.ts'

/** Which part of the source the viewer shows, and how large that is. */
export type ViewerLayout = {
  /** The size of the part that is shown, in source pixels. */
  readonly content: Size
  /** Where the source lies in that part: fractions of its width and height. */
  readonly source: Box
}

/**
 * Places the source behind the result so that both coincide. `isWhole` shows all of the source, with what was cropped
 * away; otherwise the content is what the result shows (`box`, in source pixels), which may reach past the source.
 */
export const viewerLayout = (source: Size, box: Box | null, isWhole: boolean): ViewerLayout => {
  if (!box || isWhole) return { content: source, source: { x: 0, y: 0, width: 1, height: 1 } }
  return {
    content: { width: box.width, height: box.height },
    source: {
      x: -box.x / box.width,
      y: -box.y / box.height,
      width: source.width / box.width,
      height: source.height / box.height,
    },
  }
}

/** A box in fractions of another, in fractions of what that other lies in. */
export const boxWithin = (outer: Box, { x, y, width, height }: Box): Box => ({
  x: outer.x + x * outer.width,
  y: outer.y + y * outer.height,
  width: width * outer.width,
  height: height * outer.height,
})

/** The CSS of a box that is given in fractions of its parent. */
export const boxStyle = ({ x, y, width, height }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})

/** The part of the source that a result shows, in fractions of the source; null where that is all of it. */
export const keptPart = (box: Box, source: Size): Box | null =>
  box.x === 0 && box.y === 0 && box.width === source.width && box.height === source.height
    ? null
    : toFractions(box, source)
