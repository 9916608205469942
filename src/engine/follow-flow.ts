import type { Flow } from './flow.ts'

/** The motion of a picture to itself. */
export const noFlow = ({ width, height }: Flow): Flow => ({
  width,
  height,
  dx: new Float32Array(width * height),
  dy: new Float32Array(width * height),
})

/** `first`, then `second` from where that led: motion over two steps. */
export function followFlow(first: Flow, second: Flow): Flow {
  const { width, height } = first
  const dx = new Float32Array(width * height)
  const dy = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const moveX = first.dx[at]
      const moveY = first.dy[at]
      const toX = Math.min(width - 1, Math.max(0, x + moveX))
      const toY = Math.min(height - 1, Math.max(0, y + moveY))
      const left = toX | 0
      const top = toY | 0
      const u = toX - left
      const v = toY - top
      const i = top * width + left
      const w11 = u * v
      const w10 = v - w11
      const w01 = u - w11
      const w00 = 1 - u - v + w11
      const e = left < width - 1 ? i + 1 : i
      const s = top < height - 1 ? i + width : i
      const d = s + e - i
      dx[at] = moveX + w00 * second.dx[i] + w01 * second.dx[e] + w10 * second.dx[s] + w11 * second.dx[d]
      dy[at] = moveY + w00 * second.dy[i] + w01 * second.dy[e] + w10 * second.dy[s] + w11 * second.dy[d]
    }
  }
  return { width, height, dx, dy }
}
