import { useMutation } from '@tanstack/react-query'
import { imageFormats } from '#contract/output-formats.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { savedFormat } from '#studio/features/image/queue/result-options.ts'
import { useAnnounce, useRecipe } from '#studio/hooks/use-studio.ts'
import { asPng } from '#studio/media/open-picture.ts'
import { canShareFile, resultName, ShareNeedsClick, saveFile, shareFile } from '#studio/media/save-file.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { useResult } from './make-result.ts'

const texts = messages.image.actions

/** What is done with the result of a picture, and how far it is. */
export type ExportWork = {
  readonly save: (item: QueueItem) => void
  readonly copy: (item: QueueItem) => void
  /** Null where this browser cannot share files. */
  readonly share: ((item: QueueItem) => void) | null
  readonly busy: 'save' | 'copy' | 'share' | null
  /** What the last action did; null before the first. */
  readonly message: {
    /** The picture that it was done with. */
    readonly itemId: string
    readonly text: string
    readonly isError: boolean
    /** Milliseconds since 1970; tells two messages with the same text apart. */
    readonly submittedAt: number
  } | null
}

/** Saves, copies and shares one picture, with the current recipe. */
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
          return texts.saved(file.name, file.size)
        }
        case 'copy':
          await copyPicture(fileOf(item, 'png').then(asPng))
          return texts.copied
        case 'share':
          await shareFile(await fileOf(item))
          return texts.shared
      }
    },
    onSuccess: announce,
    onError: (error: unknown) => {
      const text = failureText(error)
      if (text) announce(text)
    },
  })
  const start = (kind: 'save' | 'copy' | 'share') => (item: QueueItem) => {
    if (!work.isPending) work.mutate({ kind, item })
  }
  const failure = work.error ? failureText(work.error) : null
  const { submittedAt } = work
  const itemId = work.variables?.item.id ?? ''
  return {
    save: start('save'),
    copy: start('copy'),
    share: canShareFile('picture.png', imageFormats.png.mime) ? start('share') : null,
    busy: work.isPending ? work.variables.kind : null,
    message: failure
      ? { itemId, text: failure, isError: true, submittedAt }
      : work.data
        ? { itemId, text: work.data, isError: false, submittedAt }
        : null,
  }
}

class CopyRefused extends Error {}

/** The clipboard takes a promise: it would refuse a file that is ready only after the click was handled. */
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

const failureText = (thrown: unknown): string | null => {
  if (thrown instanceof CopyRefused) return texts.copyRefused
  if (thrown instanceof ShareNeedsClick) return texts.shareAgain
  const error = toServiceError(thrown)
  return isAbort(error) ? null : errorSentence(error)
}
