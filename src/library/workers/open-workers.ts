import { type Channel, type ChannelOptions, openChannel } from '#channel/open-channel.ts'
import { type BlobHolder, createBlobHolder } from '#channel/persistent-blobs.ts'
import type { Api } from '#channel/serve.ts'
import type { ResponseLimit } from '#channel/worker-link.ts'
import type { Level } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import type { RequestOf, WorkerChannels } from './worker-calls.ts'

type WorkerOptions = {
  /** The last level used, whose networks a new image worker loads in advance. */
  readonly lastLevel: () => Level | undefined
  /** Blobs that the page holds for image workers. */
  readonly blobs?: BlobHolder
}

/** Opens the workers of the page, each on its first call. */
export const openWorkers = ({ lastLevel, blobs = createBlobHolder() }: WorkerOptions): WorkerChannels => {
  const open = <A extends Api>(
    spawn: () => Worker,
    options: Partial<ChannelOptions<A>> & { readonly responseLimit: ResponseLimit },
  ): Channel<A> => openChannel<A>({ spawn, ...options })
  const image = open<ImageApi>(spawnImageWorker, {
    blobs,
    responseLimit: withNetworks,
    revive: async (ask) => {
      const level = lastLevel()
      return level && ask('warm', level)
    },
  })
  return {
    image,
    edit: open<ImageApi>(spawnImageWorker, {
      blobs,
      responseLimit: withoutNetworks,
      // Parts that need networks are made by the image worker, and then available to both.
      supply: (wanted: RequestOf<'makePart'>, call) => image.call('makePart', wanted, call),
    }),
    // A job itself repeats its calls to both workers.
    matte: open(spawnMatteWorker, { responseLimit: { ...withNetworks, retries: 0 } }),
    render: open(spawnRenderWorker, { responseLimit: { ...withoutNetworks, retries: 0 } }),
    probe: open(spawnMatteWorker, probing),
    preview: open(spawnRenderWorker, { responseLimit: withoutNetworks }),
    pack: open(spawnRenderWorker, { responseLimit: withoutNetworks }),
  }
}

/**
 * A worker is lost if it handles no message for several times its longest step on a slow phone; another then gets the
 * work. A long limit delays, a short one loses a slow device's work.
 */
const limitOf = (maxMs: number): ResponseLimit => ({
  maxMs,
  fault: () => new ServiceError('internal_server_error', { reason: 'worker_silent' }),
  retries: 1,
})

/** For workers with networks. */
const withNetworks = limitOf(180_000)

/** For workers that decode, draw and encode. */
const withoutNetworks = limitOf(60_000)

/**
 * A probing worker has no networks, so replacing it is cheap. It is replaced if busy with an unwanted video, or longer
 * than any video takes. It gets a second try, since a busy machine may have starved the first.
 */
const probing = {
  graceMs: 250,
  responseLimit: {
    maxMs: 5000,
    fault: () => new ServiceError('invalid_video', { reason: 'video_opening_timed_out' }),
    retries: 1,
  },
}

const spawnImageWorker = () =>
  new Worker(new URL('../../../workers/image.worker.ts', import.meta.url), { type: 'module' })
const spawnMatteWorker = () =>
  new Worker(new URL('../../../workers/video-matte.worker.ts', import.meta.url), { type: 'module' })
const spawnRenderWorker = () =>
  new Worker(new URL('../../../workers/video-render.worker.ts', import.meta.url), { type: 'module' })
