import { type Channel, type ChannelOptions, openChannel } from '#channel/call.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoMatteApi } from '#workers/video-matte.worker.ts'
import type { VideoRenderApi } from '#workers/video-render.worker.ts'
import type { VideoChannels } from './video-channels.ts'

/** The workers of video mode. Each starts with its first call. */
export const openVideoWorkers = (): VideoChannels => ({
  matte: matting(),
  render: rendering(),
  probing: matting(probing),
  showing: rendering(),
  packing: rendering(),
})

/**
 * A worker that opens videos keeps no networks, so that a new one costs little: it goes where a video that nobody
 * wants any more, or that keeps it busy for longer than any video does, holds up the next.
 */
const probing: Pick<ChannelOptions<VideoMatteApi>, 'graceMs' | 'silence'> = {
  graceMs: 250,
  silence: {
    mostMs: 2400,
    fault: () => new ServiceError('invalid_video', { reason: 'video_opening_timed_out' }),
  },
}

const matting = (options: Partial<ChannelOptions<VideoMatteApi>> = {}): Channel<VideoMatteApi> =>
  openChannel<VideoMatteApi>({
    ...options,
    spawn: () =>
      new Worker(new URL('../../../workers/video-matte.worker.ts', import.meta.url), { type: 'module' }),
  })

const rendering = (): Channel<VideoRenderApi> =>
  openChannel<VideoRenderApi>({
    spawn: () =>
      new Worker(new URL('../../../workers/video-render.worker.ts', import.meta.url), { type: 'module' }),
  })
