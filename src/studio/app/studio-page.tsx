import { useEffect, useState } from 'react'
import { createEditorStore } from '#studio/edit/editor-state.ts'
import { useExport } from '#studio/features/image/export/use-export.ts'
import { imageCommands } from '#studio/features/image/image-commands.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { find } from '#studio/features/image/queue/queue-state.ts'
import { isEditable } from '#studio/features/image/queue/result-options.ts'
import { usePreloadModel } from '#studio/features/image/use-image-queue.ts'
import { createPlayer } from '#studio/features/video/player/player.ts'
import { canEditFrames } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { findVideo } from '#studio/features/video/queue/video-state.ts'
import { videoCommands } from '#studio/features/video/video-commands.ts'
import { useAnnounce, useStudio } from '#studio/hooks/use-studio.ts'
import { FilePicker, useIntake } from '#studio/intake/use-intake.tsx'
import { createHoldDetector, useCommands } from '#studio/keyboard/use-commands.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStoreSelector } from '#studio/state/store.ts'
import { ErrorBoundary } from '#studio/ui/error-boundary.tsx'
import { Later } from '#studio/ui/later-part.tsx'
import { createViewerStore } from '#studio/viewer/viewer-state.ts'
import { DropOverlay, useFileDrop } from './drop-overlay.tsx'
import { EmptyPage } from './empty-page.tsx'
import { laterParts, preloadPart } from './later-parts.ts'
import { Notifications } from './notifications.tsx'
import { sharedCommands } from './shared-commands.ts'
import { useTabProgress } from './tab-progress.ts'
import { UndoBar } from './undo-bar.tsx'
import type { WorkspaceStore } from './workspace.ts'
import { selectedEntry } from './workspace.ts'
import { useWorkspaceControls } from './workspace-controls.ts'
import { CompactListBar, WorkspaceList } from './workspace-list.tsx'

const text = messages.app

type Props = {
  readonly imageQueue: ImageQueue
  readonly videoQueue: VideoQueue
  readonly workspace: WorkspaceStore
  readonly onHelp: () => void
}

/** The main part of the page: the list, the viewer and the settings; or the empty page. */
export function StudioPage({ imageQueue, videoQueue, workspace, onHelp }: Props) {
  const [store] = useState(createViewerStore)
  const [editor] = useState(createEditorStore)
  const hasTool = useStoreSelector(editor, ({ tool }) => tool !== null)
  const announce = useAnnounce()
  const [player] = useState(() => createPlayer())
  const [spaceKey] = useState(() => createHoldDetector(() => store.set((all) => ({ ...all, peeking: true }))))
  const intake = useIntake({ addPictures: imageQueue.add, addClips: videoQueue.add })
  const parts = useWorkspaceControls(workspace, imageQueue, videoQueue, intake.pick)
  const work = useExport(imageQueue)
  const preloadModel = usePreloadModel()
  const prepare = () => {
    preloadPart(laterParts.image)
    preloadModel()
  }
  const isOver = useFileDrop(intake.addDropped)
  const { settings, backgroundPicture } = useStudio()
  useEffect(() => {
    if (isOver) prepare()
  })

  const entry = selectedEntry(parts.workspace)
  const image = entry?.kind === 'image' ? find(parts.images, entry.id) : null
  const video = entry?.kind === 'video' ? findVideo(parts.videos, entry.id) : null
  const isEditing = hasTool && (image ? isEditable(image) : video !== null && canEditFrames(video))
  const { saving } = parts
  useCommands(
    {
      ...sharedCommands({ workspace, store, intake, undo: parts.undo, openHelp: onHelp }),
      ...(video
        ? {
            ...videoCommands({
              item: video,
              queue: videoQueue,
              store,
              editor,
              announce,
              undoRemove: parts.undo.run,
              player,
              saving,
              settings,
              backgroundPicture,
            }),
            peek: spaceKey.begin,
          }
        : imageCommands({
            item: image,
            queue: imageQueue,
            store,
            editor,
            work,
            announce,
            undoRemove: parts.undo.run,
          })),
    },
    () => {
      const wasTap = spaceKey.end()
      store.set((all) => (all.peeking ? { ...all, peeking: false } : all))
      if (video && wasTap) player.toggle()
    },
  )

  useTabProgress(parts.images.items, parts.videos.items)

  const isEmpty = parts.workspace.entries.length === 0
  const empty = <EmptyPage intake={intake} onNear={prepare} />
  return (
    <main className="relative flex min-h-0 flex-1 flex-col bg-ground" data-busy={isEmpty ? undefined : true}>
      <div className="relative min-h-0 flex-1 overflow-y-auto max-lg:scroll-pb-36 stacked:has-[nav_[aria-expanded=true]]:scroll-pb-84">
        {isEmpty ? (
          empty
        ) : (
          <div className="flex flex-col stacked:min-h-full sideways:grid sideways:h-full sideways:grid-cols-[minmax(0,1fr)_auto] sideways:grid-rows-[auto_auto_minmax(0,1fr)] lg:h-full lg:flex-row">
            {entry ? <h1 className="sr-only">{text.heading((image ?? video)?.name ?? '')}</h1> : null}
            <ErrorBoundary name={text.parts.list} className="border-line bg-panel lg:w-64 lg:border-r">
              {isEditing ? null : <CompactListBar parts={parts} />}
              {/* On phones the picture that is edited gets all the room. */}
              <div className={isEditing ? 'contents max-lg:hidden' : 'contents'}>
                <WorkspaceList parts={parts} />
              </div>
            </ErrorBoundary>
            {image ? (
              <ErrorBoundary name={text.parts.viewer} resetKey={image.id} className="flex-1">
                <Later
                  part={laterParts.image}
                  props={{ item: image, queue: imageQueue, store, editor, work, isEditing }}
                />
              </ErrorBoundary>
            ) : null}
            {video ? (
              <ErrorBoundary key={video.id} name={text.parts.video} className="flex-1">
                <Later
                  part={laterParts.video}
                  props={{ item: video, queue: videoQueue, store, editor, player, saving }}
                />
              </ErrorBoundary>
            ) : null}
            {entry ? null : <div className="sideways-viewer min-h-0 min-w-0 flex-1">{empty}</div>}
          </div>
        )}
      </div>
      <Notifications intake={intake} zip={parts.zip} hasField={!entry} />
      <UndoBar undo={parts.undo} hasList={!isEmpty} />
      <FilePicker intake={intake} />
      {isOver ? <DropOverlay /> : null}
    </main>
  )
}
