import { Copy, RotateCcw } from 'lucide-react'
import type { ServiceError } from '#contract/service-error.ts'
import { errorReport, errorWords } from '#studio/features/image/words/error-words.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import type { FileKind } from '#studio/media/file-kind.ts'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'

type Props = {
  readonly error: ServiceError
  readonly kind: FileKind
  readonly name: string
  readonly onRetry: () => void
}

/** What went wrong with a picture, what to do, and the service's own words to copy. */
export function FaultCard({ error, kind, name, onRetry }: Props) {
  const announce = useAnnounce()
  const words = errorWords(error, kind)
  const copyDetails = () =>
    navigator.clipboard.writeText(errorReport(error, name)).then(
      () => announce('Details copied'),
      () => announce('This browser does not allow copying'),
    )
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="fault" title={words.title}>
        <p className="mt-1 text-ink">{words.help}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {words.retry ? (
            <Button onClick={onRetry}>
              <RotateCcw size={15} aria-hidden /> Try again
            </Button>
          ) : null}
          <Button onClick={() => void copyDetails()}>
            <Copy size={15} aria-hidden /> Copy details
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
