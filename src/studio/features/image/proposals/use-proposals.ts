import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TakeEdit } from '#contract/image-edits.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { isEditable } from '#studio/features/image/queue/result-options.ts'
import { isDoubtful } from '#studio/features/image/result-confidence.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { proposedCutouts } from '#studio/queries/proposed-cutouts.ts'

const sentOf = ({ runLocation, serviceResult }: QueueItem) =>
  runLocation === 'service' ? serviceResult : null

/** Whether the result of a picture, before any edit, is in doubt. */
export const isInDoubt = (item: QueueItem): boolean => {
  const answer = sentOf(item)?.answer ?? item.answer
  return item.state === 'done' && answer !== null && isEditable(item) && isDoubtful(answer)
}

const none: readonly TakeEdit[] = []

/**
 * Other cut-outs to offer: where the result is in doubt and nothing else was edited than that one of them was taken.
 * `isPrepared` says that the picture is open for edits.
 */
export function useProposals(item: QueueItem, isPrepared: boolean): readonly TakeEdit[] {
  const service = useService()
  const [{ level }] = useRecipe()
  const options = useMemo(() => ({ ...defaultImageOptions, level }), [level])
  const isWanted = isInDoubt(item) && item.edits.present.list.every(({ kind }) => kind === 'take')
  const { data = none } = useQuery({
    ...proposedCutouts(service, item, options, sentOf(item)?.answer.image ?? null),
    enabled: isWanted && isPrepared,
  })
  return isWanted ? data : none
}
