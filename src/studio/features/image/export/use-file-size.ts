import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { isAsSent, outputOf } from '#library/pictures/picture-output.ts'
import { readableSource } from '#library/pictures/result-options.ts'
import { imageResult } from '#studio/queries/image-result.ts'
import { useStore } from '#studio/state/store.ts'
import { useService, useStudio } from '#studio/state/use-studio.ts'

/** The size of a file to be saved. */
type FileSize = {
  /** Null until measured. */
  readonly bytes: number | null
  /** The time until it is measured; null while unknown. */
  readonly secondsLeft: number | null
  readonly isFailed: boolean
}

/** How long the settings must stay unchanged before the file is made, in milliseconds. */
const restMs = 400

/**
 * Measures the file of a finished picture by making it as Save does, which then reuses it. A change of the settings
 * aborts it.
 */
export function useFileSize(item: PictureItem): FileSize {
  const service = useService()
  const { recipe, edits, runLocation, serviceResult } = item
  const picture = useStore(useStudio().backgroundPictures).get(recipe.picture) ?? null
  const wanted = useMemo(
    () => outputOf({ edits, runLocation, serviceResult }, recipe, picture),
    [edits, runLocation, serviceResult, recipe, picture],
  )
  const isSent = isAsSent(item, wanted)
  const [rested, setRested] = useState<typeof wanted | null>(null)
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  useEffect(() => {
    setSecondsLeft(null)
    const timer = setTimeout(() => setRested(wanted), restMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const onProgress = throttleProgress((progress) => setSecondsLeft(progress?.secondsLeft ?? null))
  const { data, isError } = useQuery({
    ...imageResult(service, readableSource(item), wanted, { onProgress }),
    enabled: !isSent && rested === wanted,
  })
  const kept = isSent ? serviceResult?.answer.image : data?.image
  return { bytes: kept?.size ?? null, secondsLeft, isFailed: isError }
}
