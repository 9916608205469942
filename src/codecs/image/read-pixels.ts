import type { Size } from '#base/geometry.ts'
import { createYielder } from '#base/timers.ts'
import { fitImageLimits, isPictureTooLarge } from '#contract/image-size.ts'
import type { ColorSpace } from '#engine/raster.ts'

/** Has the browser decode a file, and makes the picture smaller where it has more pixels than the API takes. Rejects where it cannot. */
export const openBitmap = async (file: Blob, premultiplyAlpha: PremultiplyAlpha): Promise<ImageBitmap> => {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha })
  if (!isPictureTooLarge(bitmap)) return bitmap
  const { width: resizeWidth, height: resizeHeight } = fitImageLimits(bitmap)
  try {
    return await createImageBitmap(bitmap, {
      ...{ resizeWidth, resizeHeight, resizeQuality: 'high' },
      premultiplyAlpha,
    })
  } finally {
    bitmap.close()
  }
}

/** Takes whole rows of RGBA, the first of them row `firstRow` of the bitmap. The bytes are reused after the call. */
export type TakeRows = (rows: Uint8Array | Uint8ClampedArray, firstRow: number) => void

/** Pixels read back at a time: 4 MB, so that there are never two whole copies beside the bitmap. */
const pixelsPerTile = 1 << 20

/** Every WebGL 2 has textures this large, though some have larger ones. */
const textureSidePx = 2048

const rowsPerTile = ({ width, height }: Size): number =>
  Math.min(height, Math.max(1, Math.floor(pixelsPerTile / width)))

type CanvasRead = {
  /** No pixel of the bitmap is transparent. */
  readonly isOpaque: boolean
  /** sRGB where absent. Canvases of Firefox and WebKitGTK have no other. */
  readonly colorSpace?: ColorSpace
}

/**
 * Reads a bitmap through a small 2D canvas, which keeps opaque pixels exactly. Of transparent ones it loses colour,
 * the more the lower their alpha is, since it premultiplies.
 */
export const readViaCanvas = async (
  bitmap: ImageBitmap,
  { isOpaque, colorSpace = 'srgb' }: CanvasRead,
  take: TakeRows,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const { width, height } = bitmap
  const step = rowsPerTile(bitmap)
  const canvas = new OffscreenCanvas(width, step)
  const context = canvas.getContext('2d', { alpha: !isOpaque, willReadFrequently: true, colorSpace })
  if (!context) throw new Error('No 2D canvas in this worker')
  const yieldNow = createYielder(signal)
  for (let y = 0; y < height; y += step) {
    await yieldNow()
    const rows = Math.min(step, height - y)
    if (!isOpaque) context.clearRect(0, 0, width, rows)
    context.drawImage(bitmap, 0, y, width, rows, 0, 0, width, rows)
    take(context.getImageData(0, 0, width, rows).data, y)
  }
}

/**
 * Reads a bitmap made with `premultiplyAlpha: 'none'` through textures, the one way that keeps the colour under a low
 * alpha exactly. False where this worker has no WebGL, or loses it: then nothing that was taken counts.
 */
export const readViaTexture = async (
  bitmap: ImageBitmap,
  take: TakeRows,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return false
  try {
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
    gl.pixelStorei(gl.PACK_ROW_LENGTH, bitmap.width)
    const step = Math.min(textureSidePx, rowsPerTile(bitmap))
    const rows = new Uint8Array(bitmap.width * step * 4)
    const yieldNow = createYielder(signal)
    for (let y = 0; y < bitmap.height; y += step) {
      const height = Math.min(step, bitmap.height - y)
      for (let x = 0; x < bitmap.width; x += textureSidePx) {
        await yieldNow()
        const width = Math.min(textureSidePx, bitmap.width - x)
        const tile = await createImageBitmap(bitmap, x, y, width, height, { premultiplyAlpha: 'none' })
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, tile)
        tile.close()
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rows, x * 4)
      }
      if (gl.isContextLost() || gl.getError() !== gl.NO_ERROR) return false
      take(rows.subarray(0, bitmap.width * height * 4), y)
    }
    return true
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext()
  }
}
