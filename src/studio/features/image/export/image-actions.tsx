import { Copy, Download, LoaderCircle, Share } from 'lucide-react'
import { fileFormats } from '#contract/result-file.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import { savedFormat, sentOf } from '#library/pictures/result-options.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { Button } from '#studio/ui/button.tsx'
import { canShare, type ExportWork } from './export-work.ts'
import { ServiceActions } from './service-actions.tsx'

const texts = messages.image.actions

type Props = { readonly item: PictureItem; readonly queue: ImageQueue; readonly work: ExportWork }

/** The buttons that send, save, copy and share the shown picture. */
export function ImageActions({ item, queue, work }: Props) {
  const [recipe] = useItemRecipe(isPicture)
  const isDone = item.phase === 'done'
  const isSendFirst = item.runLocation === 'service' && !isDone && !isInProgress(item.phase)
  const { running, message: last } = useStore(work)
  const busy = running?.action
  const isDisabled = !isDone || running !== null
  const message = last?.id === item.id ? last : null
  const tone = message?.isError ? 'text-fault' : 'text-ink-soft'
  return (
    <div className="relative">
      <ServiceActions item={item} queue={queue} />
      <div className={isSendFirst ? 'hidden' : 'flex gap-2'}>
        <Button
          variant="main"
          large
          className="flex-1"
          disabled={isDisabled}
          onClick={() => work.start('save', item)}
        >
          {busy === 'save' ? (
            <LoaderCircle size={19} aria-hidden className="animate-spin" />
          ) : (
            <Download size={19} strokeWidth={1.9} aria-hidden />
          )}
          {messages.saving.save(fileFormats[savedFormat(item, recipe.format)].label)}
        </Button>
        {sentOf(item)?.isCutout === false ? null : (
          <Button
            aria-label={texts.saveLayers}
            title={texts.saveLayers}
            className="size-12! rounded-md"
            disabled={isDisabled}
            onClick={() => work.start('layers', item)}
          >
            {busy === 'layers' ? <LoaderCircle size={18} aria-hidden className="animate-spin" /> : 'PSD'}
          </Button>
        )}
        <Button
          aria-label={texts.copy}
          title={texts.copyHint}
          className="size-12! rounded-md"
          disabled={isDisabled}
          onClick={() => work.start('copy', item)}
        >
          <Copy size={18} strokeWidth={1.75} aria-hidden />
        </Button>
        {canShare() ? (
          <Button
            aria-label={messages.saving.share}
            className="size-12! rounded-md"
            disabled={isDisabled}
            onClick={() => work.start('share', item)}
          >
            <Share size={18} strokeWidth={1.75} aria-hidden />
          </Button>
        ) : null}
      </div>
      <p className={`figures mt-2 min-h-5 truncate text-xs max-lg:hidden ${tone}`}>{message?.text}</p>
      {message ? (
        // On phones there is no space for a permanent line: the message appears and fades.
        <p
          key={message.turn}
          className={`pointer-events-none absolute inset-x-4 -top-12 z-30 mx-auto w-fit max-w-full animate-tell truncate rounded-full bg-panel px-4 py-2 text-sm shadow-lift inset-ring inset-ring-line lg:hidden ${tone}`}
        >
          {message.text}
        </p>
      ) : null}
    </div>
  )
}
