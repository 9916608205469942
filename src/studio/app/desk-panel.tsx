import { FolderArchive, Plus, Trash2 } from 'lucide-react'
import { QueueRow } from '#studio/features/image/queue/queue-row.tsx'
import { find } from '#studio/features/image/queue/queue-state.ts'
import { VideoRow } from '#studio/features/video/queue/video-row.tsx'
import { findVideo } from '#studio/features/video/queue/video-state.ts'
import { Button } from '#studio/ui/button.tsx'
import { IconButton } from '#studio/ui/icon-button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { deskTitle, progressLine } from './desk-words.ts'
import type { DeskParts } from './use-desk-parts.ts'
import type { ZipWork } from './use-zip.ts'

/** The pictures and videos, each with its own state; a column on desktops, a strip on phones. */
export function DeskPanel({ parts }: { readonly parts: DeskParts }) {
  const { desk, images, videos, selectImage, selectVideo, imageQueue, videoQueue, saving, zip } = parts
  return (
    <section
      aria-labelledby="queue-title"
      className="flex min-h-0 flex-col border-line bg-panel max-lg:border-b lg:w-64 lg:border-r"
    >
      <header className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4 max-lg:hidden">
        <h2 id="queue-title" className="text-sm font-semibold">
          {deskTitle(desk)} <span className="figures font-normal text-ink-faint">{desk.entries.length}</span>
        </h2>
        <span className="flex">
          <IconButton icon={Plus} label="Add pictures or videos" keys="O" onClick={parts.onPick} />
          <IconButton icon={Trash2} label="Clear all" onClick={parts.onClear} />
        </span>
      </header>
      <ul
        aria-label={deskTitle(desk)}
        className={`slim-scroll flex min-h-0 flex-1 gap-1 overflow-auto px-2 max-lg:py-2 lg:flex-col lg:pb-2 ${desk.entries.length < 2 && desk.selectedId !== null ? 'max-lg:hidden' : ''}`}
      >
        {desk.entries.map(({ kind, id }) => {
          const selected = id === desk.selectedId
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
        className={`shrink-0 border-t border-line p-3 max-lg:hidden ${desk.entries.length < 2 ? 'hidden' : ''}`}
      >
        <p className="figures mb-2 text-xs text-ink-soft">{progressLine(images.items, videos.items)}</p>
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

type ZipProps = { readonly zip: ZipWork; readonly progress: NonNullable<ZipWork['progress']> }

const ZipProgress = ({ zip, progress: { done, total } }: ZipProps) => (
  <div className="flex items-center gap-2">
    <ProgressBar label="Progress of the ZIP" percent={Math.round((100 * done) / total)} />
    <Button look="quiet" onClick={zip.cancel}>
      Cancel
    </Button>
  </div>
)
