import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { AlternativeEdit, Edit } from '#contract/image-edits.ts'
import { keptBeforeCloser } from '#engine/proposals/propose-cutouts.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { useService } from '#studio/state/use-studio.ts'

/** Alternative cut-outs. */
export type Proposals = {
  /** The edits that apply them, likeliest first. */
  readonly takes: readonly AlternativeEdit[]
  /** The picture that they cut out. */
  readonly picture: Blob
}

/** The source of alternative cut-outs: a picture or a frame of a clip. */
type ProposalSource<T extends Proposals> = {
  /** The query key: the source, and everything its cut-outs depend on. */
  readonly key: readonly (string | number | null)[]
  /**
   * Requests alternative cut-outs; with `isCloser` after a closer look, which takes seconds, and null if it found
   * nothing. A failure is not shown: nothing is offered.
   */
  readonly ask: (isCloser: boolean, signal: AbortSignal) => Promise<T | null>
  /** Whether its result is uncertain. */
  readonly isUncertain: boolean
  /** The edits of the source. */
  readonly list: readonly Edit[]
  /** Whether the worker can answer at once. */
  readonly isPrepared: boolean
  /** Whether nothing else is asked of this device, nor of what a service made, so that a closer look may be taken. */
  readonly isIdle: boolean
}

/**
 * The alternative cut-outs to offer: if the result is uncertain, and no edit was made but taking one of them. One more
 * comes from a closer look if its network is already stored, since nobody has agreed to a download of 88 MB.
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
