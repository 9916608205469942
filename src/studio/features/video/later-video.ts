import { QueryObserver } from '@tanstack/react-query'
import type { Activity } from '#service/activity.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import type { LaterKind } from '#studio/items/open-later-kinds.ts'
import { activityList } from '#studio/queries/activity.ts'
import { newVisitVideoRecipe } from '#studio/state/video-recipe.ts'
import { videoAdvice } from './export/video-advice.ts'
import { isVideoFile } from './is-video-file.ts'

/** Videos, before there is any: a visitor with pictures loads no more of them than this. */
export const laterVideos: LaterKind = {
  name: 'video',
  accepts: ({ file, fileKind }) => isVideoFile(file, fileKind),
  advice: ({ backend }, { settings }) => {
    const { pace, video } = settings.get()
    return videoAdvice(pace, newVisitVideoRecipe(video), backend === 'webgpu')
  },
  watch: (parts, onItems) => {
    const leaves: (() => void)[] = []
    let isFound = false
    const found = () => {
      for (const leave of leaves.splice(0)) leave()
      if (!isFound) onItems()
      isFound = true
    }
    const { client, activityLog, service } = parts
    const videos = service.onDevice?.videos
    if (videos) leaves.push(videos.watch(found))
    const log = new QueryObserver(client, activityList(activityLog))
    leaves.push(log.subscribe(({ data }) => data?.some(isSentFrom(service.id)) && found()))
    findJobs(parts).then(
      (isThere) => isThere && found(),
      () => {},
    )
  },
  load: async () => (await import('./video-kind.tsx')).openVideoKind,
}

/** Whether this device has jobs of videos. Where a person wants nothing kept, those that pages left are deleted before. */
const findJobs = async ({ service, settings }: KindParts): Promise<boolean> => {
  const videos = service.onDevice?.videos
  if (!settings.get().keepsList) await videos?.forgetLeft()
  return ((await videos?.list()) ?? []).length > 0
}

/** Whether a video that was sent from this device may be listed. */
const isSentFrom =
  (device: string) =>
  ({ kind, service, job, state }: Activity): boolean =>
    kind === 'video' && service !== device && job !== null && state !== 'failed' && state !== 'expired'
