import { FolderArchive, Plus, Trash2 } from 'lucide-react'
import { QueueRow } from '#studio/features/image/queue/queue-row.tsx'
import { countStates, find, type QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { isInProgress, phaseOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { VideoRow } from '#studio/features/video/queue/video-row.tsx'
import { findVideo } from '#studio/features/video/queue/video-state.ts'
import type { SaveAllWork } from '#studio/hooks/use-save-all.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { Workspace } from './workspace.ts'
import type { WorkspaceControls } from './workspace-controls.ts'

const text = messages.app

/** All pictures and videos with their states: a column on desktops, a strip on phones. */
export function WorkspaceList({ parts }: { readonly parts: WorkspaceControls }) {
  const { workspace, images, videos, select, imageQueue, videoQueue, saving, zip } = parts
  return (
    <section
      aria-labelledby="queue-title"
      className="flex min-h-0 flex-col border-line bg-panel max-lg:border-b sideways:col-start-2 sideways:row-start-2 sideways:w-76 sideways:border-l lg:w-64 lg:border-r"
    >
      <header className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4 max-lg:hidden">
        <h2 id="queue-title" className="text-sm font-semibold">
          {listTitle(workspace)}{' '}
          <span className="figures font-normal text-ink-faint">{workspace.entries.length}</span>
        </h2>
        <span className="flex">
          <IconButton icon={Plus} label={text.list.add} keys="O" onClick={parts.onPick} />
          <IconButton icon={Trash2} label={text.list.clear} onClick={parts.onClear} />
        </span>
      </header>
      <ul
        aria-label={listTitle(workspace)}
        className={`slim-scroll flex min-h-0 flex-1 gap-1 overflow-auto px-2 max-lg:py-2 lg:flex-col lg:pb-2 ${workspace.entries.length < 2 && workspace.selectedId !== null ? 'max-lg:hidden' : ''}`}
      >
        {workspace.entries.map(({ kind, id }) => {
          const selected = id === workspace.selectedId
          const image = kind === 'image' ? find(images, id) : null
          const video = kind === 'video' ? findVideo(videos, id) : null
          if (image)
            return <QueueRow key={id} item={image} selected={selected} queue={imageQueue} onSelect={select} />
          return video ? (
            <VideoRow
              key={id}
              item={video}
              selected={selected}
              queue={videoQueue}
              saving={saving}
              onSelect={select}
            />
          ) : null
        })}
      </ul>
      <footer
        className={`shrink-0 border-t border-line p-3 max-lg:hidden ${workspace.entries.length < 2 ? 'hidden' : ''}`}
      >
        <p className="figures mb-2 text-xs text-ink-soft">{progressSummary(images.items, videos.items)}</p>
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

/** On phones: the header and footer of the list in one row. */
export const CompactListBar = ({ parts }: { readonly parts: WorkspaceControls }) => {
  const { workspace, hasResults, zip, onPick, onClear } = parts
  return (
    <div className="flex items-center justify-between bg-panel px-3 pt-1 sideways:col-start-2 sideways:border-l sideways:border-line lg:hidden">
      <p className="figures text-sm font-semibold">
        {listCount(workspace)}
        <span className="font-normal text-ink-faint">
          {zip.progress ? text.saveAll.packingAfter(zip.progress.done + 1, zip.progress.total) : ''}
        </span>
      </p>
      <span className="flex">
        <IconButton icon={Plus} label={text.list.add} onClick={onPick} />
        {workspace.entries.length > 1 ? (
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
const listTitle = ({ entries }: Workspace): string => {
  const hasVideo = entries.some(({ kind }) => kind === 'video')
  const hasImage = entries.some(({ kind }) => kind === 'image')
  if (!hasVideo) return text.list.pictures
  return hasImage ? text.list.both : text.list.videos
}

/** `2 pictures, 1 video` */
const listCount = ({ entries }: Workspace): string => {
  const videos = entries.filter(({ kind }) => kind === 'video').length
  return text.list.counts(entries.length - videos, videos)
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
