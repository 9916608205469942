import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defaultImageOptions } from '#contract/image-options.ts'
import type { PictureItem } from '#studio/features/image/queue/picture-item.ts'
import { isPicture } from '#studio/features/image/queue/picture-item.ts'
import { cutoutOf, readableSource } from '#studio/features/image/queue/result-options.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { editPreparation } from '#studio/queries/edit-preparation.ts'

/** While a picture is edited, its first edit and its first click are made ready in the background. Whether they are. */
export function useEditPreparation(item: PictureItem, isEditing: boolean): boolean {
  const service = useService()
  const [{ level }] = useItemRecipe(isPicture)
  const options = useMemo(() => ({ ...defaultImageOptions, level }), [level])
  const alphaFrom = cutoutOf(item)?.answer.image ?? null
  const { isSuccess } = useQuery({
    ...editPreparation(service, readableSource(item), options, alphaFrom),
    enabled: isEditing && item.phase === 'done',
  })
  return isSuccess
}
