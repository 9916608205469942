import type { Flow } from './flow.ts'
import type { Alpha, Matte } from './raster.ts'

/** What the picture around the subject counts beside the subject itself. */
const aroundShare = 0.15

/**
 * How much of a frame its motion to a key frame does not explain, 0 to 1, above all where the key frame's
 * matte puts the subject.
 */
export function unexplained(there: Flow, trust: Matte, matte: Alpha): number {
  const { width, height, data } = trust
  const scaleX = matte.width / width
  const scaleY = matte.height / height
  let doubt = 0
  let all = 0
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const toX = Math.min(matte.width - 1, Math.max(0, ((x + there.dx[at] + 0.5) * scaleX) | 0))
      const toY = Math.min(matte.height - 1, Math.max(0, ((y + there.dy[at] + 0.5) * scaleY) | 0))
      const weight = aroundShare + matte.data[toY * matte.width + toX] / 255
      doubt += weight * (1 - data[at])
      all += weight
    }
  }
  return doubt / all
}
