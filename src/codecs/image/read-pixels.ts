import type { Size } from '#base/geometry.ts'
import { createYielder } from '#base/timers.ts'
import { fitImageLimits, isPictureTooLarge } from '#contract/image-size.ts'
import { type ColorSpace, isOpaque } from '#engine/raster.ts'

/**
 * Decodes a file by the browser, scaled down if it has more pixels than the API accepts. Rejects if the browser fails.
 */
export const openBitmap = async (file: Blob, premultiplyAlpha: PremultiplyAlpha): Promise<ImageBitmap> => {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha })
  if (!isPictureTooLarge(bitmap)) return bitmap
  const { width: resizeWidth, height: resizeHeight } = fitImageLimits(bitmap)
  try {
    return await createImageBitmap(bitmap, {
      resizeWidth,
      resizeHeight,
      resizeQuality: 'high',
      premultiplyAlpha,
    })
  } finally {
    bitmap.close()
  }
}

/** Receives whole rows of RGBA from row `firstRow` of the bitmap on. The bytes are reused after the call. */
export type TakeRows = (rows: Pixels, firstRow: number) => void

type Pixels = Uint8Array | Uint8ClampedArray

/** Pixels read back at a time: 4 MB, which avoids two whole copies beside the bitmap. */
const pixelsPerTile = 1 << 20

/** The largest texture side that every WebGL 2 supports, in pixels. */
const textureSidePx = 2048

const rowsPerTile = ({ width, height }: Size): number =>
  Math.min(height, Math.max(1, Math.floor(pixelsPerTile / width)))

/** Options of reading pixels. */
export type PixelsRead = {
  /** Whether no pixel of the bitmap is transparent. */
  readonly isOpaque: boolean
  /** Default: sRGB, the only space in canvases of Firefox and WebKitGTK. */
  readonly colorSpace?: ColorSpace
  /** Opens the same bitmap with `premultiplyAlpha: 'none'`; absent if it was opened so. */
  readonly openStraight?: () => Promise<ImageBitmap>
}

/**
 * Reads a bitmap through a small 2D canvas, which shows every colour as the page does and keeps opaque pixels exactly.
 * It premultiplies, so transparent pixels lose colour, more at lower alpha: these are read from a bitmap with
 * `premultiplyAlpha: 'none'` through textures, the only lossless way. If the two pictures differ, the canvas counts:
 * textures do not map HDR, and Chromium 156 does not unpremultiply a JPEG XL.
 */
export const readPixels = async (
  bitmap: ImageBitmap,
  { isOpaque: isCertain, colorSpace = 'srgb', openStraight = async () => bitmap }: PixelsRead,
  take: TakeRows,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const { width, height } = bitmap
  const step = rowsPerTile(bitmap)
  const canvas = new OffscreenCanvas(width, step)
  const context = canvas.getContext('2d', { alpha: !isCertain, willReadFrequently: true, colorSpace })
  if (!context) throw new Error('No 2D canvas in this worker')
  let straight: ImageBitmap | undefined
  let textures: ReturnType<typeof openTextures> | undefined
  const yieldNow = createYielder(signal)
  try {
    for (let y = 0; y < height; y += step) {
      await yieldNow()
      const rows = Math.min(step, height - y)
      if (!isCertain) context.clearRect(0, 0, width, rows)
      context.drawImage(bitmap, 0, y, width, rows, 0, 0, width, rows)
      const { data } = context.getImageData(0, 0, width, rows)
      if (isCertain || colorSpace !== 'srgb' || isOpaque({ width, height: rows, data })) {
        take(data, y)
        continue
      }
      straight ??= await openStraight()
      if (textures === undefined) textures = openTextures(straight)
      const stored = await textures?.read(y, rows)
      take(stored && looksSame(stored, data) ? stored : data, y)
    }
  } finally {
    textures?.close()
    if (straight !== bitmap) straight?.close()
  }
}

/** Whether pixels are equal at the precision of a canvas. */
const looksSame = (stored: Pixels, shown: Pixels): boolean => {
  const most = 2 * 255
  for (let at = 0; at < shown.length; at += 4)
    for (let channel = at; channel < at + 3; channel++)
      if (Math.abs(stored[channel] - shown[channel]) * shown[at + 3] > most) return false
  return true
}

/** Null without WebGL. */
const openTextures = (bitmap: ImageBitmap) => {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return null
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
  gl.pixelStorei(gl.PACK_ROW_LENGTH, bitmap.width)
  const pixels = new Uint8Array(bitmap.width * rowsPerTile(bitmap) * 4)
  return {
    /** Whole rows from `y` on; null if WebGL is lost. The bytes are reused by the next call. */
    read: async (y: number, rows: number): Promise<Uint8Array | null> => {
      for (let row = 0; row < rows; row += textureSidePx)
        for (let x = 0; x < bitmap.width; x += textureSidePx) {
          const height = Math.min(textureSidePx, rows - row)
          const width = Math.min(textureSidePx, bitmap.width - x)
          const options = { premultiplyAlpha: 'none' } as const
          const tile = await createImageBitmap(bitmap, x, y + row, width, height, options)
          gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, tile)
          tile.close()
          gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
          gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels, (row * bitmap.width + x) * 4)
        }
      const isLost = gl.isContextLost() || gl.getError() !== gl.NO_ERROR
      return isLost ? null : pixels.subarray(0, bitmap.width * rows * 4)
    },
    close: () => gl.getExtension('WEBGL_lose_context')?.loseContext(),
  }
}
