import { FolderArchive, Plus, Trash2 } from 'lucide-react'
import { IconButton } from '#studio/ui/icon-button.tsx'
import { deskCount } from './desk-words.ts'
import type { DeskParts } from './use-desk-parts.ts'

/** What stands above and below the list on desktops, in one row for phones. */
export const PhoneBar = ({ parts }: { readonly parts: DeskParts }) => {
  const { desk, hasResults, zip, onPick, onClear } = parts
  return (
    <div className="flex items-center justify-between bg-panel px-3 pt-1 lg:hidden">
      <p className="figures text-sm font-semibold">
        {deskCount(desk)}
        <span className="font-normal text-ink-faint">
          {zip.progress ? `, packing ${zip.progress.done + 1} of ${zip.progress.total}` : ''}
        </span>
      </p>
      <span className="flex">
        <IconButton icon={Plus} label="Add pictures or videos" onClick={onPick} />
        {desk.entries.length > 1 ? (
          <IconButton
            icon={FolderArchive}
            label="Save all as ZIP"
            disabled={!hasResults}
            onClick={zip.start}
          />
        ) : null}
        <IconButton icon={Trash2} label="Clear all" onClick={onClear} />
      </span>
    </div>
  )
}
