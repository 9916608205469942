import { fitImageLimits, isPictureTooLarge } from '#contract/image-size.ts'

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
