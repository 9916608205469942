import type { ImageFrame } from '#contract/image-answer.ts'
import type { Size } from '#studio/stage/zoom-math.ts'

type Box = ImageFrame['box']

/** What the artboard shows, in source pixels. */
export type ArtLayout = {
  readonly art: Size
  /** Where the source lies in the artboard: fractions of the artboard's width and height. */
  readonly source: Box
}

/**
 * Lays the source behind the result so that both coincide. `whole` shows all of the source, also what
 * was cropped away; else the artboard is what the result shows, which may reach past the source.
 */
export const layOut = (source: Size, box: Box | null, whole: boolean): ArtLayout => {
  if (!box || whole) return { art: source, source: { x: 0, y: 0, width: 1, height: 1 } }
  return {
    art: { width: box.width, height: box.height },
    source: {
      x: -box.x / box.width,
      y: -box.y / box.height,
      width: source.width / box.width,
      height: source.height / box.height,
    },
  }
}

/** CSS for a box given in fractions of its parent. */
export const placed = ({ x, y, width, height }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})
