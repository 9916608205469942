import { useMutation } from '@tanstack/react-query'
import { imageFormats } from '#contract/output-formats.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { savedFormat } from '#studio/features/image/queue/result-options.ts'
import { useAnnounce, useRecipe } from '#studio/hooks/use-studio.ts'
import { asPng } from '#studio/media/open-picture.ts'
import { resultName, saveFile } from '#studio/media/save-file.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { useResult } from './make-result.ts'

export type ExportWork = {
  readonly save: (item: QueueItem) => void
  readonly copy: (item: QueueItem) => void
  /** Null where this browser cannot share files. */
  readonly share: ((item: QueueItem) => void) | null
  readonly busy: 'save' | 'copy' | 'share' | null
  /** What happened last, for all to see; null once it is forgotten. */
  readonly message: { readonly text: string; readonly fault: boolean; readonly turn: number } | null
}

/** Save, copy and share one picture, by the recipe as it is now. */
export function useExport(queue: ImageQueue): ExportWork {
  const [recipe] = useRecipe()
  const announce = useAnnounce()
  const makeResult = useResult(queue)

  const fileOf = async (item: QueueItem, wanted = recipe.format) => {
    const format = savedFormat(item, wanted)
    const { image } = await makeResult(item, { ...recipe, format })
    return new File([image], resultName(item.name, imageFormats[format].extension), { type: image.type })
  }
  const work = useMutation({
    networkMode: 'always',
    mutationFn: async ({
      kind,
      item,
    }: {
      kind: 'save' | 'copy' | 'share'
      item: QueueItem
    }): Promise<string> => {
      switch (kind) {
        case 'save': {
          const file = await fileOf(item)
          saveFile(file, file.name)
          return `Saved ${file.name}, ${formatBytes(file.size)}`
        }
        case 'copy':
          await copyPicture(fileOf(item, 'png').then(asPng))
          return 'Copied as PNG'
        case 'share':
          await navigator.share({ files: [await fileOf(item)] })
          return 'Shared'
      }
    },
    onSuccess: announce,
    onError: (error: unknown) => {
      const text = faultText(error)
      if (text) announce(text)
    },
  })
  const start = (kind: 'save' | 'copy' | 'share') => (item: QueueItem) => {
    if (!work.isPending) work.mutate({ kind, item })
  }
  const fault = work.error ? faultText(work.error) : null
  return {
    save: start('save'),
    copy: start('copy'),
    share: canShareFiles() ? start('share') : null,
    busy: work.isPending ? work.variables.kind : null,
    message: fault
      ? { text: fault, fault: true, turn: work.submittedAt }
      : work.data
        ? { text: work.data, fault: false, turn: work.submittedAt }
        : null,
  }
}

class CopyRefused extends Error {}

/** The clipboard takes a promise, so that the click that asked for it still counts when it is ready. */
async function copyPicture(file: Promise<Blob>): Promise<void> {
  const failed = file.then(
    () => null,
    (cause: unknown) => ({ cause }),
  )
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': file })])
  } catch (thrown) {
    const own = await failed
    throw own ? own.cause : new CopyRefused('', { cause: thrown })
  }
}

const faultText = (thrown: unknown): string | null => {
  if (thrown instanceof CopyRefused) return 'This browser does not let pages copy pictures. Save it instead.'
  const error = toServiceError(thrown)
  return isAbort(error) ? null : error.message
}

const canShareFiles = (): boolean =>
  'canShare' in navigator &&
  matchMedia('(pointer: coarse)').matches &&
  navigator.canShare({ files: [new File([new Uint8Array(1)], 'picture.png', { type: 'image/png' })] })
