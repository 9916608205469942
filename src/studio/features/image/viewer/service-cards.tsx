import { CloudUpload } from 'lucide-react'
import type { ReactNode } from 'react'
import { creditsForImage } from '#contract/limits.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { ServiceErrorCard } from '#studio/items/service-error-card.tsx'
import { preparationNote } from '#studio/media/conversion-note.ts'
import { messages } from '#studio/messages/messages.ts'
import type { PictureInfo } from '#studio/queries/picture-info.ts'
import { Button } from '#studio/ui/button.tsx'
import { StoppedCard } from '#studio/viewer/stopped-card.tsx'
import type { ShownResult } from './use-shown-result.ts'

const texts = messages.image.viewer

type Props = {
  readonly item: PictureItem
  readonly info: PictureInfo | undefined
  readonly queue: ImageQueue
  readonly result: ShownResult
}

/** The state of a picture at the service, where nothing starts without a click. */
export function ServiceCards({ item, info, queue, result }: Props) {
  const send = () => queue.send([item.id])
  const sendAgain = messages.sending.sendAgain(creditsForImage)
  if (item.phase === 'ready') {
    const need = preparationNote(item.fileKind, item.file.size, info?.size ?? null)
    return (
      <Pill>
        <CloudUpload size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span>{texts.unsent(result.answer !== null, need)}</span>
      </Pill>
    )
  }
  if (item.phase === 'stopped')
    return <StoppedCard note={texts.sendingStopped} label={sendAgain} onRetry={send} />
  if (item.phase === 'failed' && item.error)
    return (
      <ServiceErrorCard
        error={item.error}
        kind="image"
        credits={creditsForImage}
        onAgain={send}
        onHere={() => queue.setRunLocation([item.id], 'device')}
      />
    )
  if (item.phase === 'done' && result.isStale)
    return (
      <Pill>
        {texts.recipeChanged}
        <Button onClick={send}>{sendAgain}</Button>
      </Pill>
    )
  return null
}

const Pill = ({ children }: { readonly children: ReactNode }) => (
  <div className="pointer-events-auto flex max-w-xl animate-rise items-center gap-3 rounded-lg bg-panel px-4 py-2 text-sm shadow-lift inset-ring inset-ring-line">
    {children}
  </div>
)
