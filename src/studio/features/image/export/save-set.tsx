import { Images, LoaderCircle } from 'lucide-react'
import { createContext, use } from 'react'
import { sentOf } from '#library/pictures/result-options.ts'
import { canPickFolder } from '#library/sink.ts'
import { useEditedItem } from '#studio/features/image/edit/edited-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { Button } from '#studio/ui/button.tsx'
import type { ExportWork } from './export-work.ts'

const texts = messages.image.actions

/** What saves the picture whose settings are shown, for `SaveSet`. */
export const ExportWorkContext = createContext<ExportWork | null>(null)

/** The buttons that save subject, mask and background as files of their own: in a folder where one can be picked, or a ZIP. */
export function SaveSet() {
  const work = use(ExportWorkContext)
  if (!work) throw new Error('SaveSet outside of ExportWorkContext')
  const { item } = useEditedItem()
  const { running } = useStore(work)
  if (!item || sentOf(item)?.isCutout === false) return null
  const isFolder = canPickFolder()
  const isDisabled = item.phase !== 'done' || running !== null
  return (
    <div className="flex gap-2">
      <Button
        aria-label={texts.saveSetAnnounced}
        className="flex-1"
        disabled={isDisabled}
        onClick={() => work.start(isFolder ? 'folder' : 'zip', item)}
      >
        {running?.action === 'folder' || running?.action === 'zip' ? (
          <LoaderCircle size={15} aria-hidden className="animate-spin" />
        ) : (
          <Images size={15} strokeWidth={1.75} aria-hidden />
        )}
        {texts.saveSet}
      </Button>
      {isFolder ? (
        <Button
          aria-label={texts.saveSetZipAnnounced}
          title={texts.saveSetZipAnnounced}
          disabled={isDisabled}
          onClick={() => work.start('zip', item)}
        >
          {texts.saveSetZip}
        </Button>
      ) : null}
    </div>
  )
}
