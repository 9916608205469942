import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { useWindowEvent } from '#studio/hooks/use-browser-state.ts'
import { useStore } from '#studio/state/store.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import type { WorkspaceStore } from './workspace.ts'

export type Undo = {
  /** How many things were taken out of the list and can be put back. */
  readonly count: number
  /** Puts them back, the last one on the stage. Answers false where there is nothing. */
  readonly run: () => boolean
  /** Lets them go now. */
  readonly dismiss: () => void
  /** While it is pointed at or focused, its time stands still. */
  readonly hold: (isHeld: boolean) => void
}

/** How long what was taken out can be put back, in milliseconds. */
const undoForMs = 12_000

/** Nothing that was waited for goes at the press of one key: for some seconds it can be put back. */
export function useUndo(desk: WorkspaceStore, images: ImageQueue, videos: VideoQueue): Undo {
  const takenImages = useStore(images.removedItems)
  const takenVideos = useStore(videos.removedItems)
  const count = takenImages.length + takenVideos.length
  const [isHeld, hold] = useState(false)
  const dismiss = () => {
    images.purge()
    videos.purge()
  }
  useEffect(() => {
    if (count === 0 || isHeld) return
    const timer = setTimeout(() => {
      images.purge()
      videos.purge()
    }, undoForMs)
    return () => clearTimeout(timer)
  }, [images, videos, count, isHeld])
  useWindowEvent('pagehide', dismiss)
  return {
    count,
    hold,
    dismiss,
    run: () => {
      const video = takenVideos.at(-1)
      const image = takenImages.at(-1)
      images.undoRemove()
      videos.undoRemove()
      hold(false)
      if (video) desk.select({ kind: 'video', id: video.item.id })
      else if (image) desk.select({ kind: 'image', id: image.item.id })
      return count > 0
    },
  }
}

type UndoBarProps = {
  readonly undo: Undo
  /** There is a list to stand on. */
  readonly hasList: boolean
}

/** Puts back what was just taken out of the list. */
export function UndoBar({ undo, hasList }: UndoBarProps) {
  if (undo.count === 0) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only its time stands still; its buttons do the rest.
    <div
      className={`fixed inset-x-3 bottom-3 z-40 mx-auto flex w-fit animate-rise items-center gap-2 rounded-lg bg-panel py-1.5 pr-1.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line-strong ${hasList ? 'lg:right-auto lg:bottom-26 lg:left-3 lg:w-58 lg:justify-between' : ''}`}
      onPointerEnter={() => undo.hold(true)}
      onPointerLeave={() => undo.hold(false)}
      onFocus={() => undo.hold(true)}
      onBlur={() => undo.hold(false)}
    >
      <span className="figures">{undo.count} taken out</span>
      <span className="flex items-center">
        <Button onClick={undo.run} title="Undo (Ctrl Z)">
          Undo
        </Button>
        <IconButton icon={X} label="Dismiss" onClick={undo.dismiss} />
      </span>
    </div>
  )
}
