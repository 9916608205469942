import { CloudUpload } from 'lucide-react'
import type { ReactNode } from 'react'
import { creditsForImage } from '#contract/limits.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { preparationNote } from '#studio/media/prepare-upload.ts'
import type { PictureInfo } from '#studio/queries/picture-info.ts'
import { sendText } from '#studio/sending/sending-text.ts'
import { ServiceErrorCard } from '#studio/sending/service-error-card.tsx'
import { Button } from '#studio/ui/button.tsx'
import { StoppedCard } from '#studio/viewer/stopped-card.tsx'
import type { ShownResult } from './use-shown-result.ts'

type Props = {
  readonly item: QueueItem
  readonly look: PictureInfo | undefined
  readonly queue: ImageQueue
  readonly result: ShownResult
}

/** How a picture stands that runs on the service: nothing there is done by itself. */
export function ServiceCards({ item, look, queue, result }: Props) {
  const send = () => queue.send([item.id])
  if (item.state === 'unsent') {
    const need = preparationNote(look?.kind ?? 'unknown', item.file.size, look?.size ?? null)
    return (
      <Pill>
        <CloudUpload size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span>
          {result.answer ? 'This is the result of this device. ' : ''}Nothing has been sent yet. {need}
        </span>
      </Pill>
    )
  }
  if (item.state === 'cancelled')
    return (
      <StoppedCard
        note="If the service had begun, it may count a credit."
        label={sendText(creditsForImage, true)}
        onRetry={send}
      />
    )
  if (item.state === 'failed' && item.error)
    return (
      <ServiceErrorCard
        fault={item.error}
        kind="image"
        credits={creditsForImage}
        onAgain={send}
        onHere={() => queue.place([item.id], 'device')}
      />
    )
  if (item.state === 'done' && result.isStale)
    return (
      <Pill>
        The recipe has changed since this was sent.
        <Button onClick={send}>{sendText(creditsForImage, true)}</Button>
      </Pill>
    )
  return null
}

const Pill = ({ children }: { readonly children: ReactNode }) => (
  <div className="pointer-events-auto flex max-w-xl animate-rise items-center gap-3 rounded-lg bg-panel px-4 py-2 text-sm shadow-lift inset-ring inset-ring-line">
    {children}
  </div>
)
