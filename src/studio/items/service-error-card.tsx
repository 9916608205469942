import { MonitorSmartphone, Send } from 'lucide-react'
import { errorText, type ShownError } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'
import { CopyRequestId } from '#studio/ui/copy-id.tsx'
import { Notice } from '#studio/ui/notice.tsx'

type Props = {
  readonly error: ShownError
  readonly kind: 'image' | 'video'
  /** The cost of sending again; null if that is useless. */
  readonly credits: number | null
  readonly onAgain: () => void
  /** Null where this device does not have the file. */
  readonly onHere: (() => void) | null
}

/** The error of the service, its remedy, and the request id for the service's support. */
export function ServiceErrorCard({ error, kind, credits, onAgain, onHere }: Props) {
  const { title, help } = errorText(error, { at: 'service', kind })
  const { code, request_id } = error
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="fault" title={title}>
        <p className="mt-1 text-ink">{help}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {onHere ? (
            <Button onClick={onHere}>
              <MonitorSmartphone size={15} aria-hidden /> {messages.sending.runHere}
            </Button>
          ) : null}
          {credits === null ? null : (
            <Button onClick={onAgain}>
              <Send size={15} aria-hidden /> {messages.sending.sendAgain(credits)}
            </Button>
          )}
        </div>
        <p className="mt-2.5 flex flex-wrap gap-x-2 text-2xs break-all text-ink-soft">
          <span className="font-mono">{request_id ? `${code} · ${request_id}` : code}</span>
          {request_id ? <CopyRequestId id={request_id} /> : null}
        </p>
      </Notice>
    </div>
  )
}
