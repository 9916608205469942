import type { ImageFrame } from '#contract/image-answer.ts'
import type { ImageFacts } from '#contract/result-headers.ts'
import type { ServiceResult } from '#studio/features/image/queue/queue-state.ts'
import type { Size } from '#studio/stage/zoom-math.ts'

type Box = ImageFrame['box']

/** What the artboard shows, in source pixels. */
export type ViewerLayout = {
  readonly art: Size
  /** Where the source lies in the artboard: fractions of the artboard's width and height. */
  readonly source: Box
}

/**
 * Lays the source behind the result so that both coincide. `whole` shows all of the source, also what
 * was cropped away; else the artboard is what the result shows, which may reach past the source.
 */
export const viewerLayout = (source: Size, box: Box | null, whole: boolean): ViewerLayout => {
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
export const boxStyle = ({ x, y, width, height }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})

type SourceSize = { readonly width: number; readonly height: number }

/**
 * Whether a service's result shows another part of the picture than all of it. A service does not say
 * which, so that the two cannot be laid over each other.
 */
export const isCroppedResult = ({ answer: { facts }, options }: ServiceResult, source: SourceSize): boolean =>
  options.crop !== false || options.fit === 'cover' || !isSameShape(facts, source)

/** The same but for the rounding of each side. */
const isSameShape = (result: Pick<ImageFacts, 'width' | 'height'>, source: SourceSize): boolean =>
  Math.abs(result.width - (source.width * result.height) / source.height) <= 1.5 ||
  Math.abs(result.height - (source.height * result.width) / source.width) <= 1.5
