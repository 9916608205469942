import { Copy, RotateCcw } from 'lucide-react'
import { faultReport, videoErrorWords } from '#studio/features/video/words/video-error-words.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'

const { error: texts } = messages.video.viewer

type Props = {
  readonly fault: { readonly code: string; readonly message: string; readonly details?: unknown }
  readonly name: string
  readonly onRetry: () => void
  readonly onRemove: () => void
}

/** What went wrong with a video on this device, what to do, and details to copy for a report. */
export function VideoErrorCard({ fault, name, onRetry, onRemove }: Props) {
  const announce = useAnnounce()
  const words = videoErrorWords(fault)
  const copyDetails = () =>
    navigator.clipboard.writeText(faultReport(fault, name)).then(
      () => announce(texts.copied),
      () => announce(texts.copyRefused),
    )
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="fault" title={words.title}>
        <p className="mt-1 text-ink">{words.help}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {words.retry ? (
            <Button onClick={onRetry}>
              <RotateCcw size={15} aria-hidden /> {texts.retry}
            </Button>
          ) : (
            <Button onClick={onRemove}>{texts.remove}</Button>
          )}
          <Button onClick={() => void copyDetails()}>
            <Copy size={15} aria-hidden /> {texts.copy}
          </Button>
        </div>
        <p className="mt-2 font-mono text-2xs break-all text-ink-soft">{fault.code}</p>
      </Notice>
    </div>
  )
}
