import type { JobChange, OnDeviceVideos } from '#service/background-service.ts'
import type { VideoJob } from './video-item.ts'

/** Has a job rest, or go on; shown at once, and taken back where that cannot be stored. Never rejects. */
export async function togglePause(
  { job, pause = { state: 'over', at: '' } }: VideoJob,
  videos: OnDeviceVideos,
  show: (change: JobChange) => void,
): Promise<void> {
  const isPaused = pause.state === 'on'
  show({
    job,
    pause: isPaused ? { ...pause, state: 'ending' } : { state: 'on', at: new Date().toISOString() },
  })
  try {
    await (isPaused ? videos.resume(job.id) : videos.pause(job.id))
  } catch {
    show({ job, pause })
  }
}
