import { isInProgress } from '#library/items/item.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { sentOf } from '#library/pictures/result-options.ts'
import { CommandButton } from '#studio/items/command-button.tsx'
import type { Command } from '#studio/keyboard/command.ts'
import { useStore } from '#studio/state/store.ts'
import { canShare, type ExportWork } from './export-work.ts'
import { ServiceActions } from './service-actions.tsx'

type Props = {
  readonly item: PictureItem
  readonly queue: ImageQueue
  readonly work: ExportWork
  readonly commands: readonly Command<[PictureItem]>[]
}

/** The buttons that send, save, copy and share the shown picture. */
export function ImageActions({ item, queue, work, commands }: Props) {
  const isSendFirst = item.runLocation === 'service' && item.phase !== 'done' && !isInProgress(item.phase)
  const { running, message: last } = useStore(work)
  const exporting = (id: 'save' | 'layers' | 'copy' | 'share') => ({
    ...{ commands, id, item },
    isBusy: running?.action === id,
    disabled: running !== null,
  })
  const message = last?.id === item.id ? last : null
  const tone = message?.isError ? 'text-fault' : 'text-ink-soft'
  return (
    <div className="relative">
      <ServiceActions item={item} queue={queue} />
      <div className={isSendFirst ? 'hidden' : 'flex gap-2'}>
        <CommandButton {...exporting('save')} isMain />
        {sentOf(item)?.isCutout === false ? null : <CommandButton {...exporting('layers')} mark="PSD" />}
        <CommandButton {...exporting('copy')} />
        {canShare() ? <CommandButton {...exporting('share')} /> : null}
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
