import { Eye } from 'lucide-react'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { percent } from '#studio/features/image/progress.ts'
import { errorText } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'

const texts = messages.image.viewer.firstLook

type Props = {
  readonly item: Pick<PictureItem, 'id' | 'look' | 'progress' | 'error' | 'fileKind'>
  readonly queue: Pick<ImageQueue, 'takeBetter' | 'retry'>
}

/**
 * Marks a first look, explains what follows, and offers the better cut-out if it does not replace the look by itself.
 */
export function FirstLookCard({ item, queue }: Props) {
  const { id, look, error, progress, fileKind } = item
  if (!look) return null
  return (
    <div
      data-testid="first-look"
      className="pointer-events-auto animate-rise rounded-lg bg-panel py-2 pr-2 pl-4 text-sm shadow-lift inset-ring inset-ring-line"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 pr-2">
        <span className="flex items-center gap-1.5 font-semibold">
          <Eye size={15} strokeWidth={1.9} aria-hidden /> {texts.title}
        </span>
        <span className="text-ink-soft">
          {look.better
            ? texts.ready
            : error
              ? texts.failed(errorText(error, { at: 'image', fileKind }).help)
              : texts.coming}
        </span>
        {look.better ? (
          <Button variant="main" onClick={() => queue.takeBetter(id)}>
            {texts.use}
          </Button>
        ) : error ? (
          <Button onClick={() => queue.retry(id)}>{texts.again}</Button>
        ) : null}
      </div>
      {progress && !look.better ? (
        <div className="mt-1 mr-2">
          <ProgressBar slim label={texts.progress} percent={percent(progress)} />
        </div>
      ) : null}
    </div>
  )
}
