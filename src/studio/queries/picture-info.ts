import { queryOptions } from '@tanstack/react-query'
import type { Size } from '#base/geometry.ts'
import { createTaskQueue } from '#base/promises.ts'
import { isPictureTooLarge } from '#contract/image-size.ts'
import { makeThumbnail } from '#studio/media/make-thumbnail.ts'

/** Facts of a picture's file before any work on it. */
export type PictureInfo = {
  /** The displayed size in pixels; null if unknown. */
  readonly size: Size | null
  /** Small and upright; null if there is none. */
  readonly thumbnail: Blob | null
  /** Whether the page shows the file itself. Decoding files above the API's limit would need too much memory (D-7). */
  readonly isShown: boolean
}

/** The query key of a picture's info. */
export const pictureInfoKey = (id: string) => ['picture-info', id] as const

type Source = {
  readonly id: string
  readonly file: Blob
  /** The cut-out of an earlier visit. */
  readonly answer?: { readonly placement?: { readonly source: Size } } | null
}

/**
 * The info of a picture. Never rejects: an unread file has no size, and one that the browser cannot show has no
 * thumbnail.
 */
export const pictureInfo = ({ id, file, answer }: Source) =>
  queryOptions({
    queryKey: pictureInfoKey(id),
    queryFn: async () => {
      const info = await enqueue(() => readPictureInfo(file))
      return { ...info, size: info.size ?? answer?.placement?.source ?? null }
    },
    gcTime: Number.POSITIVE_INFINITY,
  })

async function readPictureInfo(file: Blob): Promise<PictureInfo> {
  const size = await readSize(file)
  const isShown = size !== null && !isPictureTooLarge(size)
  return { size, thumbnail: isShown ? await makeThumbnail(file, size).catch(() => null) : null, isShown }
}

/** An image element that is never painted only reads the header of the file. */
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

/** Reads one file at a time: forty at once would need forty times the memory. */
const enqueue = createTaskQueue()
