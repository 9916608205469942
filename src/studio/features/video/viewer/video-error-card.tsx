import { Copy, RotateCcw } from 'lucide-react'
import { errorReport, errorText, type ShownError } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { useCopyText } from '#studio/sending/copy-id.tsx'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'

const { error: texts } = messages.video.viewer

type Props = {
  readonly error: ShownError
  readonly name: string
  readonly onRetry: () => void
  readonly onRemove: () => void
}

/** What went wrong with a video on this device, what to do, and details to copy for a report. */
export function VideoErrorCard({ error, name, onRetry, onRemove }: Props) {
  const copyText = useCopyText()
  const { title, help, action } = errorText(error, { at: 'video' })
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="fault" title={title}>
        <p className="mt-1 text-ink">{help}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {action === 'retry' ? (
            <Button onClick={onRetry}>
              <RotateCcw size={15} aria-hidden /> {texts.retry}
            </Button>
          ) : (
            <Button onClick={onRemove}>{texts.remove}</Button>
          )}
          <Button onClick={() => void copyText(errorReport(error, name), texts.copied)}>
            <Copy size={15} aria-hidden /> {texts.copy}
          </Button>
        </div>
        <p className="mt-2 font-mono text-2xs break-all text-ink-soft">{error.code}</p>
      </Notice>
    </div>
  )
}
