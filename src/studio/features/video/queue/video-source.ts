import type { OnProgress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { OnDeviceVideos } from '#service/background-service.ts'
import { sameTrim } from '#studio/features/video/trim/trim-math.ts'
import type { VideoItem } from './video-item.ts'

/**
 * What is sent of a video: all of it, or the chosen part as a video of its own. The same part is cut
 * once, so that another format finds the mattes of the first. Rejects like `OnDeviceVideos.trim`.
 */
export async function sourceOf(
  { file, facts, name, trim, jobs }: VideoItem,
  videos: OnDeviceVideos | undefined,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
): Promise<Blob> {
  if (!file) throw new ServiceError('invalid_video')
  // What was kept from an earlier visit is called otherwise in the browser's own file system.
  const isNamed = file instanceof File && file.name === name
  if (trim === null) return isNamed ? file : new File([file], name, { type: file.type })
  const before = jobs.find((entry) => entry.source && sameTrim(entry.trim, trim))?.source
  if (before) return before
  if (!videos || !facts) throw new ServiceError('validation_error')
  const part = await videos.trim(file, facts, trim.fromSeconds, trim.toSeconds, { signal, onProgress })
  return new File([part], name, { type: part.type || file.type })
}
