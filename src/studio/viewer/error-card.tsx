import { Copy, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ErrorContext, errorReport, errorText, type ShownError } from '#studio/messages/error-text.ts'
import { Button } from '#studio/ui/button.tsx'
import { useCopyText } from '#studio/ui/copy-id.tsx'
import { Notice } from '#studio/ui/notice.tsx'

type Props = {
  readonly error: ShownError
  readonly at: ErrorContext
  /** The name of the file. */
  readonly name: string
  readonly texts: { readonly retry: string; readonly copy: string; readonly copied: string }
  readonly onRetry: () => void
  /** Replaces the retry if it would fail again. */
  readonly otherwise?: ReactNode
}

/** An error of a file on this device, its remedy, and details to copy for a support request. */
export function ErrorCard({ error, at, name, texts, onRetry, otherwise }: Props) {
  const copyText = useCopyText()
  const { title, help, action } = errorText(error, at)
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
            otherwise
          )}
          <Button onClick={() => void copyText(errorReport(error, name), texts.copied)}>
            <Copy size={15} aria-hidden /> {texts.copy}
          </Button>
        </div>
        <p className="mt-2 font-mono text-2xs break-all text-ink-soft">
          {error.code}
          {error.request_id ? ` · ${error.request_id}` : ''}
        </p>
      </Notice>
    </div>
  )
}
