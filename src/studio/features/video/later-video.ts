import { newVisitVideoRecipe } from '#library/recipe/video-recipe.ts'
import { isVideoFile } from '#library/videos/is-video-file.ts'
import type { LaterKind } from '#studio/items/open-later-kinds.ts'
import { videoAdvice } from './export/video-advice.ts'

/** Videos, before there is any: a visitor with pictures loads no more of them than this. */
export const laterVideos: LaterKind = {
  name: 'video',
  accepts: ({ file, fileKind }) => isVideoFile(file, fileKind),
  advice: ({ backend }, { settings }) => {
    const { pace, video } = settings.get()
    return videoAdvice(pace, newVisitVideoRecipe(video), backend === 'webgpu')
  },
  watch: ({ service }, onItems) => {
    const videos = service.onDevice?.videos
    if (!videos) return
    let isFound = false
    const look = async () => {
      const jobs = await videos.list().catch(() => [])
      if (isFound || !jobs.some(({ item }) => item === undefined)) return
      isFound = true
      leave()
      onItems()
    }
    // The list brings the jobs of its items. A job that has ended may become nobody's, too.
    const leave = videos.watch(({ progress }) => progress ?? void look())
    void look()
  },
  load: async () => (await import('./video-kind.tsx')).openVideoKind,
}
