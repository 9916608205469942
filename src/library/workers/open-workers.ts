import { type Channel, type ChannelOptions, openChannel } from '#channel/open-channel.ts'
import { type BlobHolder, createBlobHolder } from '#channel/persistent-blobs.ts'
import type { Api } from '#channel/serve.ts'
import type { ResponseLimit } from '#channel/worker-link.ts'
import type { Level } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import type { RequestOf, WorkerChannels } from './worker-calls.ts'

type WorkerOptions = {
  /** The level that was used last; a new image worker loads its networks in advance. */
  readonly lastLevel: () => Level | undefined
  /** What the page holds for the workers of images. */
  readonly blobs?: BlobHolder
}

/** Opens the workers of the page. Each starts with its first call. */
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
      // What an edit needs of the networks, the other worker makes in its turn, and both have it then.
      supply: (wanted: RequestOf<'makePart'>, call) => image.call('makePart', wanted, call),
    }),
    // A job sends its calls anew itself, to both workers.
    matte: open(spawnMatteWorker, { responseLimit: { ...withNetworks, retries: 0 } }),
    render: open(spawnRenderWorker, { responseLimit: { ...withoutNetworks, retries: 0 } }),
    probe: open(spawnMatteWorker, probing),
    preview: open(spawnRenderWorker, { responseLimit: withoutNetworks }),
    pack: open(spawnRenderWorker, { responseLimit: withoutNetworks }),
  }
}

/**
 * A worker counts as lost when it handles no message for several times as long as its longest step takes on a slow
 * phone. Another worker then gets the same work: too long a limit costs a wait, too short a limit costs the work of a
 * slow device.
 */
const limitOf = (maxMs: number): ResponseLimit => ({
  maxMs,
  fault: () => new ServiceError('internal_server_error', { reason: 'worker_silent' }),
  retries: 1,
})

/** For workers that open and run networks. */
const withNetworks = limitOf(180_000)

/** For workers that decode, draw and encode. */
const withoutNetworks = limitOf(60_000)

/**
 * A worker that opens videos has no networks, so a new one costs little. It is replaced when it is busy with a video
 * that nobody wants any more, or for longer than any video takes. It gets a second try, since on a busy machine the
 * first may have had no processor time.
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
