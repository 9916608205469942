import { FolderArchive, Plus, Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import { QueueRow } from '#studio/features/image/queue/queue-row.tsx'
import { countStates, isPicture, type QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { isInProgress, isVideo, phaseOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { VideoRow } from '#studio/features/video/queue/video-row.tsx'
import type { SaveAllWork } from '#studio/hooks/use-save-all.ts'
import type { ItemListState } from '#studio/items/item-list.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { WorkspaceControls } from './workspace-controls.ts'

const text = messages.app

/** All pictures and videos with their states: a column on desktops, a strip on phones. */
export function WorkspaceList({ parts }: { readonly parts: WorkspaceControls }) {
  const { state, list, images, videos, imageQueue, videoQueue, saving, zip } = parts
  const onRemove = useCallback((id: string) => list.remove([id]), [list])
  return (
    <section
      aria-labelledby="queue-title"
      className="flex min-h-0 flex-col border-line bg-panel sideways:col-start-2 sideways:row-start-1 sideways:w-76 sideways:border-l stacked:min-w-0 stacked:flex-1 lg:w-64 lg:border-r"
    >
      <header className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4 max-lg:hidden">
        <h2 id="queue-title" className="text-sm font-semibold">
          {listTitle(state)} <span className="figures font-normal text-ink-faint">{state.items.length}</span>
        </h2>
        <span className="flex">
          <IconButton icon={Plus} label={text.list.add} keys="O" onClick={parts.onPick} />
          <IconButton icon={Trash2} label={text.list.clear} onClick={parts.onClear} />
        </span>
      </header>
      <ul
        aria-label={listTitle(state)}
        className={`slim-scroll flex min-h-0 flex-1 gap-1 overflow-auto stacked:[scrollbar-width:none] px-2 max-lg:py-1 lg:flex-col lg:pb-2 ${state.items.length < 2 && state.selectedId !== null ? 'max-lg:hidden' : ''}`}
      >
        {state.items.map((item) => {
          const row = { selected: item.id === state.selectedId, onSelect: list.select, onRemove }
          if (isPicture(item)) return <QueueRow key={item.id} item={item} queue={imageQueue} {...row} />
          return isVideo(item) ? (
            <VideoRow key={item.id} item={item} queue={videoQueue} saving={saving} {...row} />
          ) : null
        })}
      </ul>
      <footer
        className={`shrink-0 border-t border-line p-3 max-lg:hidden ${state.items.length < 2 ? 'hidden' : ''}`}
      >
        <p className="figures mb-2 text-xs text-ink-soft">{progressSummary(images, videos)}</p>
        {zip.progress ? (
          <ZipProgress zip={zip} progress={zip.progress} />
        ) : (
          <Button className="w-full" disabled={!parts.hasResults} onClick={zip.start}>
            <FolderArchive size={16} strokeWidth={1.75} aria-hidden /> {text.saveAll.action}
          </Button>
        )}
      </footer>
    </section>
  )
}

type ZipProps = { readonly zip: SaveAllWork; readonly progress: NonNullable<SaveAllWork['progress']> }

const ZipProgress = ({ zip, progress: { done, total } }: ZipProps) => (
  <div className="flex items-center gap-2">
    <ProgressBar label={text.saveAll.progress} percent={Math.round((100 * done) / total)} />
    <Button variant="quiet" onClick={zip.cancel}>
      {text.cancel}
    </Button>
  </div>
)

/** On phones: the header and footer of the list in one row; held upright, in that of the list itself. */
export const CompactListBar = ({ parts }: { readonly parts: WorkspaceControls }) => {
  const { state, hasResults, zip, onPick, onClear } = parts
  const hasRows = state.items.length > 1 || state.selectedId === null
  return (
    <div
      className={`flex items-center justify-between bg-panel sideways:col-start-2 sideways:row-start-2 sideways:border-b sideways:border-l sideways:border-line sideways:px-3 lg:hidden ${hasRows ? 'stacked:pr-1' : 'stacked:grow stacked:px-3'}`}
    >
      <p className="figures text-sm font-semibold">
        <span className={hasRows ? 'stacked:sr-only' : ''}>{listCount(state)}</span>
        <span className="font-normal text-ink-faint">
          {zip.progress ? text.saveAll.packingAfter(zip.progress.done + 1, zip.progress.total) : ''}
        </span>
      </p>
      <span className="flex">
        <IconButton icon={Plus} label={text.list.add} onClick={onPick} />
        {state.items.length > 1 ? (
          <IconButton
            icon={FolderArchive}
            label={text.saveAll.action}
            disabled={!hasResults}
            onClick={zip.start}
          />
        ) : null}
        <IconButton icon={Trash2} label={text.list.clear} onClick={onClear} />
      </span>
    </div>
  )
}

/** `Pictures`, `Videos`, or both, by what is on the list. */
const listTitle = ({ items }: ItemListState): string => {
  const hasVideo = items.some(isVideo)
  const hasImage = items.some(isPicture)
  if (!hasVideo) return text.list.pictures
  return hasImage ? text.list.both : text.list.videos
}

/** `2 pictures, 1 video` */
const listCount = ({ items }: ItemListState): string => {
  const videos = items.filter(isVideo).length
  return text.list.counts(items.length - videos, videos)
}

/** `2 pictures done, 1 to go, 1 did not work` */
const progressSummary = (images: readonly QueueItem[], videos: readonly VideoItem[]): string => {
  const counts = countStates(images)
  const phases = videos.map(phaseOf)
  const count = (wanted: string) => phases.filter((phase) => phase === wanted).length
  return text.list.progress({
    picturesDone: counts.done > 0 || videos.length === 0 ? counts.done : null,
    videosDone: count('done'),
    videosReady: count('ready'),
    unsent: counts.unsent,
    open: counts.waiting + counts.working + phases.filter(isInProgress).length - count('paused'),
    videosPaused: count('paused'),
    failed: counts.failed + count('failed') + count('unreadable'),
  })
}
