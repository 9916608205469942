/**
 * Decodes a picture, upright and off the main thread, as `createImageBitmap` does. Rejects where this browser cannot.
 *
 * WebKit keeps the pixels of every file that `createImageBitmap` decodes, even of a closed bitmap: 48 MB for each 12
 * megapixels. What an image element decoded it gives back. It is the engine without `ImageDecoder`.
 */
export const decodePicture = (file: Blob, options: ImageBitmapOptions = {}): Promise<ImageBitmap> =>
  isKept() ? decodeByElement(file, () => options) : createImageBitmap(file, options)

/** The same for a picture that is shown small: its shorter side may be reduced to `sidePx`. */
export const decodeSmall = (file: Blob, sidePx: number): Promise<ImageBitmap> => {
  const options = ({ naturalWidth, naturalHeight }: HTMLImageElement): ImageBitmapOptions => {
    const scale = Math.min(1, sidePx / Math.min(naturalWidth, naturalHeight))
    return {
      resizeWidth: Math.ceil(naturalWidth * scale),
      resizeHeight: Math.ceil(naturalHeight * scale),
      resizeQuality: 'low',
    }
  }
  return isKept() ? decodeByElement(file, options) : createImageBitmap(file)
}

/** Converts a picture that this browser reads to PNG, the only format that the clipboard accepts. */
export const asPng = async (file: Blob): Promise<Blob> => {
  if (file.type === 'image/png') return file
  const bitmap = await decodePicture(file)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Whether this engine keeps what it decodes. */
const isKept = () => !('ImageDecoder' in globalThis)

const decodeByElement = async (
  file: Blob,
  optionsFor: (image: HTMLImageElement) => ImageBitmapOptions,
): Promise<ImageBitmap> => {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return await createImageBitmap(image, optionsFor(image))
  } finally {
    URL.revokeObjectURL(url)
    releaseImage(image)
  }
}

/**
 * Gives the pixels of an image element back. WebKit keeps them as long as the element had no other source, shown or
 * not.
 */
export const releaseImage = (image: HTMLImageElement): void => {
  image.src = 'data:,'
}

/** The `ref` of an image element that may be large: gives its pixels back once it is gone from the page. */
export const releaseWhenGone = (image: HTMLImageElement | null) => {
  if (!image) return
  // React takes the element away after the call, and calls it in vain while it is developed with.
  return () => queueMicrotask(() => image.isConnected || releaseImage(image))
}
