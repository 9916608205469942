import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { AlternativeEdit, Edit } from '#contract/image-edits.ts'
import { keptBeforeCloser } from '#engine/proposals/propose-cutouts.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { useService } from '#studio/state/use-studio.ts'

/** Other cut-outs that may be meant. */
export type Proposals = {
  /** The edits that take them, the likeliest first. */
  readonly takes: readonly AlternativeEdit[]
  /** What they are cut out of. */
  readonly picture: Blob
}

/** What other cut-outs are offered for: a picture or a frame of a clip. */
type ProposalSource<T extends Proposals> = {
  /** Names it for queries, with what its cut-outs depend on. */
  readonly key: readonly (string | number | null)[]
  /**
   * Asks for other cut-outs; with `isCloser` after a closer look, which takes seconds, and null where nothing was seen
   * by it. A failure is not shown: nothing is offered.
   */
  readonly ask: (isCloser: boolean, signal: AbortSignal) => Promise<T | null>
  /** Whether its result is uncertain. */
  readonly isUncertain: boolean
  /** The edits that were made on it. */
  readonly list: readonly Edit[]
  /** Whether the worker can answer at once. */
  readonly isPrepared: boolean
  /** Whether nothing else is asked of this device, nor of what a service made, so that a closer look may be taken. */
  readonly isIdle: boolean
}

/**
 * Other cut-outs to offer: where the result is uncertain and nothing else was edited than that one of them was taken. A
 * closer look is taken for one more, if the network for that is there already: nobody has asked for 88 MB.
 */
export function useProposals<T extends Proposals>(source: ProposalSource<T>): T | null {
  const { ask, list, isIdle } = source
  const client = useQueryClient()
  const { data: device } = useQuery(deviceReport(useService()))
  const isWanted = source.isUncertain && list.every(({ kind }) => kind === 'alternative')
  const name = JSON.stringify(source.key)
  const asked = (isCloser: boolean) => ({
    queryKey: ['proposals', name, isCloser],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(isCloser, signal),
  })
  const { data: first } = useQuery({ ...asked(false), enabled: isWanted && source.isPrepared })
  const isDue = isIdle && isWanted && Boolean(first) && list.length === 0 && device?.missingBytes.fine === 0
  const { data: all } = useQuery({ ...asked(true), enabled: isDue })
  useEffect(() => {
    if (!isDue) void client.cancelQueries({ queryKey: ['proposals', name, true] })
  }, [isDue, client, name])
  return useMemo(() => {
    if (!isWanted || !first) return null
    if (!all) return first
    const kept = first.takes.slice(0, keptBeforeCloser)
    return { ...first, takes: [...kept, ...all.takes.slice(kept.length)] }
  }, [isWanted, first, all])
}
