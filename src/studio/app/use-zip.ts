import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import { imageEntries } from '#studio/features/image/export/image-entries.ts'
import { useResult } from '#studio/features/image/export/use-result.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { useKeepers } from '#studio/features/video/export/use-keepers.ts'
import { videoEntries } from '#studio/features/video/export/video-entries.ts'
import { resultsOf } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { useAnnounce, useRecipe } from '#studio/hooks/use-studio.ts'
import { countText } from '#studio/media/amounts.ts'
import { canPickTarget, pickTarget } from '#studio/media/pick-target.ts'
import { saveFile } from '#studio/media/save-file.ts'
import { type ZipReport, zipInto, zipResults } from '#studio/media/zip-results.ts'

export type ZipWork = {
  readonly progress: ZipReport | null
  /** What happened to the last one, where there is something to say. */
  readonly message: string | null
  readonly start: () => void
  readonly cancel: () => void
  readonly forget: () => void
}

const zipName = 'clearcut.zip'

/** Videos that come to more than this are not packed in memory. */
const mostInMemoryBytes = 300_000_000

/** Saves everything that is finished in one ZIP: pictures by the recipe as it is now, videos as they were made. */
export function useZip(images: ImageQueue, videos: VideoQueue): ZipWork {
  const [recipe] = useRecipe()
  const announce = useAnnounce()
  const makeResult = useResult(images)
  const client = useQueryClient()
  const keepers = useKeepers()
  const abort = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<ZipReport | null>(null)
  const [message, setMessage] = useState<string | null>(null)

  const tell = (text: string | null) => {
    setMessage(text)
    if (text) announce(text)
  }
  async function run({ signal }: AbortController) {
    const pictures = images.get().items
    const clips = videos.get().items
    const ofPictures = imageEntries(pictures, recipe, makeResult, signal)
    const ofClips = videoEntries(clips, client, keepers)
    const all = [...ofPictures, ...ofClips]
    const call = { signal, onReport: setProgress }
    const isLarge = ofClips.reduce((sum, { bytes }) => sum + bytes, 0) > mostInMemoryBytes
    const isApart = isLarge && !canPickTarget()
    const failed: string[] = []
    if (isLarge && !isApart) failed.push(...(await zipInto(await pickTarget(zipName), all, call)))
    else {
      const packed = isApart ? ofPictures : all
      if (packed.length > 0) {
        const made = await zipResults(packed, call)
        failed.push(...made.failed)
        saveFile(made.zip, zipName)
      }
      if (isApart)
        for (const { name, make } of ofClips) {
          signal.throwIfAborted()
          await make().then(
            (file) => saveFile(file, name),
            () => failed.push(name),
          )
        }
    }
    const left = [
      countOf(pictures.filter(({ state }) => state !== 'done').length, 'picture'),
      countOf(clips.filter((item) => resultsOf(item).length === 0).length, 'video'),
    ].filter((text) => text !== '')
    const notes = [
      ...(isApart ? ['The videos are too large for a ZIP in this browser, so each was saved by itself'] : []),
      ...(failed.length > 0 ? [`Left out, because they did not work: ${failed.join(', ')}`] : []),
      ...(left.length > 0 ? [`${left.join(' and ')} without a result left out`] : []),
    ]
    announce(`${countText(all.length - failed.length, 'file')} saved${isApart ? '' : ` as ${zipName}`}`)
    tell(notes.join('. ') || null)
  }

  return {
    progress,
    message,
    start: () => {
      if (abort.current) return
      const mine = new AbortController()
      abort.current = mine
      setProgress({ done: 0, total: 1 })
      run(mine)
        .catch((thrown: unknown) => {
          const error = toServiceError(thrown)
          tell(isAbort(error) ? null : `The ZIP could not be made. ${error.message}`)
        })
        .finally(() => {
          abort.current = null
          setProgress(null)
        })
    },
    cancel: () => abort.current?.abort(),
    forget: () => setMessage(null),
  }
}

const countOf = (count: number, what: string): string => (count > 0 ? countText(count, what) : '')
