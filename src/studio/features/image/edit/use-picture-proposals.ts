import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defaultImageOptions } from '#contract/image-options.ts'
import { requestOf } from '#library/pictures/make-picture.ts'
import { isPicture, type PictureItem } from '#library/pictures/picture-item.ts'
import { cutoutOf, isEditable, readableSource } from '#library/pictures/result-options.ts'
import { type Proposals, useProposals } from '#studio/edit/use-proposals.ts'
import { isDoubtful } from '#studio/features/image/result-confidence.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { editPreparation } from '#studio/queries/edit-preparation.ts'
import { blobId } from '#studio/queries/on-device.ts'

const sentOf = ({ runLocation, serviceResult }: PictureItem) =>
  runLocation === 'service' ? serviceResult : null

/** Whether the result of a picture, before any edit, is in doubt. */
export const isInDoubt = (item: PictureItem): boolean => {
  const answer = sentOf(item)?.answer ?? item.answer
  return item.phase === 'done' && !item.look && answer !== null && isEditable(item) && isDoubtful(answer)
}

/** Other cut-outs of a picture. `isPrepared` says that it is open for edits, `isIdle` that nothing else is asked. */
export function usePictureProposals(
  item: PictureItem,
  isPrepared: boolean,
  isIdle: boolean,
): Proposals | null {
  const { id, onDevice } = useService()
  const [{ level }] = useItemRecipe(isPicture)
  const options = useMemo(() => ({ ...defaultImageOptions, level }), [level])
  const alphaFrom = sentOf(item)?.answer.image ?? null
  const source = readableSource(item)
  return useProposals({
    key: [id, source.id, level, source.isFirstLook ? 'firstLook' : null, alphaFrom && blobId(alphaFrom)],
    ask: async (isCloser, signal) => {
      const request = requestOf(source, options)
      if (isCloser && !(await onDevice?.workers.lookCloser(request, { signal }))) return null
      const edited = { ...request, ...(alphaFrom && { alphaFrom }) }
      const takes = await onDevice?.workers.proposeCutouts(edited, { signal })
      return { takes: takes ?? [], picture: source.blob }
    },
    isInDoubt: isInDoubt(item),
    list: item.edits.present.list,
    isPrepared,
    isIdle: isIdle && !alphaFrom,
  })
}

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
