import { videoErrorSummary } from '#studio/messages/error-text.ts'

import { messages } from '#studio/messages/messages.ts'
import {
  activeVideo,
  currentRunLocation,
  isOnlyComposing,
  phaseOf,
  type VideoItem,
  type VideoPhase,
} from './video-item.ts'
import { findVideo, type VideoState } from './video-state.ts'
import { percentDone, percentOf } from './video-status-text.ts'

const { announcements: texts, tabTitle } = messages.video

/** Progress of the active video in whole per cent; null while there is none. */
export const videoPercent = (items: readonly VideoItem[]): number | null => {
  const item = activeVideo(items)
  return item && percentOf(item)
}

/** The title of the browser tab while a video is worked on; null while none is. */
export const videoTitle = (items: readonly VideoItem[]): string | null => {
  const item = activeVideo(items)
  return item && tabTitle(percentOf(item), item.name)
}

/** What screen readers are told of a change; null for progress and other changes without news. */
export const videoAnnouncement = (before: VideoState, after: VideoState): string | null => {
  const added = after.items.length - before.items.length
  if (added > 0) {
    const restored = after.items.filter(
      (item) => item.isRestored && currentRunLocation(item) === 'device' && !findVideo(before, item.id),
    )
    const resumed = activeVideo(restored)
    if (resumed) return texts.resuming(resumed.name, percentOf(resumed))
    const paused = restored.find((item) => phaseOf(item) === 'paused')
    return (paused && phaseAnnouncement(paused, 'paused')) ?? texts.added(added)
  }
  if (added < 0)
    return after.items.length === 0
      ? texts.allRemoved(messages.app.undo.how)
      : texts.removed(-added, messages.app.undo.how)
  for (const item of after.items) {
    const old = findVideo(before, item.id)
    const phase = phaseOf(item)
    const said = old && old !== item && phaseOf(old) !== phase ? phaseAnnouncement(item, phase) : null
    if (said) return said
  }
  return null
}

const phaseAnnouncement = (item: VideoItem, phase: VideoPhase): string | null => {
  const text = phaseTextOf(item, phase)
  return text && texts.of(item.name, text)
}

const phaseTextOf = (item: VideoItem, phase: VideoPhase): string | null => {
  switch (phase) {
    case 'reading':
      return null
    case 'working':
      return isOnlyComposing(item) ? texts.composing : texts.working
    case 'paused':
      return texts.paused(percentDone(item))
    case 'stopped':
      return currentRunLocation(item) === 'service' ? texts.stopped : texts.cancelled
    case 'failed':
    case 'unreadable': {
      const error = item.error ?? item.jobs[0]?.job.error
      return error ? videoErrorSummary(error, currentRunLocation(item)) : texts.failed
    }
    default:
      return texts[phase]
  }
}
