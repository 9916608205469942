import { FolderArchive, Plus, Trash2 } from 'lucide-react'
import { QueueRow } from '#studio/features/image/queue/queue-row.tsx'
import { countStates, find, type QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { isInProgress, phaseOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { VideoRow } from '#studio/features/video/queue/video-row.tsx'
import { findVideo } from '#studio/features/video/queue/video-state.ts'
import type { SaveAllWork } from '#studio/hooks/use-save-all.ts'
import { countText } from '#studio/messages/format-units.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { Workspace } from './workspace.ts'
import type { WorkspaceControls } from './workspace-controls.ts'

/** The pictures and videos, each with its own state; a column on desktops, a strip on phones. */
export function WorkspaceList({ parts }: { readonly parts: WorkspaceControls }) {
  const { workspace, images, videos, selectImage, selectVideo, imageQueue, videoQueue, saving, zip } = parts
  return (
    <section
      aria-labelledby="queue-title"
      className="flex min-h-0 flex-col border-line bg-panel max-lg:border-b lg:w-64 lg:border-r"
    >
      <header className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4 max-lg:hidden">
        <h2 id="queue-title" className="text-sm font-semibold">
          {listTitle(workspace)}{' '}
          <span className="figures font-normal text-ink-faint">{workspace.entries.length}</span>
        </h2>
        <span className="flex">
          <IconButton icon={Plus} label="Add pictures or videos" keys="O" onClick={parts.onPick} />
          <IconButton icon={Trash2} label="Clear all" onClick={parts.onClear} />
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
            return (
              <QueueRow key={id} item={image} selected={selected} queue={imageQueue} onSelect={selectImage} />
            )
          return video ? (
            <VideoRow
              key={id}
              item={video}
              selected={selected}
              queue={videoQueue}
              saving={saving}
              onSelect={selectVideo}
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
            <FolderArchive size={16} strokeWidth={1.75} aria-hidden /> Save all as ZIP
          </Button>
        )}
      </footer>
    </section>
  )
}

type ZipProps = { readonly zip: SaveAllWork; readonly progress: NonNullable<SaveAllWork['progress']> }

const ZipProgress = ({ zip, progress: { done, total } }: ZipProps) => (
  <div className="flex items-center gap-2">
    <ProgressBar label="Progress of the ZIP" percent={Math.round((100 * done) / total)} />
    <Button variant="quiet" onClick={zip.cancel}>
      Cancel
    </Button>
  </div>
)

/** What stands above and below the list on desktops, in one row for phones. */
export const CompactListBar = ({ parts }: { readonly parts: WorkspaceControls }) => {
  const { workspace, hasResults, zip, onPick, onClear } = parts
  return (
    <div className="flex items-center justify-between bg-panel px-3 pt-1 lg:hidden">
      <p className="figures text-sm font-semibold">
        {listCount(workspace)}
        <span className="font-normal text-ink-faint">
          {zip.progress ? `, packing ${zip.progress.done + 1} of ${zip.progress.total}` : ''}
        </span>
      </p>
      <span className="flex">
        <IconButton icon={Plus} label="Add pictures or videos" onClick={onPick} />
        {workspace.entries.length > 1 ? (
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

/** What is on the list: `Pictures`, `Videos`, or both. */
const listTitle = ({ entries }: Workspace): string => {
  const hasVideo = entries.some(({ kind }) => kind === 'video')
  const hasImage = entries.some(({ kind }) => kind === 'image')
  return hasVideo ? (hasImage ? 'Pictures and videos' : 'Videos') : 'Pictures'
}

/** `2 pictures`, `1 video`, `2 pictures, 1 video` */
const listCount = ({ entries }: Workspace): string => {
  const videos = entries.filter(({ kind }) => kind === 'video').length
  const images = entries.length - videos
  return [
    ...(images > 0 ? [countText(images, 'picture')] : []),
    ...(videos > 0 ? [countText(videos, 'video')] : []),
  ].join(', ')
}

/** How far everything is: `2 pictures done, 1 to go, 1 did not work`. */
const progressSummary = (images: readonly QueueItem[], videos: readonly VideoItem[]): string => {
  const counts = countStates(images)
  const phases = videos.map(phaseOf)
  const count = (wanted: string) => phases.filter((phase) => phase === wanted).length
  const paused = count('paused')
  const open = counts.waiting + counts.working + phases.filter(isInProgress).length - paused
  const failed = counts.failed + count('failed') + count('unreadable')
  const ready = count('ready')
  const unsent = counts.unsent
  const parts = [
    ...(counts.done > 0 || videos.length === 0 ? [`${countText(counts.done, 'picture')} done`] : []),
    ...(count('done') > 0 ? [`${countText(count('done'), 'video')} done`] : []),
    ...(ready > 0 ? [`${countText(ready, 'video')} ready to start`] : []),
    ...(unsent > 0 ? [`${unsent} ready to send`] : []),
    ...(open > 0 ? [`${open} to go`] : []),
    ...(paused > 0 ? [`${countText(paused, 'video')} paused`] : []),
    ...(failed > 0 ? [`${failed} did not work`] : []),
  ]
  return parts.join(', ')
}
