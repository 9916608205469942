import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { isAsSent, outputOf } from '#library/pictures/picture-output.ts'
import { readableSource } from '#library/pictures/result-options.ts'
import { imageResult } from '#studio/queries/image-result.ts'
import { useStore } from '#studio/state/store.ts'
import { useService, useStudio } from '#studio/state/use-studio.ts'

/** The size of a file before it is saved. */
type FileSize = {
  /** Null until it is measured. */
  readonly bytes: number | null
  /** Until it is measured; null while that is not known. */
  readonly secondsLeft: number | null
  readonly isFailed: boolean
}

/** How long the settings rest before the file is made, in milliseconds. */
const restMs = 400

/**
 * Measures the file that a finished picture is saved as, by making it as Save does: Save then finds it made. A change
 * of the settings stops that at once.
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
