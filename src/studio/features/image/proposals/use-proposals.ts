import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { TakeEdit } from '#contract/image-edits.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { keptBeforeCloser } from '#engine/proposals/propose-cutouts.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { isEditable, readableSource } from '#studio/features/image/queue/result-options.ts'
import { isDoubtful } from '#studio/features/image/result-confidence.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { closerLook, proposedCutouts } from '#studio/queries/proposed-cutouts.ts'

const sentOf = ({ runLocation, serviceResult }: QueueItem) =>
  runLocation === 'service' ? serviceResult : null

/** Whether the result of a picture, before any edit, is in doubt. */
export const isInDoubt = (item: QueueItem): boolean => {
  const answer = sentOf(item)?.answer ?? item.answer
  return item.phase === 'done' && answer !== null && isEditable(item) && isDoubtful(answer)
}

const none: readonly TakeEdit[] = []

/**
 * Other cut-outs to offer: where the result is in doubt and nothing else was edited than that one of them was taken.
 * `isPrepared` says that the picture is open for edits. While `isIdle`, a closer look is taken for one more, if the
 * network for that is there already.
 */
export function useProposals(item: QueueItem, isPrepared: boolean, isIdle: boolean): readonly TakeEdit[] {
  const service = useService()
  const client = useQueryClient()
  const [{ level }] = useRecipe()
  const options = useMemo(() => ({ ...defaultImageOptions, level }), [level])
  const { list } = item.edits.present
  const isWanted = isInDoubt(item) && list.every(({ kind }) => kind === 'take')
  const sent = sentOf(item)
  const source = readableSource(item)
  const proposed = (isCloser: boolean) =>
    proposedCutouts(service, source, options, sent?.answer.image ?? null, isCloser)
  const { data: first } = useQuery({ ...proposed(false), enabled: isWanted && isPrepared })
  const { data: device } = useQuery(deviceReport(service))
  const look = closerLook(service, source, options)
  const [, , lookedAt] = look.queryKey
  const isDue =
    isIdle && isWanted && first !== undefined && !sent && list.length === 0 && device?.missingBytes.fine === 0
  const { data: isCloser = false } = useQuery({ ...look, enabled: isDue })
  useEffect(() => {
    if (!isDue) void client.cancelQueries({ queryKey: [service.id, 'closerLook', lookedAt] })
  }, [isDue, client, service, lookedAt])
  const { data: all } = useQuery({ ...proposed(true), enabled: isWanted && isCloser && first !== undefined })
  return useMemo(() => {
    if (!isWanted || !first) return none
    return all
      ? [...first.slice(0, keptBeforeCloser), ...all.slice(Math.min(keptBeforeCloser, first.length))]
      : first
  }, [isWanted, first, all])
}
