import type { Box, Size } from '#base/geometry.ts'
import type { ImageFacts } from '#contract/image-answer.ts'
import type { ServiceResult } from '#studio/features/image/queue/queue-state.ts'

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

/** The CSS of a box that is given in fractions of its parent. */
export const boxStyle = ({ x, y, width, height }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})

/**
 * Whether the result of a service shows a part of the picture only. Services do not tell which part, so that such a
 * result cannot be placed over the source.
 */
export const isCroppedResult = ({ answer: { facts }, options }: ServiceResult, source: Size): boolean =>
  options.crop !== false || options.fit === 'cover' || !isSameShape(facts, source)

/** Whether the aspect ratios agree, apart from the rounding of each side. */
const isSameShape = (result: Pick<ImageFacts, 'width' | 'height'>, source: Size): boolean =>
  Math.abs(result.width - (source.width * result.height) / source.height) <= 1.5 ||
  Math.abs(result.height - (source.height * result.width) / source.width) <= 1.5
