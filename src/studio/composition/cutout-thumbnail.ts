import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { blobId } from '#base/blob-id.ts'
import type { Box } from '#base/geometry.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { makePicture } from '#library/pictures/make-picture.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { outputOf } from '#library/pictures/picture-output.ts'
import { readableSource } from '#library/pictures/result-options.ts'
import { decodeSmall } from '#studio/media/decode-picture.ts'
import { resultThumbnail } from '#studio/queries/on-device.ts'
import { pictureInfoKey } from '#studio/queries/picture-info.ts'
import { alphaBounds } from '#studio/viewer/placement-style.ts'

/** A small cut-out, cropped to its subject. */
export type Cutout = {
  readonly picture: Blob
  /** Its width divided by its height. */
  readonly aspect: number
  /** The part of the photo that the cut-out shows, in fractions of the photo. */
  readonly bounds: Box
}

/** The longer side in pixels: a tile at two device pixels to one. */
const sidePx = 144

/** The key is under the picture's info, so that both are removed together. */
const cutoutKey = (id: string) => [...pictureInfoKey(id), 'cutout'] as const

/** The small cut-out of a picture. It is computed only if the stage has not yet shown a cut-out without background. */
export const cutoutThumbnail = (service: BackgroundService, item: PictureItem) =>
  queryOptions({
    queryKey: cutoutKey(item.id),
    queryFn: async ({ signal }): Promise<Cutout> => {
      const options = { ...defaultImageOptions, level: item.recipe.level, size: 'preview' as const }
      const { edited, alphaFrom } = outputOf(item, item.recipe, null)
      const output = { options, edited, alphaFrom }
      return trim((await makePicture(service, readableSource(item), output, { signal })).image)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The small cut-out of the first frame of a clip's transparent result. */
export const clipCutout = (service: BackgroundService, result: Blob) =>
  queryOptions({
    queryKey: ['clip-cutout', blobId(result)],
    queryFn: async ({ client }): Promise<Cutout | null> => {
      const [first] = await client.fetchQuery(resultThumbnail(service, result))
      return first ? trim(first) : null
    },
  })

/** Stores a small copy of the cut-out on the stage; `shown` is the subject alone, or null if it has a background. */
export function useCutoutThumbnail(id: string, shown: Blob | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!shown) return
    let isCurrent = true
    trim(shown).then(
      (cutout) => isCurrent && client.setQueryData(cutoutKey(id), cutout),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [client, id, shown])
}

const trim = async (file: Blob): Promise<Cutout> => {
  const whole = await decodeSmall(file, 2 * sidePx)
  const bounds = alphaBounds(whole)
  const { x, y, width, height } = bounds
  const [across, down] = [width * whole.width, height * whole.height]
  const scale = sidePx / Math.max(across, down)
  const canvas = new OffscreenCanvas(Math.ceil(across * scale), Math.ceil(down * scale))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(
    whole,
    ...([x * whole.width, y * whole.height, across, down] as const),
    ...([0, 0, canvas.width, canvas.height] as const),
  )
  whole.close()
  const picture = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
  return { picture, aspect: canvas.width / canvas.height, bounds }
}
