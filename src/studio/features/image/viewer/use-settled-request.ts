import { useEffect, useState } from 'react'
import type { CompositionParts } from '#contract/composition.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'

/** How long the recipe must stay unchanged before the result of it is made, in milliseconds. */
export const settleMs = 150

/** The result that the viewer wants of a picture. Compared by identity, so it must be stable. */
type WantedResult = {
  /** Of the picture. */
  readonly id: string
  readonly options: ImageOptions
  readonly composed: CompositionParts | null
}

/** `isLive`: it is small and quick, and the one that is wanted follows. */
type SettledResult = WantedResult & { readonly isLive: boolean }

/**
 * The result to ask for now: what is wanted, once it has not changed for `settleMs`. While only values of the
 * composition change, as a slider does it, a small result at once and again whenever none is being made (`isBusy`).
 */
export function useSettledRequest(wanted: WantedResult, isBusy: boolean): SettledResult {
  const [settled, setSettled] = useState<SettledResult>({ ...wanted, isLive: false })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ ...wanted, isLive: false }), settleMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const isMoving = settled.composed !== wanted.composed && isLiveChange(settled, wanted)
  useEffect(() => {
    if (isMoving && !isBusy) setSettled({ ...wanted, options: toLiveOptions(wanted), isLive: true })
  }, [isMoving, isBusy, wanted])
  // Another picture is shown at once: what has settled belongs to the one before.
  return settled.id === wanted.id ? settled : { ...wanted, isLive: false }
}

/** Whether values of the composition change and nothing else, so that a small result takes a moment only. */
const isLiveChange = (from: SettledResult, to: WantedResult): boolean => {
  if (from.id !== to.id || !from.composed || !to.composed) return false
  const options = from.isLive ? toLiveOptions(to) : to.options
  return JSON.stringify(from.options) === JSON.stringify(options)
}

/** The options of a small result, in a format that is written fast. */
export const toLiveOptions = ({
  options,
  composed,
}: Pick<WantedResult, 'options' | 'composed'>): ImageOptions => {
  const kind = composed?.composition.background?.kind
  const isOpaque = kind === 'gradient' || kind === 'original' || options.bg_color !== undefined
  return {
    ...options,
    size: options.size === 'preview' ? 'preview' : 'medium',
    ...(isOpaque && imageFormats[options.format].alpha && { format: 'jpg' }),
  }
}
