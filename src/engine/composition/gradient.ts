import type { Size } from '#base/geometry.ts'
import { type Gradient, rgbOf } from '#contract/composition.ts'
import { pixelWords, type Raster } from '#engine/raster.ts'

/** Number of quantised positions; more than any visible gradient's side. */
const steps = 4096

/**
 * A gradient as CSS paints it (CSS Images 3, `linear-gradient` and `radial-gradient` with `circle farthest-corner`), so
 * that the page can show it with a style. Colours are mixed in sRGB.
 */
export const paintGradient = (size: Size, gradient: Gradient): Raster => {
  const { width, height } = size
  const colors = colorTable(gradient.stops)
  const raster = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  const pixels = pixelWords(raster)
  const fill = gradient.shape === 'linear' ? fillLinear : fillRadial
  fill(pixels, size, gradient.angle, colors)
  return raster
}

const fillLinear = (pixels: Uint32Array, { width, height }: Size, angle: number, colors: Uint32Array) => {
  const turn = (angle * Math.PI) / 180
  const [dx, dy] = [Math.sin(turn), -Math.cos(turn)]
  // The gradient line ends where the corners have exactly the first and last colour.
  const scale = steps / (Math.abs(width * dx) + Math.abs(height * dy))
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y + 0.5 - height / 2) * dy - (width / 2) * dx
    for (let x = 0; x < width; x++, i++) {
      const at = Math.round((row + (x + 0.5) * dx) * scale + steps / 2)
      pixels[i] = colors[Math.min(steps, Math.max(0, at))]
    }
  }
}

const fillRadial = (pixels: Uint32Array, { width, height }: Size, _angle: number, colors: Uint32Array) => {
  const scale = steps / (Math.hypot(width, height) / 2)
  for (let y = 0, i = 0; y < height; y++) {
    const down = y + 0.5 - height / 2
    for (let x = 0; x < width; x++, i++) {
      const across = x + 0.5 - width / 2
      const at = Math.round(Math.sqrt(across * across + down * down) * scale)
      pixels[i] = colors[Math.min(steps, at)]
    }
  }
}

/** The opaque colours from start to end, as pixels. A stop that precedes its predecessor is moved to it (CSS). */
const colorTable = (stops: Gradient['stops']): Uint32Array => {
  const table = new Uint32Array(steps + 1)
  let from = stops[0]
  let next = 0
  for (let step = 0; step <= steps; step++) {
    const at = step / steps
    while (next < stops.length && Math.max(from.at, stops[next].at) <= at) {
      from = { color: stops[next].color, at: Math.max(from.at, stops[next].at) }
      next++
    }
    const to = next < stops.length ? stops[next] : from
    const share = to.at > from.at ? Math.max(0, (at - from.at) / (to.at - from.at)) : 0
    const [a, b] = [rgbOf(from.color), rgbOf(to.color)]
    const mixed = (one: number, other: number) => Math.round(one + (other - one) * share)
    table[step] = mixed(a.r, b.r) | (mixed(a.g, b.g) << 8) | (mixed(a.b, b.b) << 16) | (255 << 24)
  }
  return table
}
