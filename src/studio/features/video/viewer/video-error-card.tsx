import { Copy, RotateCcw } from 'lucide-react'
import { faultReport, videoErrorWords } from '#studio/features/video/words/video-error-words.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'

type Props = {
  readonly fault: { readonly code: string; readonly message: string; readonly details?: unknown }
  readonly name: string
  readonly onRetry: () => void
  readonly onRemove: () => void
}

/** What went wrong with a video, what to do, and the service's own words to copy. */
export function VideoFaultCard({ fault, name, onRetry, onRemove }: Props) {
  const announce = useAnnounce()
  const words = videoErrorWords(fault)
  const copyDetails = () =>
    navigator.clipboard.writeText(faultReport(fault, name)).then(
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
          ) : (
            <Button onClick={onRemove}>Take it out</Button>
          )}
          <Button onClick={() => void copyDetails()}>
            <Copy size={15} aria-hidden /> Copy details
          </Button>
        </div>
        <p className="mt-2 font-mono text-2xs break-all text-ink-soft">{fault.code}</p>
      </Notice>
    </div>
  )
}
