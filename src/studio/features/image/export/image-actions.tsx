import { Copy, Folder, FolderArchive, Layers } from 'lucide-react'
import { type FileFormat, fileFormats } from '#contract/result-file.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { sentOf } from '#library/pictures/picture-output.ts'
import { savedFormat } from '#library/pictures/result-options.ts'
import { canPickFolder } from '#library/sink.ts'
import { CommandButton } from '#studio/items/command-buttons.tsx'
import { useShownItem } from '#studio/items/shown-item.ts'
import type { Command } from '#studio/keyboard/command.ts'
import { useDragOut } from '#studio/media/drag-out.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { MenuButton, type MenuItem } from '#studio/ui/menu-button.tsx'
import { canShare, type ExportWork } from './export-work.ts'
import { ServiceActions } from './service-actions.tsx'

const texts = messages.image.actions

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
  const { list } = useShownItem()
  const dragOut = useDragOut({ item, results: () => list.kindOf(item).results(item), isEager: true })
  const exporting = (id: 'save' | 'share') => ({
    commands,
    id,
    item,
    isBusy: running?.action === id,
    disabled: running !== null,
  })
  const message = last?.id === item.id ? last : null
  const tone = message?.isError ? 'text-fault' : 'text-ink-soft'
  return (
    <div className="relative">
      <ServiceActions item={item} queue={queue} />
      <div className={isSendFirst ? 'hidden' : 'relative flex flex-wrap gap-2'}>
        <div className="flex flex-1 gap-px">
          <div {...dragOut} className="flex flex-1 *:rounded-r-none">
            <CommandButton {...exporting('save')} isMain />
          </div>
          <MenuButton
            label={texts.otherWays}
            disabled={running !== null || item.phase !== 'done'}
            groups={otherWays(item, work)}
          />
        </div>
        {canShare() ? <CommandButton {...exporting('share')} /> : null}
      </div>
      <p className={`figures mt-2 min-h-5 truncate text-xs max-lg:hidden ${tone}`}>{message?.text}</p>
      {message ? (
        // Phones have no space for a permanent line: the message appears and fades.
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

/** Other files of a picture: other formats, the file with layers, the set of files, and the clipboard. */
const otherWays = (item: PictureItem, { start }: ExportWork): readonly (readonly MenuItem[])[] => {
  const copy = { label: texts.copy, icon: Copy, keys: 'C', run: () => start('copy', item) }
  // A service's result that is not a cut-out is saved unchanged.
  if (sentOf(item)?.isCutout === false) return [[copy]]
  const now = savedFormat(item, item.recipe.format)
  const formats = (Object.keys(fileFormats) as FileFormat[]).filter((format) => format !== now)
  const isFolder = canPickFolder()
  return [
    formats.map((format) => ({
      label: messages.saving.save(fileFormats[format].label),
      hint: messages.image.settings.export.formats[format],
      run: () => start(format, item),
    })),
    [
      { label: texts.saveLayers, icon: Layers, run: () => start('layers', item) },
      ...(isFolder ? [{ label: texts.saveSet, icon: Folder, run: () => start('folder', item) }] : []),
      { label: texts.saveSetZip, icon: FolderArchive, run: () => start('zip', item) },
    ],
    [copy],
  ]
}
