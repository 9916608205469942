import { FolderArchive, Plus, Trash2 } from 'lucide-react'
import type { ZipWork } from '#studio/features/image/export/use-zip.ts'
import { countText } from '#studio/media/amounts.ts'
import { Button } from '#studio/ui/button.tsx'
import { IconButton } from '#studio/ui/icon-button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { ImageQueue } from './image-queue.ts'
import { QueueRow } from './queue-row.tsx'
import { countStates, type QueueState } from './queue-state.ts'

type Props = {
  readonly queue: ImageQueue
  readonly state: QueueState
  readonly zip: ZipWork
  readonly onPick: () => void
  readonly onClear: () => void
}

/** The pictures, each with its own state; a column on desktops, a strip on phones. */
export function QueuePanel({ queue, state, zip, onPick, onClear }: Props) {
  const counts = countStates(state.items)
  const open = counts.waiting + counts.working
  return (
    <section
      aria-labelledby="queue-title"
      className="flex min-h-0 flex-col border-line bg-panel max-lg:border-b lg:w-64 lg:border-r"
    >
      <header className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4 max-lg:hidden">
        <h2 id="queue-title" className="text-sm font-semibold">
          Pictures <span className="figures font-normal text-ink-faint">{state.items.length}</span>
        </h2>
        <span className="flex">
          <IconButton icon={Plus} label="Add pictures" keys="O" onClick={onPick} />
          <IconButton icon={Trash2} label="Clear all" onClick={onClear} />
        </span>
      </header>
      <ul
        aria-label="Pictures"
        className={`slim-scroll flex min-h-0 flex-1 gap-1 overflow-auto px-2 max-lg:py-2 lg:flex-col lg:pb-2 ${state.items.length < 2 ? 'max-lg:hidden' : ''}`}
      >
        {state.items.map((item) => (
          <QueueRow key={item.id} item={item} selected={item.id === state.selectedId} queue={queue} />
        ))}
      </ul>
      <footer
        className={`shrink-0 border-t border-line p-3 max-lg:hidden ${state.items.length < 2 ? 'hidden' : ''}`}
      >
        <p className="figures mb-2 text-xs text-ink-soft">
          {countText(counts.done, 'picture')} done
          {open > 0 ? `, ${open} to go` : ''}
          {counts.failed > 0 ? `, ${counts.failed} did not work` : ''}
        </p>
        {zip.progress ? (
          <div className="flex items-center gap-2">
            <ProgressBar
              label="Progress of the ZIP"
              percent={Math.round((100 * zip.progress.done) / zip.progress.total)}
            />
            <Button look="quiet" onClick={zip.cancel}>
              Cancel
            </Button>
          </div>
        ) : (
          <Button className="w-full" disabled={counts.done === 0} onClick={zip.start}>
            <FolderArchive size={16} strokeWidth={1.75} aria-hidden /> Save all as ZIP
          </Button>
        )}
      </footer>
    </section>
  )
}
