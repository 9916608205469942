import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { blobId } from '#base/blob-id.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { requestOf } from '#library/pictures/make-picture.ts'
import { isPicture, type PictureItem } from '#library/pictures/picture-item.ts'
import { cutoutOf, sentOf } from '#library/pictures/picture-output.ts'
import { isEditable, readableSource } from '#library/pictures/result-options.ts'
import { type Proposals, useProposals } from '#studio/edit/use-proposals.ts'
import { isUncertain } from '#studio/features/image/result-confidence.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { useService } from '#studio/state/use-studio.ts'

/**
 * The inputs of the edit worker for a picture: its file, the options of its matte, and the alpha that replaces the
 * matte.
 */
export function useEditedSource(item: PictureItem) {
  const [{ level }] = useItemRecipe(isPicture)
  const options = useMemo(() => ({ ...defaultImageOptions, level }), [level])
  return { source: readableSource(item), options, alphaFrom: cutoutOf(item)?.answer.image ?? null }
}

/** Whether the result of a picture, before any edit, is uncertain. */
const hasUncertainResult = (item: PictureItem): boolean => {
  const answer = sentOf(item)?.answer ?? item.answer
  return item.phase === 'done' && !item.look && answer !== null && isEditable(item) && isUncertain(answer)
}

/**
 * While a picture is edited, prepares its first edit and click in the background (`isPrepared`). If its result is
 * uncertain, also proposes other cut-outs; a closer look needs an idle device (`isIdle`).
 */
export function usePictureProposals(
  item: PictureItem,
  isEditing: boolean,
  isIdle: boolean,
): { readonly isPrepared: boolean; readonly proposals: Proposals | null } {
  const service = useService()
  const { source, options, alphaFrom } = useEditedSource(item)
  const isWanted = hasUncertainResult(item)
  const request = requestOf(source, options)
  const edited = { ...request, ...(alphaFrom && { alphaFrom }) }
  const workers = service.onDevice?.workers
  const alphaId = alphaFrom && blobId(alphaFrom)
  // A failure is not shown: the first edit retries, and shows its error.
  const { isSuccess: isPrepared } = useQuery({
    queryKey: [
      ...[service.id, 'editPreparation', source.id, options.level, source.isFirstLook ?? false],
      alphaId,
    ],
    queryFn: async ({ signal }) => {
      await workers?.openEdits(edited, { signal })
      return true
    },
    enabled: item.phase === 'done' && (isEditing || (isWanted && !alphaFrom)),
    // The worker keeps only one picture open, which another may replace.
    gcTime: 0,
  })
  const proposals = useProposals({
    key: [service.id, source.id, options.level, source.isFirstLook ? 'firstLook' : null, alphaId],
    ask: async (isCloser, signal) => {
      if (isCloser && !(await workers?.lookCloser(request, { signal }))) return null
      const takes = await workers?.proposeCutouts(edited, { signal })
      return { takes: takes ?? [], picture: source.blob }
    },
    isUncertain: isWanted,
    list: item.edits.present.list,
    isPrepared,
    isIdle: isIdle && !isEditing && !alphaFrom,
  })
  return { isPrepared, proposals }
}
