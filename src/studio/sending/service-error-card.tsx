import { MonitorSmartphone, Send } from 'lucide-react'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { CopyRequestId } from './copy-id.tsx'
import { sendText } from './sending-text.ts'
import { type ErrorFacts, serviceErrorWords } from './service-error-words.ts'

type Props = {
  readonly fault: ErrorFacts
  readonly kind: 'image' | 'video'
  /** What sending it again costs; null where that is of no use. */
  readonly credits: number | null
  readonly onAgain: () => void
  /** Null where this device has nothing to work on. */
  readonly onHere: (() => void) | null
}

/** What went wrong on the service, what to do, and the number that its support asks for. */
export function ServiceErrorCard({ fault, kind, credits, onAgain, onHere }: Props) {
  const { title, help } = serviceErrorWords(fault, kind)
  const id = fault.request_id
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="fault" title={title}>
        <p className="mt-1 text-ink">{help}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {onHere ? (
            <Button onClick={onHere}>
              <MonitorSmartphone size={15} aria-hidden /> Run on this device instead
            </Button>
          ) : null}
          {credits === null ? null : (
            <Button onClick={onAgain}>
              <Send size={15} aria-hidden /> {sendText(credits, true)}
            </Button>
          )}
        </div>
        <p className="mt-2.5 flex flex-wrap gap-x-2 text-2xs break-all text-ink-soft">
          <span className="font-mono">
            {fault.code}
            {id ? ` · ${id}` : ''}
          </span>
          {id ? <CopyRequestId id={id} /> : null}
        </p>
      </Notice>
    </div>
  )
}
