import { useEffect, useState } from 'react'
import { ImageActions } from '#studio/features/image/export/image-actions.tsx'
import { useExport } from '#studio/features/image/export/use-export.ts'
import { imageCommands } from '#studio/features/image/image-commands.ts'
import { titleText } from '#studio/features/image/progress.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { countStates, find } from '#studio/features/image/queue/queue-state.ts'
import { imageSettingsGroups } from '#studio/features/image/recipe/image-settings.tsx'
import { usePreloadModel } from '#studio/features/image/use-image-queue.ts'
import { ImageViewer } from '#studio/features/image/viewer/image-viewer.tsx'
import { createPlayer } from '#studio/features/video/player/player.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { findVideo } from '#studio/features/video/queue/video-state.ts'
import { videoPercent, videoTitle } from '#studio/features/video/queue/video-status-text.ts'
import { videoCommands } from '#studio/features/video/video-commands.ts'
import { VideoWorkspace } from '#studio/features/video/video-workspace.tsx'
import { useDrop } from '#studio/hooks/use-drop.ts'
import { useFavicon } from '#studio/hooks/use-favicon.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'
import { FilePicker } from '#studio/intake/file-picker.tsx'
import { useIntake } from '#studio/intake/use-intake.ts'
import { createHold } from '#studio/keys/hold.ts'
import { useCommands } from '#studio/keys/use-commands.ts'
import { createStageStore } from '#studio/stage/stage-state.ts'
import { Region } from '#studio/ui/region.tsx'
import { SettingsPanel } from '#studio/ui/settings-panel.tsx'
import { DeskPanel } from './desk-panel.tsx'
import { selectedEntry } from './desk-state.ts'
import { DropVeil } from './drop-veil.tsx'
import { EmptyPage } from './empty-page.tsx'
import { PageNotes } from './page-notes.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { sharedCommands } from './shared-commands.ts'
import { UndoBar } from './undo-bar.tsx'
import type { DeskStore } from './use-desk.ts'
import { useDeskParts } from './use-desk-parts.ts'

type Props = {
  readonly imageQueue: ImageQueue
  readonly videoQueue: VideoQueue
  readonly desk: DeskStore
  readonly onHelp: () => void
}

/** Pictures and videos in, cut-outs out: the list, the stage and the settings. */
export function StudioPage({ imageQueue, videoQueue, desk, onHelp }: Props) {
  const [store] = useState(createStageStore)
  const [player] = useState(() => createPlayer())
  const [hold] = useState(() => createHold(() => store.set((all) => ({ ...all, peeking: true }))))
  const intake = useIntake({ addPictures: imageQueue.add, addClips: videoQueue.add })
  const parts = useDeskParts(desk, imageQueue, videoQueue, intake.pick)
  const work = useExport(imageQueue)
  const warmUp = usePreloadModel()
  const isOver = useDrop(intake.addDropped)
  const { settings } = useStudio()
  useEffect(() => {
    if (isOver) warmUp()
  })

  const entry = selectedEntry(parts.desk)
  const image = entry?.kind === 'image' ? find(parts.images, entry.id) : null
  const video = entry?.kind === 'video' ? findVideo(parts.videos, entry.id) : null
  const { saving } = parts
  useCommands(
    {
      ...sharedCommands({ desk, store, intake, undo: parts.undo, openHelp: onHelp }),
      ...(video
        ? {
            ...videoCommands({ item: video, queue: videoQueue, store, player, saving, settings }),
            peek: hold.begin,
          }
        : imageCommands({ item: image, queue: imageQueue, store, work })),
    },
    () => {
      const wasTap = hold.end()
      store.set((all) => (all.peeking ? { ...all, peeking: false } : all))
      if (video && wasTap) player.toggle()
    },
  )

  const running = parts.images.items.find((item) => item.state === 'working')
  const left = countStates(parts.images.items).waiting
  const title = videoTitle(parts.videos.items) ?? titleText(running ? { ...running, left } : null)
  useEffect(() => {
    document.title = title
  }, [title])

  useFavicon(videoPercent(parts.videos.items))

  const isEmpty = parts.desk.entries.length === 0
  const empty = <EmptyPage intake={intake} onNear={warmUp} />
  return (
    <main className="relative min-h-0 flex-1 overflow-y-auto" data-busy={isEmpty ? undefined : true}>
      {isEmpty ? (
        empty
      ) : (
        <div
          className={`flex flex-col max-lg:min-h-full lg:h-full lg:flex-row ${entry ? 'max-lg:min-h-[max(100%,42rem)]' : ''}`}
        >
          {entry ? <h1 className="sr-only">Clearcut Studio: {(image ?? video)?.name}</h1> : null}
          <Region name="The list" className="border-line bg-panel lg:w-64 lg:border-r">
            <PhoneBar parts={parts} />
            <DeskPanel parts={parts} />
          </Region>
          {image ? (
            <>
              <Region name="The stage" resetKey={image.id} className="flex-1">
                <ImageViewer item={image} queue={imageQueue} store={store} />
              </Region>
              <Region
                name="The settings"
                resetKey={image.id}
                className="border-line bg-panel lg:w-76 lg:border-l"
              >
                <SettingsPanel groups={imageSettingsGroups} first="background">
                  <ImageActions item={image} queue={imageQueue} work={work} />
                </SettingsPanel>
              </Region>
            </>
          ) : null}
          {video ? (
            <Region key={video.id} name="The video" className="flex-1">
              <VideoWorkspace item={video} queue={videoQueue} store={store} player={player} saving={saving} />
            </Region>
          ) : null}
          {entry ? null : <div className="min-h-0 min-w-0 flex-1">{empty}</div>}
        </div>
      )}
      <PageNotes intake={intake} zip={parts.zip} hasField={!entry} />
      <UndoBar undo={parts.undo} hasList={!isEmpty} />
      <FilePicker intake={intake} />
      {isOver ? <DropVeil /> : null}
    </main>
  )
}
