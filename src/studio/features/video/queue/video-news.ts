import { isInProgress, type Phase } from '#studio/items/item.ts'
import { videoErrorSummary } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { currentRunLocation, isOnlyComposing, phaseOf, type VideoItem } from './video-item.ts'
import { percentDone, percentOf } from './video-status-text.ts'

const { announcements: texts } = messages.video

/** What screen readers are told of a change of a video; null for progress and other changes without news. */
export const videoNews = (old: VideoItem | null, item: VideoItem): string | null => {
  const phase = phaseOf(item)
  if (old) return old !== item && phaseOf(old) !== phase ? phaseTextOf(item, phase) : null
  // A job of an earlier visit goes on.
  if (!isInProgress(phase) || currentRunLocation(item) !== 'device') return null
  return phase === 'paused' ? phaseTextOf(item, phase) : texts.resuming(percentOf(item))
}

const phaseTextOf = (item: VideoItem, phase: Phase): string | null => {
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
