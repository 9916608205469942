import { type Box, toFractions } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import type { MatteChunk } from '#contract/matte-chunk.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { matteOfFrame } from './matte-cache.ts'

/**
 * The smallest box that holds the subject in every frame of a clip (D-14), in fractions of a frame; null where no frame
 * shows one. A canvas around it stays still while the subject moves.
 */
export const findClipSubject = async (
  chunks: AsyncIterable<MatteChunk>,
  signal: AbortSignal,
): Promise<Box | null> => {
  let all: Box | null = null
  for await (const chunk of chunks) {
    for (const frame of chunk.frames) {
      const box = subjectBox(matteOfFrame(chunk, frame))
      if (box) all = aroundBoth(all, toFractions(box, chunk))
    }
    await yieldToEvents(signal)
  }
  return all
}

/** The smallest box around two, or around the second where there is no first. */
export const aroundBoth = (one: Box | null, other: Box): Box => {
  if (!one) return other
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}
