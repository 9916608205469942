import { FolderArchive, Plus, Trash2 } from 'lucide-react'
import type { ZipWork } from '#studio/features/image/export/use-zip.ts'
import { countText } from '#studio/media/amounts.ts'
import { IconButton } from '#studio/ui/icon-button.tsx'
import { countStates, type QueueState } from './queue-state.ts'

type Props = {
  readonly state: QueueState
  readonly zip: ZipWork
  readonly onPick: () => void
  readonly onClear: () => void
}

/** What stands above and below the list on desktops, in one row for phones. */
export const PhoneBar = ({ state, zip, onPick, onClear }: Props) => {
  const { done } = countStates(state.items)
  return (
    <div className="flex items-center justify-between bg-panel px-3 pt-1 lg:hidden">
      <p className="figures text-sm font-semibold">
        {countText(state.items.length, 'picture')}
        <span className="font-normal text-ink-faint">
          {zip.progress ? `, packing ${zip.progress.done + 1} of ${zip.progress.total}` : ''}
        </span>
      </p>
      <span className="flex">
        <IconButton icon={Plus} label="Add pictures" onClick={onPick} />
        {state.items.length > 1 ? (
          <IconButton
            icon={FolderArchive}
            label="Save all as ZIP"
            disabled={done === 0}
            onClick={zip.start}
          />
        ) : null}
        <IconButton icon={Trash2} label="Clear all" onClick={onClear} />
      </span>
    </div>
  )
}
