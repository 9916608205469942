import type { Size } from '#engine/raster.ts'

/** Takes whole rows of the bitmap, RGBA, from row `firstRow` on. The bytes are reused after the call. */
export type TakeRows = (rows: Uint8Array | Uint8ClampedArray, firstRow: number) => void

/** Pixels read back at a time: 4 MB of RGBA, so that two copies of a picture never exist at once. */
const pixelsPerTile = 1 << 20

const rowsPerTile = ({ width, height }: Size): number =>
  Math.min(height, Math.max(1, Math.floor(pixelsPerTile / width)))

/** Reads an opaque bitmap through a 2D canvas of a few rows. */
export const readOpaque = (bitmap: ImageBitmap, take: TakeRows, signal: AbortSignal | undefined): void => {
  const step = rowsPerTile(bitmap)
  const context = new OffscreenCanvas(bitmap.width, step).getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  })
  if (!context) throw new Error('no 2D canvas in this worker')
  for (let y = 0; y < bitmap.height; y += step) {
    signal?.throwIfAborted()
    const rows = Math.min(step, bitmap.height - y)
    context.drawImage(bitmap, 0, y, bitmap.width, rows, 0, 0, bitmap.width, rows)
    take(context.getImageData(0, 0, bitmap.width, rows).data, y)
  }
}

/**
 * Reads a bitmap made with `premultiplyAlpha: 'none'` through a WebGL texture: the one way that keeps the colour
 * under a low alpha, since a 2D canvas premultiplies. False where this worker has no WebGL.
 */
export const readStraight = async (
  bitmap: ImageBitmap,
  take: TakeRows,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return false
  const side = Math.min(4096, gl.getParameter(gl.MAX_TEXTURE_SIZE) as number)
  const step = Math.min(side, rowsPerTile(bitmap))
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
  gl.pixelStorei(gl.PACK_ROW_LENGTH, bitmap.width)
  const rows = new Uint8Array(bitmap.width * step * 4)
  try {
    for (let y = 0; y < bitmap.height; y += step) {
      signal?.throwIfAborted()
      const height = Math.min(step, bitmap.height - y)
      for (let x = 0; x < bitmap.width; x += side) {
        const width = Math.min(side, bitmap.width - x)
        const tile = await createImageBitmap(bitmap, x, y, width, height, { premultiplyAlpha: 'none' })
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, tile)
        tile.close()
        gl.framebufferTexture2D(
          gl.FRAMEBUFFER,
          gl.COLOR_ATTACHMENT0,
          gl.TEXTURE_2D,
          gl.getParameter(gl.TEXTURE_BINDING_2D),
          0,
        )
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rows, x * 4)
      }
      take(rows.subarray(0, bitmap.width * height * 4), y)
    }
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext()
  }
  return true
}
