import { queryOptions } from '@tanstack/react-query'
import type { Size } from '#base/geometry.ts'
import { createTaskQueue } from '#base/promises.ts'
import { isPictureTooLarge } from '#contract/image-size.ts'
import { makeThumbnail } from '#studio/media/make-thumbnail.ts'

/** What a picture's file tells before any work on it. */
export type PictureInfo = {
  /** As displayed, in pixels; null where it is not known. */
  readonly size: Size | null
  /** Small and upright; null where there is none. */
  readonly thumbnail: Blob | null
  /** The page shows the file itself. Decoding a larger one than the API takes would need too much memory (D-7). */
  readonly isShown: boolean
}

/** Where the info of a picture is kept. */
export const pictureInfoKey = (id: string) => ['picture-info', id] as const

type Source = {
  readonly id: string
  readonly file: Blob
  /** Its cut-out, where there was one at an earlier visit. */
  readonly answer?: { readonly placement?: { readonly source: Size } } | null
}

/**
 * The info of a picture. Never rejects: a file that was never read has no size, and one that the browser does not show
 * no thumbnail.
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

/** An image element that is never painted reads the header of the file only and decodes nothing. */
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

/** One file is read at a time: forty at once would be forty times its memory. */
const enqueue = createTaskQueue()
