import { beginEditing } from '#studio/edit/edit-focus.ts'
import { canRedo, canUndo } from '#studio/edit/edit-history.ts'
import { type EditorStore, withTool } from '#studio/edit/editor-state.ts'
import { toolCommands } from '#studio/edit/tool-commands.ts'
import type { CommandRunners } from '#studio/keyboard/use-commands.ts'
import { messages } from '#studio/messages/messages.ts'
import type { BackgroundPicture } from '#studio/state/background-picture.ts'
import type { Settings } from '#studio/state/settings.ts'
import type { Store } from '#studio/state/store.ts'
import { toVideoOptions, toVideoParts } from '#studio/state/video-recipe.ts'
import { steppedBack, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import { changeEdits } from './edit/change-edits.ts'
import { estimateJob } from './export/job-estimate.ts'
import type { SaveVideo } from './export/use-save-video.ts'
import type { Player } from './player/player.ts'
import {
  canEditFrames,
  isChoosingPart,
  isInProgress,
  phaseOf,
  resultsOf,
  type VideoItem,
} from './queue/video-item.ts'
import type { VideoQueue } from './queue/video-queue.ts'
import { fileSizeOf, frameSeconds, maxPartSeconds, moveTrimEnd } from './trim/trim-range.ts'

const texts = messages.image.edit

type Parts = {
  readonly item: VideoItem
  readonly queue: VideoQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly announce: (text: string) => void
  /** Restores what was removed from the list; false where nothing was. */
  readonly undoRemove: () => boolean
  readonly player: Player
  readonly saving: SaveVideo
  readonly settings: Pick<Store<Settings>, 'get'>
  readonly backgroundPicture: Pick<Store<BackgroundPicture>, 'get'>
}

/** What the keys do for the video in the viewer. */
export const videoCommands = (parts: Parts): CommandRunners => {
  const { item, queue, store, editor, player, saving, settings, backgroundPicture } = parts
  const isEditing = canEditFrames(item) && editor.get().tool !== null
  const fps = item.facts?.fps ?? item.jobs[0]?.job.fps ?? 30
  const step = (frames: number) => () => player.step(frames, frameSeconds({ fps }))
  const cutHere = (end: 'from' | 'to') => () => {
    if (!isChoosingPart(item) || !item.facts) return false
    const maxSeconds = maxPartSeconds(item.facts, fileSizeOf(item))
    queue.setTrim(item.id, moveTrimEnd(item.trim, end, player.get().seconds, item.facts, maxSeconds))
  }
  return {
    save: () => {
      const { video, pace } = settings.get()
      const parts = toVideoParts(video, backgroundPicture.get().picture)
      const result = estimateJob(item, toVideoOptions(video), pace, parts)?.match ?? resultsOf(item)[0]
      return result && !isInProgress(phaseOf(item)) ? saving.save(item, result) : false
    },
    remove: () => queue.remove(item.id),
    play: player.toggle,
    rewind: player.playBackwards,
    forward: player.playFaster,
    frameBack: step(-1),
    frameOn: step(1),
    partFrom: cutHere('from'),
    partTo: cutHere('to'),
    back: () => {
      const phase = phaseOf(item)
      if (isInProgress(phase) && phase !== 'paused') return queue.cancel(item.id)
      if (isEditing) return editor.set((state) => withTool(state, null))
      if (item.isEditing) return queue.setEditing(item.id, false)
      const before = steppedBack(store.get())
      return before ? store.set(before) : false
    },
    ...historyCommands(parts, isEditing),
    ...(isEditing ? toolCommands(editor, parts.announce) : {}),
  }
}

/** While frames are edited, their edits come first; else what was removed from the list. */
const historyCommands = (
  { item, queue, editor, player, announce, undoRemove }: Parts,
  isEditing: boolean,
): CommandRunners => {
  const undoEdit = () => {
    if (!canEditFrames(item) || !canUndo(item.edits)) return false
    changeEdits(item, { type: 'undo' }, queue, player)
    announce(texts.undone)
    return true
  }
  return {
    edit: () => (canEditFrames(item) ? beginEditing(editor) : false),
    undo: () => (isEditing ? undoEdit() || undoRemove() : undoRemove() || undoEdit()),
    redo: () => {
      if (!canEditFrames(item) || !canRedo(item.edits)) return false
      changeEdits(item, { type: 'redo' }, queue, player)
      announce(texts.redone)
      return true
    },
  }
}
