import { countStates, type QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { isInProgress, phaseOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { countText } from '#studio/messages/format-units.ts'
import type { Desk } from './desk-state.ts'

/** What is on the list: `Pictures`, `Videos`, or both. */
export const deskTitle = ({ entries }: Desk): string => {
  const hasVideo = entries.some(({ kind }) => kind === 'video')
  const hasImage = entries.some(({ kind }) => kind === 'image')
  return hasVideo ? (hasImage ? 'Pictures and videos' : 'Videos') : 'Pictures'
}

/** `2 pictures`, `1 video`, `2 pictures, 1 video` */
export const deskCount = ({ entries }: Desk): string => {
  const videos = entries.filter(({ kind }) => kind === 'video').length
  const images = entries.length - videos
  return [
    ...(images > 0 ? [countText(images, 'picture')] : []),
    ...(videos > 0 ? [countText(videos, 'video')] : []),
  ].join(', ')
}

/** How far everything is: `2 pictures done, 1 to go, 1 did not work`. */
export const progressLine = (images: readonly QueueItem[], videos: readonly VideoItem[]): string => {
  const counts = countStates(images)
  const phases = videos.map(phaseOf)
  const count = (wanted: string) => phases.filter((phase) => phase === wanted).length
  const paused = count('paused')
  const open = counts.waiting + counts.working + phases.filter(isInProgress).length - paused
  const failed = counts.failed + count('failed') + count('unreadable')
  const ready = count('ready')
  const unsent = counts.unsent
  const parts = [
    ...(counts.done > 0 || videos.length === 0 ? [`${countText(counts.done, 'picture')} done`] : []),
    ...(count('done') > 0 ? [`${countText(count('done'), 'video')} done`] : []),
    ...(ready > 0 ? [`${countText(ready, 'video')} ready to start`] : []),
    ...(unsent > 0 ? [`${unsent} ready to send`] : []),
    ...(open > 0 ? [`${open} to go`] : []),
    ...(paused > 0 ? [`${countText(paused, 'video')} paused`] : []),
    ...(failed > 0 ? [`${failed} did not work`] : []),
  ]
  return parts.join(', ')
}
