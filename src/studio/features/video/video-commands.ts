import { isInProgress } from '#library/items/item.ts'
import { fileSizeOf, frameSeconds, maxPartSeconds, moveTrimEnd } from '#library/videos/trim-range.ts'
import {
  canEditFrames,
  isChoosingPart,
  isVideo,
  phaseOf,
  type VideoItem,
} from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import { beginEditing } from '#studio/edit/edit-focus.ts'
import { withTool } from '#studio/edit/editor-state.ts'
import { toolCommands } from '#studio/edit/tool-commands.ts'
import { itemCommands } from '#studio/items/item-commands.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { type Command, doubtKey } from '#studio/keyboard/command.ts'
import { createHoldDetector } from '#studio/keyboard/use-commands.ts'
import { messages } from '#studio/messages/messages.ts'
import { steppedBack } from '#studio/viewer/viewer-state.ts'
import { resultToSave } from './export/find-result.ts'
import type { SaveVideo } from './export/save-video.ts'
import type { Player } from './player/player.ts'

type Parts = Pick<KindParts, 'list' | 'viewer' | 'editor' | 'announcer' | 'backgroundPictures'> & {
  readonly queue: VideoQueue
  readonly player: Player
  readonly saving: Pick<SaveVideo, 'start'>
}

/** What keys do while a video is selected. */
export const videoCommands = (parts: Parts): readonly Command[] => {
  const { list, queue, viewer, editor, player, saving, announcer } = parts
  const { announce } = announcer
  const { selected, command } = itemCommands(list, isVideo)
  const isEditing = (item: VideoItem) => canEditFrames(item) && editor.get().tool !== null
  const isStoppable = (item: VideoItem) => isInProgress(phaseOf(item)) && phaseOf(item) !== 'paused'
  const step = (frames: number) => (item: VideoItem) => {
    const fps = item.facts?.fps ?? item.jobs[0]?.job.fps ?? 30
    player.step(frames, frameSeconds({ fps }))
  }
  const cutHere = (end: 'from' | 'to') => (item: VideoItem) => {
    if (!item.facts) return
    const maxSeconds = maxPartSeconds(item.facts, fileSizeOf(item))
    queue.setTrim(item.id, moveTrimEnd(item.trim, end, player.get().seconds, item.facts, maxSeconds))
  }
  const canCut = (item: VideoItem) => isChoosingPart(item) && item.facts !== null
  const space = createHoldDetector(() => viewer.set((state) => ({ ...state, peeking: true })))
  const toSave = (item: VideoItem) => resultToSave(item, parts.backgroundPictures.get())
  return [
    ...toolCommands(editor, announce, () => selected(isEditing) !== null),
    command(
      { id: 'save', keys: ['s'] },
      (item) => {
        const result = toSave(item)
        if (result) saving.start('save', item, result)
      },
      (item) => toSave(item) !== null,
    ),
    command(
      { id: 'back', keys: ['Escape'] },
      (item) => {
        if (isStoppable(item)) return queue.cancel(item.id)
        if (isEditing(item)) return editor.set((state) => withTool(state, null))
        if (item.isEditing) return queue.setEditing(item.id, false)
        viewer.set((state) => steppedBack(state) ?? state)
      },
      (item) => isStoppable(item) || isEditing(item) || item.isEditing || steppedBack(viewer.get()) !== null,
    ),
    command({ id: 'edit', keys: ['b'] }, () => beginEditing(editor), canEditFrames),
    {
      ...command({ id: 'peek', keys: [' '], isForPage: true }, space.begin),
      // A tap plays or pauses.
      release: () => {
        if (space.end()) player.toggle()
        viewer.set((state) => (state.peeking ? { ...state, peeking: false } : state))
      },
    },
    command({ id: 'play', keys: ['k'], shownKeys: ['K', messages.keys.space] }, player.toggle),
    command({ id: 'rewind', keys: ['j'] }, player.playBackwards),
    command({ id: 'forward', keys: ['l'] }, player.playFaster),
    command({ id: 'frameBack', keys: [','], repeats: true }, step(-1)),
    command({ id: 'frameOn', keys: ['.'], repeats: true }, step(1)),
    command({ id: 'partFrom', keys: ['['] }, cutHere('from'), canCut),
    command({ id: 'partTo', keys: [']'] }, cutHere('to'), canCut),
    // The strip of ratings handles this itself.
    { id: 'doubt', keys: [doubtKey] },
  ]
}
