import type { ImageFormat } from '#contract/output-formats.ts'
import type { Size } from '#engine/raster.ts'

/** The canvas that every browser has, as small as any makes it. */
const everyCanvas = { sidePx: 4096, pixels: 4096 * 4096 }

/**
 * Whether this browser can write a picture of this size in this format, as far as a browser decides that: JPEG goes
 * through its canvas, and one that is too large for it takes no pixels, mostly in silence.
 */
export const canEncode = (format: ImageFormat, { width, height }: Size): boolean => {
  if (format !== 'jpg') return true
  if (Math.max(width, height) <= everyCanvas.sidePx && width * height <= everyCanvas.pixels) return true
  return asked(width, height)
}

/** The last answer, since plans are made more than once for a result. */
let last: { readonly name: string; readonly holds: boolean } | undefined

const asked = (width: number, height: number): boolean => {
  const name = `${width} x ${height}`
  if (last?.name !== name) last = { name, holds: holdsLastPixel(width, height) }
  return last.holds
}

const holdsLastPixel = (width: number, height: number): boolean => {
  try {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
    if (!context) return false
    context.fillStyle = '#fff'
    context.fillRect(width - 1, height - 1, 1, 1)
    const isWhite = context.getImageData(width - 1, height - 1, 1, 1).data[0] === 255
    // Frees its memory at once.
    canvas.width = 0
    return isWhite
  } catch {
    return false
  }
}
