import { limits } from '#contract/limits.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { Progress } from '#contract/progress.ts'
import { keptText } from '#studio/features/video/viewer/result-metadata.ts'
import { videoErrorWords } from '#studio/features/video/words/video-error-words.ts'
import { undoText } from '#studio/keyboard/shortcuts.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { countText, formatFrameRate } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { serviceErrorWords } from '#studio/sending/service-error-words.ts'
import { framesPerSecond, secondsLeft, type Throughput } from './throughput.ts'
import {
  activeJob,
  activeVideo,
  currentRunLocation,
  phaseOf,
  type VideoItem,
  type VideoPhase,
} from './video-item.ts'
import { findVideo, type VideoState } from './video-state.ts'

/** The state of a video in a word or two, for the list. */
export const phaseText = (item: VideoItem): string => {
  const phase = phaseOf(item)
  const isSent = currentRunLocation(item) === 'service'
  switch (phase) {
    case 'reading':
      return item.isRestored ? 'From an earlier visit' : 'Reading'
    case 'unreadable':
      return 'Cannot be read'
    case 'ready':
      return isSent ? 'Ready to send' : 'Ready to start'
    case 'starting':
      return isSent && item.progress?.stage === 'send' ? 'Sending' : 'Getting ready'
    case 'waiting':
      if (isSent) return 'Waiting'
      return hasBegun(item) ? `Resumes soon, ${percentOf(item)} %` : 'Waiting'
    case 'working':
      if (isSent) return `At work, ${percentOf(item)} %`
      return `${item.isRestored ? 'Resumed' : 'Cutting out'}, ${percentOf(item)} %`
    case 'paused':
      return pausedText(item)
    case 'done':
      return `Done, ${videoFormats[item.jobs[0]?.job.format ?? 'webm'].label}`
    case 'failed':
      return 'Did not work'
    case 'stopped':
      return isSent ? 'Stopped' : `Cancelled${doneText(item)}`
    case 'expired':
      return 'Kept for 24 hours, now gone'
  }
}

/** Whole per cent of the open job. */
export const percentOf = (item: VideoItem): number => {
  const ratio = item.progress?.ratio ?? activeJob(item)?.job.progress ?? 0
  return Math.floor(Math.min(1, Math.max(0, ratio, activeJob(item)?.job.progress ?? 0)) * 100)
}

/** ` at 61 %` of what was done before it was cancelled; empty where that is nothing to speak of. */
const doneText = ({ jobs }: VideoItem): string => {
  const percent = Math.floor((jobs[0]?.job.progress ?? 0) * 100)
  return percent > 0 ? ` at ${percent} %` : ''
}

const pausedText = (item: VideoItem): string => `Paused${doneText(item)}`

/** How long a paused video is kept, and what becomes of it then. */
export const pausedHint = (item: VideoItem, nowMs: number): string => {
  const kept =
    keptText(activeJob(item)?.pause?.until ?? null, nowMs) ?? `kept for ${limits.video.resultHours} h`
  return `What is done is ${kept}, also when this page is closed. Then it is given up and costs nothing.`
}

const hasBegun = (item: VideoItem): boolean => (activeJob(item)?.job.progress ?? 0) > 0

/** What to know of a video that was cancelled here, and what going on is called. */
export const cancelledTexts = (item: VideoItem): { readonly said: string; readonly label: string } => {
  const done = doneText(item)
  return done === ''
    ? { said: 'Cancelled.', label: 'Start again' }
    : { said: `Cancelled${done}. What is done is kept.`, label: 'Go on' }
}

/** `frame 84 of 186` */
export const frameText = ({ done, total }: Pick<Throughput, 'done' | 'total'>): string =>
  `frame ${done} of ${total}`

/** How far the packing of single frames is. */
export const packingText = (progress: Progress | null): string => {
  if (!progress?.frames) return 'Reading the video'
  const { frames, secondsLeft } = progress
  const left = secondsLeft === undefined || secondsLeft <= 0 ? '' : ` · ${formatTimeLeft(secondsLeft)} left`
  return `Frame ${frames.done} of ${frames.total}${left}`
}

/** What is going on, in one line. `isHeld`: it waits for one that is paused. */
export const workText = (item: VideoItem, isHeld: boolean): string => {
  const phase = phaseOf(item)
  if (currentRunLocation(item) === 'service') return sendingText(item, phase)
  if (phase === 'starting') return item.trim ? partedText(item) : 'Reading the video'
  if (phase === 'waiting')
    return isHeld
      ? 'Waiting until the paused video goes on or is given up'
      : 'Waiting for the video before it'
  if (phase === 'paused') return pausedText(item)
  const { progress, throughput } = item
  if (progress?.stage === 'model') return modelText(progress)
  if (!throughput || throughput.done === 0)
    return item.isRestored || hasBegun(item) ? 'Going on where it stopped' : 'Looking at the first frames'
  return `Cutting out, ${frameText(throughput)}`
}

/** How far the cut of the part is: `Cutting out the part you chose, 41 %`. */
const partedText = ({ progress }: Pick<VideoItem, 'progress'>): string => {
  const ratio = progress?.stage === 'save' ? progress.ratio : null
  return `Cutting out the part you chose${ratio === null ? '' : `, ${Math.floor(ratio * 100)} %`}`
}

/** The same of a video that is sent: a service tells how far it is, and no more. */
const sendingText = ({ trim, progress, jobs }: VideoItem, phase: VideoPhase): string => {
  if (phase === 'waiting') return 'The service has it; it waits for its turn there'
  if (phase !== 'starting')
    return `The service is working on it, ${Math.floor((jobs[0]?.job.progress ?? 0) * 100)} %`
  if (progress?.stage !== 'send' || !progress.bytes)
    return trim ? partedText({ progress }) : 'Getting ready to send'
  return progress.bytes.loaded < progress.bytes.total
    ? `Sending: ${messages.counts.bytesOf(progress.bytes)}`
    : 'Sent. The service is reading it'
}

/** What to know while the service has a video. */
export const sentText = (item: VideoItem): string => {
  const job = activeJob(item)?.job
  return job
    ? `${countText(job.credits, 'credit')} charged. It goes on there, also when this page is closed.`
    : 'It is charged when the service accepts it.'
}

/** What is going on while single frames are tried. */
export const samplePreviewText = (progress: Progress | null): string =>
  progress?.stage === 'model' ? modelText(progress) : 'Cutting out three frames'

const modelText = ({ bytes }: Progress): string =>
  `Getting the model, once${bytes ? `: ${messages.counts.bytesOf(bytes)}` : ''}`

/** Speed and time to go; empty until five frames were seen (field notes: no guesses). */
export const speedText = (item: VideoItem): string => {
  const speed = item.throughput && framesPerSecond(item.throughput)
  const left = (item.throughput && secondsLeft(item.throughput)) ?? item.progress?.secondsLeft ?? null
  return [
    ...(speed ? [`${formatFrameRate(Number(speed.toPrecision(2)))} fps`] : []),
    ...(left !== null && left > 0 ? [`about ${formatTimeLeft(left)} left`] : []),
  ].join(' · ')
}

/** How far the video is that is worked on; null while none is. */
export const videoPercent = (items: readonly VideoItem[]): number | null => {
  const item = activeVideo(items)
  return item && percentOf(item)
}

/** The title of the tab while a video is worked on; null while none is. */
export const videoTitle = (items: readonly VideoItem[]): string | null => {
  const item = activeVideo(items)
  return item && `${percentOf(item)} % ${item.name} · Clearcut Studio`
}

/** What to say aloud of a change; null where nothing is worth a word. Numbers that run are not spoken. */
export const videoAnnouncement = (before: VideoState, after: VideoState): string | null => {
  const added = after.items.length - before.items.length
  if (added > 0) {
    const old = after.items.filter(
      (item) => item.isRestored && currentRunLocation(item) === 'device' && !findVideo(before, item.id),
    )
    const resumed = activeVideo(old)
    if (resumed) return `Resuming ${resumed.name}, ${percentOf(resumed)} %`
    const paused = old.find((item) => phaseOf(item) === 'paused')
    return paused ? spoken(paused, 'reading', 'paused') : `${countText(added, 'video')} added`
  }
  if (added < 0)
    return `${after.items.length === 0 ? 'All videos' : countText(-added, 'video')} taken out. ${undoText}`
  for (const item of after.items) {
    const old = before.items.find(({ id }) => id === item.id)
    const said = old && old !== item ? spoken(item, phaseOf(old), phaseOf(item)) : null
    if (said) return said
  }
  return null
}

const spoken = (item: VideoItem, old: VideoPhase, phase: VideoPhase): string | null => {
  if (old === phase) return null
  const error = item.fault ?? item.jobs[0]?.job.error ?? null
  switch (phase) {
    case 'ready':
      return `${item.name}: ready to start`
    case 'starting':
      return `${item.name}: getting ready`
    case 'waiting':
      return `${item.name}: waiting`
    case 'working':
      return `${item.name}: cutting out`
    case 'paused':
      return `${item.name}: paused${doneText(item)}`
    case 'done':
      return `${item.name}: done`
    case 'failed':
    case 'unreadable': {
      if (!error) return `${item.name}: did not work`
      const { title, help } =
        currentRunLocation(item) === 'service' ? serviceErrorWords(error, 'video') : videoErrorWords(error)
      return `${item.name}: ${title}. ${help}`
    }
    case 'stopped':
      return `${item.name}: ${currentRunLocation(item) === 'service' ? 'stopped' : 'cancelled'}`
    case 'expired':
      return `${item.name}: its results were kept for 24 hours and are gone`
    case 'reading':
      return null
  }
}
