/**
 * Decodes a picture, upright and off the main thread, like `createImageBitmap`. Rejects if this browser cannot. WebKit,
 * the engine without `ImageDecoder`, never frees the pixels of files that `createImageBitmap` decodes, even after
 * `close`: 48 MB for each 12 megapixels. It does free those of an image element.
 */
export const decodePicture = (file: Blob, options: ImageBitmapOptions = {}): Promise<ImageBitmap> =>
  isKept() ? decodeByElement(file, () => options) : createImageBitmap(file, options)

/** The same for a thumbnail: its shorter side may be reduced to `sidePx`. */
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

/** Converts a picture that this browser can decode to PNG, the only format that the clipboard accepts. */
export const asPng = async (file: Blob): Promise<Blob> => {
  if (file.type === 'image/png') return file
  const bitmap = await decodePicture(file)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Whether this engine never frees decoded files. */
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

/** Frees the pixels of an image element. WebKit keeps them until the element has another source, visible or not. */
export const releaseImage = (image: HTMLImageElement): void => {
  image.src = 'data:,'
}

/** The `ref` of a possibly large image element: frees its pixels after it is removed. */
export const releaseWhenGone = (image: HTMLImageElement | null) => {
  if (!image) return
  // React removes the element after this call; in development it also calls without a removal.
  return () => queueMicrotask(() => image.isConnected || releaseImage(image))
}
