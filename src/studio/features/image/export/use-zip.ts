import { useRef, useState } from 'react'
import { imageFormats } from '#contract/output-formats.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { savedFormat } from '#studio/features/image/queue/sent-options.ts'
import { useAnnounce, useRecipe } from '#studio/hooks/use-studio.ts'
import { countText } from '#studio/media/amounts.ts'
import { resultName } from '#studio/media/file-names.ts'
import { saveFile } from '#studio/media/save-file.ts'
import { useResult } from './use-result.ts'
import { type ZipReport, zipResults } from './zip-results.ts'

export type ZipWork = {
  readonly progress: ZipReport | null
  /** What happened to the last one, where there is something to say. */
  readonly message: string | null
  readonly start: () => void
  readonly cancel: () => void
  readonly forget: () => void
}

/** Saves every finished picture in one ZIP, by the recipe as it is now. */
export function useZip(queue: ImageQueue): ZipWork {
  const [recipe] = useRecipe()
  const announce = useAnnounce()
  const makeResult = useResult(queue)
  const abort = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<ZipReport | null>(null)
  const [message, setMessage] = useState<string | null>(null)

  const tell = (text: string | null) => {
    setMessage(text)
    if (text) announce(text)
  }
  async function run({ signal }: AbortController) {
    const items = queue.get().items
    const done = items.filter(({ state }) => state === 'done')
    const entries = done.map((item) => ({
      name: resultName(item.name, imageFormats[savedFormat(item, recipe.format)].extension),
      make: async () => (await makeResult(item, recipe, signal)).image,
    }))
    const { zip, failed } = await zipResults(entries, { signal, onReport: setProgress })
    saveFile(zip, 'clearcut.zip')
    const skipped = items.length - done.length
    const notes = [
      ...(failed.length > 0 ? [`Left out, because they did not work: ${failed.join(', ')}`] : []),
      ...(skipped > 0 ? [`${countText(skipped, 'picture')} without a result left out`] : []),
    ]
    announce(`${countText(done.length - failed.length, 'picture')} saved as clearcut.zip`)
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
