import { queryOptions } from '@tanstack/react-query'
import { type FileKind, readFileKind } from '#studio/media/file-kind.ts'

/** What can be seen of a picture before any work. */
export type PictureInfo = {
  readonly kind: FileKind
  /** As displayed, in pixels; null where this browser cannot read the file. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Small and upright; null where there is none. */
  readonly thumbnail: Blob | null
}

/**
 * The longer side of a thumbnail in pixels; shown at a quarter of it, which makes up for the coarse way of
 * shrinking: the finer ones hold the main thread for 60 ms with a photo of 24 megapixels.
 */
const thumbSidePx = 320
/** No thumbnail of what would take more memory than this to decode (D-7: nor will the service open it). */
const maxPixels = 100_000_000

/** Never rejects: a file that cannot be read has no size and no thumbnail. */
export const pictureInfo = ({ id, file }: { readonly id: string; readonly file: Blob }) =>
  queryOptions({
    queryKey: ['look', id],
    networkMode: 'always',
    queryFn: () => inTurn(() => readPictureInfo(file)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

async function readPictureInfo(file: Blob): Promise<PictureInfo> {
  const kind = await readFileKind(file)
  const size = await readSize(file)
  const small =
    size && size.width * size.height <= maxPixels ? await makeThumb(file, size).catch(() => null) : null
  return { kind, size, thumbnail: small }
}

/** The element reads the header only; nothing is decoded until it is painted, and it never is. */
async function readSize(file: Blob): Promise<PictureInfo['size']> {
  const url = URL.createObjectURL(file)
  try {
    return await new Promise((resolve) => {
      const picture = new Image()
      picture.onload = () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight })
      picture.onerror = () => resolve(null)
      picture.src = url
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Decodes off the main thread. */
async function makeThumb(file: Blob, { width, height }: { width: number; height: number }): Promise<Blob> {
  const scale = Math.min(1, thumbSidePx / Math.max(width, height))
  const bitmap = await createImageBitmap(file, {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'low',
  })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
}

/** One picture is decoded at a time: forty at once would be forty times its memory. */
const inTurn = (() => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const mine = last.then(task, task)
    last = mine
    return mine
  }
})()
