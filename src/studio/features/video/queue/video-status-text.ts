import { limits } from '#contract/limits.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { Progress } from '#contract/progress.ts'
import { isInProgress, type Phase } from '#library/items/item.ts'
import { needsLook, placesInDoubt } from '#library/videos/clip-doubt.ts'
import {
  activeJob,
  currentRunLocation,
  failureOf,
  isOnlyComposing,
  phaseOf,
  resultsOf,
  type VideoItem,
  type WorkFailure,
} from '#library/videos/video-item.ts'
import { keptText } from '#studio/features/video/viewer/metadata-text.ts'
import { videoErrorSummary } from '#studio/messages/error-text.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { formatFrameRate } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'

const { states, progress: texts, kept, cancelled, announcements } = messages.video

/** The state of a video in a word or two, for the list. */
export const phaseText = (item: VideoItem): string => {
  const phase = phaseOf(item)
  const isSent = currentRunLocation(item) === 'service'
  switch (phase) {
    case 'reading':
      return states.reading
    case 'unreadable':
      return states.unreadable
    case 'ready':
      return isSent ? states.readyToSend : states.readyToStart
    case 'starting':
      return isSent && item.progress?.step === 'send' ? states.sending : states.preparing
    case 'waiting':
      return !isSent && hasBegun(item) ? states.resumesSoon(percentOf(item)) : states.waiting
    case 'working': {
      const here = isOnlyComposing(item) ? states.composing : states.cuttingOut
      const text = isSent ? states.atService : here
      return text(percentOf(item))
    }
    case 'paused':
      return states.paused(percentDone(item))
    case 'done': {
      const failure = failureOf(item)
      if (failure) return states.doneInPart(failedFormat(failure))
      return needsLook(item)
        ? states.uncertain
        : states.done(videoFormats[resultsOf(item)[0]?.job.format ?? 'webm'].label)
    }
    case 'failed':
      return states.failed
    case 'stopped':
      return isSent ? states.stopped : states.cancelled(percentDone(item))
    case 'expired':
      return states.expired
  }
}

/** The state of a video, and its number of uncertain places. */
export const reviewText = (item: VideoItem): string => {
  const places = needsLook(item) ? placesInDoubt(item) : 0
  return places > 0 ? `${phaseText(item)}: ${messages.video.edit.placesInDoubt(places)}` : phaseText(item)
}

/** The format that failed; null if no job was started. */
const failedFormat = ({ made }: WorkFailure): string | null => made && videoFormats[made.job.format].label

/** Progress of the active job in whole per cent, the largest of all sources. */
export const percentOf = (item: VideoItem): number => {
  const ofJob = activeJob(item)?.job.progress ?? 0
  const ratio = Math.max(0, item.progress?.ratio ?? 0, ofJob)
  return Math.floor(Math.min(1, ratio) * 100)
}

/** Progress of the newest job in whole per cent, running or not. */
const percentDone = ({ jobs }: Pick<VideoItem, 'jobs'>): number =>
  Math.floor((jobs[0]?.job.progress ?? 0) * 100)

/** How long a paused video is kept, and what follows. */
export const pausedHint = (item: VideoItem, nowMs: number): string => {
  const until = keptText(activeJob(item)?.pause?.until ?? null, nowMs)
  return texts.pausedHint(until ?? kept.hours(limits.video.resultHours))
}

const hasBegun = (item: VideoItem): boolean => (activeJob(item)?.job.progress ?? 0) > 0

/** Whether work of a cancelled video is kept, and the label of the button that restarts it. */
export const cancelledTexts = (item: VideoItem): { readonly said: string; readonly label: string } => {
  const percent = percentDone(item)
  return percent > 0
    ? { said: cancelled.partly(percent), label: messages.video.actions.resume }
    : { said: cancelled.plain, label: cancelled.startAgain }
}

/** Progress of writing the frames of a result into a ZIP. */
export const packingText = (progress: Progress | null): string => {
  if (!progress?.frames) return texts.readingVideo
  const { frames, secondsLeft = 0 } = progress
  return texts.packingFrame(frames.done, frames.total, secondsLeft > 0 ? formatTimeLeft(secondsLeft) : null)
}

/** The current work on a video. `isBlocked`: a paused video blocks it. */
export const workText = (item: VideoItem, isBlocked: boolean): string => {
  const phase = phaseOf(item)
  if (currentRunLocation(item) === 'service') return serviceText(item, phase)
  if (phase === 'starting') return item.trim ? cuttingPartText(item) : texts.readingVideo
  if (phase === 'waiting') return isBlocked ? texts.waitingForPaused : texts.waitingForOther
  if (phase === 'paused') return states.paused(percentDone(item))
  const { progress } = item
  if (progress?.step === 'model') return texts.gettingModel(progress.bytes ?? null)
  if (!progress?.frames || progress.frames.done === 0)
    return hasBegun(item) ? texts.goingOn : texts.firstFrames
  const text = isOnlyComposing(item) ? texts.composingFrame : texts.cuttingFrame
  return text(progress.frames.done, progress.frames.total)
}

/** The text while the chosen part is cut from the file, before the work or upload. */
const cuttingPartText = ({ progress }: Pick<VideoItem, 'progress'>): string => {
  const ratio = progress?.step === 'save' ? progress.ratio : null
  return texts.cuttingPart(ratio === null ? null : Math.floor(ratio * 100))
}

/** A service reports the progress of the whole job, and no frames. */
const serviceText = (item: VideoItem, phase: Phase): string => {
  const { trim, progress } = item
  if (phase === 'waiting') return texts.serviceWaiting
  if (phase !== 'starting') return texts.serviceWorking(percentDone(item))
  if (progress?.step !== 'send' || !progress.bytes)
    return trim ? cuttingPartText(item) : texts.preparingToSend
  return progress.bytes.loaded < progress.bytes.total ? texts.sending(progress.bytes) : texts.sent
}

/** The past or expected cost of a video at the service. */
export const chargeText = (item: VideoItem): string => {
  const job = activeJob(item)?.job
  return job ? texts.charged(job.credits) : texts.notYetCharged
}

/** The text while sample frames are cut out. */
export const samplePreviewText = (progress: Progress | null): string =>
  progress?.step === 'model'
    ? texts.gettingModel(progress.bytes ?? null)
    : messages.video.samplePreview.cutting

/** Frames per second and remaining time; empty before enough frames were measured. */
export const speedText = ({ progress }: Pick<VideoItem, 'progress'>): string => {
  const { frames, secondsLeft = 0 } = progress ?? {}
  if (!frames || secondsLeft <= 0) return ''
  const speed = Number(((frames.total - frames.done) / secondsLeft).toPrecision(2))
  return [texts.framesPerSecond(formatFrameRate(speed)), texts.timeLeft(formatTimeLeft(secondsLeft))].join(
    ' · ',
  )
}

/** The announcement of a video's change; null for progress and changes without news. */
export const videoNews = (old: VideoItem | null, item: VideoItem): string | null => {
  const phase = phaseOf(item)
  if (old === item) return null
  if (old && phaseOf(old) === phase) return needsLook(item) && !needsLook(old) ? reviewText(item) : null
  if (old) return newsOf(item, phase)
  // A job of an earlier visit continues.
  if (!isInProgress(phase) || currentRunLocation(item) !== 'device') return null
  return phase === 'paused' ? newsOf(item, phase) : announcements.resuming(percentOf(item))
}

const newsOf = (item: VideoItem, phase: Phase): string | null => {
  switch (phase) {
    case 'reading':
      return null
    case 'working':
      return isOnlyComposing(item) ? announcements.composing : announcements.working
    case 'paused':
      return announcements.paused(percentDone(item))
    case 'stopped':
      return currentRunLocation(item) === 'service' ? announcements.stopped : announcements.cancelled
    case 'done':
    case 'failed':
    case 'unreadable': {
      const failure = failureOf(item)
      if (failure) return videoErrorSummary(failure.error, currentRunLocation(item))
      if (phase !== 'done') return announcements.failed
      return item.jobs[0]?.job.status === 'completed' ? announcements.done : announcements.cancelled
    }
    default:
      return announcements[phase]
  }
}
