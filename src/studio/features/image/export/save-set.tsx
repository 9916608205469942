import { Images, LoaderCircle } from 'lucide-react'
import { createContext, use } from 'react'
import { useEditedItem } from '#studio/features/image/edit/edited-item.ts'
import { sentOf } from '#studio/features/image/queue/result-options.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { Button } from '#studio/ui/button.tsx'
import type { ExportWork } from './export-work.ts'

const texts = messages.image.actions

/** What saves the picture whose settings are shown, for `SaveSet`. */
export const ExportWorkContext = createContext<ExportWork | null>(null)

/** The button that saves subject, mask and background as files of their own. */
export function SaveSet() {
  const work = use(ExportWorkContext)
  if (!work) throw new Error('SaveSet outside of ExportWorkContext')
  const { item } = useEditedItem()
  const { busy } = useStore(work)
  if (!item || sentOf(item)?.isCutout === false) return null
  return (
    <Button
      className="w-full"
      disabled={item.phase !== 'done' || busy !== null}
      onClick={() => work.saveSet(item)}
    >
      {busy === 'set' ? (
        <LoaderCircle size={15} aria-hidden className="animate-spin" />
      ) : (
        <Images size={15} strokeWidth={1.75} aria-hidden />
      )}
      {texts.saveSet}
    </Button>
  )
}
