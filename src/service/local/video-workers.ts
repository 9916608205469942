import { type Channel, type ChannelOptions, openChannel } from '#channel/open-channel.ts'
import type { ResponseLimit } from '#channel/worker-link.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { MatteWindow, OnDeviceVideos } from '#service/background-service.ts'
import type { CallOptions } from '#service/call-options.ts'
import type { VideoMatteApi } from '#workers/video-matte.worker.ts'
import type { VideoRenderApi } from '#workers/video-render.worker.ts'

/**
 * A worker counts as lost after several times as long as a slow phone takes for what it does without handling messages.
 * Another worker gets the same work then, so a limit that is too long costs a wait, and one that is too short costs the
 * work of a slow device.
 */
const limitOf = (maxMs: number): ResponseLimit => ({
  maxMs,
  fault: () => new ServiceError('internal_server_error', { reason: 'worker_silent' }),
  retries: 3,
})

/** For workers that open and run networks. */
export const withNetworks = limitOf(180_000)

/** For workers that decode, draw and encode. */
export const withoutNetworks = limitOf(60_000)

/** Opens the workers of video mode, which load their scripts anew by `mend`. Each starts with its first call. */
export const openVideoWorkers = (mend: () => Promise<boolean>): VideoChannels => ({
  // A job sends its calls anew itself, to both workers.
  matte: matting({ mend, responseLimit: { ...withNetworks, retries: 0 } }),
  render: rendering({ mend, responseLimit: { ...withoutNetworks, retries: 0 } }),
  probe: matting({ mend, ...probing }),
  preview: rendering({ mend, responseLimit: withoutNetworks }),
  pack: rendering({ mend, responseLimit: withoutNetworks }),
})

/**
 * A worker that opens videos keeps no networks, so that a new one costs little: it goes where a video that nobody
 * wants any more, or that keeps it busy for longer than any video does, holds up the next. It gets a second try, since a
 * busy machine may have given the first no turn.
 */
const probing: Pick<ChannelOptions<VideoMatteApi>, 'graceMs' | 'responseLimit'> = {
  graceMs: 250,
  responseLimit: {
    maxMs: 5000,
    fault: () => new ServiceError('invalid_video', { reason: 'video_opening_timed_out' }),
    retries: 1,
  },
}

const matting = (options: Partial<ChannelOptions<VideoMatteApi>> = {}): Channel<VideoMatteApi> =>
  openChannel<VideoMatteApi>({
    ...options,
    spawn: () =>
      new Worker(new URL('../../../workers/video-matte.worker.ts', import.meta.url), { type: 'module' }),
  })

const rendering = (options: Partial<ChannelOptions<VideoRenderApi>> = {}): Channel<VideoRenderApi> =>
  openChannel<VideoRenderApi>({
    ...options,
    spawn: () =>
      new Worker(new URL('../../../workers/video-render.worker.ts', import.meta.url), { type: 'module' }),
  })

type RequestOf<F extends (request: never, call: never) => unknown> = Parameters<F>[0]

/** The two workers that make a job at the same time. They exchange mattes through the browser's file system. */
export interface VideoJobWorkers {
  /** Writes the mattes of a video that are missing. */
  estimateMattes(
    request: RequestOf<VideoMatteApi['estimateMattes']>,
    call: CallOptions,
  ): ReturnType<VideoMatteApi['estimateMattes']>
  /** Carries edits to the frames around theirs, once all mattes are there. */
  carryEdits(
    request: RequestOf<VideoMatteApi['carryEdits']>,
    call: CallOptions,
  ): ReturnType<VideoMatteApi['carryEdits']>
  /** Reads the mattes as they are written, writes the result to `path`, and reports the frames that are in it. */
  renderVideo(
    request: RequestOf<VideoRenderApi['renderVideo']>,
    call: CallOptions,
  ): ReturnType<VideoRenderApi['renderVideo']>
}

/** What the page may ask about a video while a job runs. */
export interface VideoTools
  extends Pick<
    OnDeviceVideos,
    'probe' | 'warm' | 'thumbnails' | 'previewFrames' | 'alphaFrames' | 'trim' | 'samplePreviews'
  > {
  /** The hash of its content, under which the video and its mattes are stored. */
  hash(video: Blob, call?: CallOptions): Promise<string>
  carryEdits(
    request: RequestOf<VideoMatteApi['carryEdits']>,
    call?: CallOptions,
  ): ReturnType<VideoMatteApi['carryEdits']>
  rateMattes(
    request: RequestOf<VideoRenderApi['rateMattes']>,
    call?: CallOptions,
  ): ReturnType<VideoRenderApi['rateMattes']>
  findSubject(
    request: RequestOf<VideoRenderApi['findSubject']>,
    call?: CallOptions,
  ): ReturnType<VideoRenderApi['findSubject']>
  editFrame(
    request: RequestOf<VideoMatteApi['editFrame']>,
    call?: CallOptions,
  ): ReturnType<VideoMatteApi['editFrame']>
  prepareFrame(
    request: RequestOf<VideoMatteApi['prepareFrame']>,
    call?: CallOptions,
  ): ReturnType<VideoMatteApi['prepareFrame']>
  /** Writes the frames of a result as a ZIP to a path or to a file that the user picked. */
  packFrames(request: RequestOf<VideoRenderApi['packFrames']>, call?: CallOptions): Promise<unknown>
}

type VideoChannels = {
  /** These two make jobs. */
  readonly matte: Pick<Channel<VideoMatteApi>, 'call' | 'ask'>
  readonly render: Pick<Channel<VideoRenderApi>, 'call'>
  /** Two of the same kinds without networks, so that questions of the page never wait for a job. */
  readonly probe: Pick<Channel<VideoMatteApi>, 'call' | 'ask'>
  readonly preview: Pick<Channel<VideoRenderApi>, 'call'>
  /** One for packing frames, which takes long. */
  readonly pack: Pick<Channel<VideoRenderApi>, 'call'>
}

/** The functions of the workers, each sent to the worker that is meant for it. */
export const callVideoWorkers = ({
  matte,
  render,
  probe,
  preview,
  pack,
}: VideoChannels): { readonly work: VideoJobWorkers; readonly tools: VideoTools } => ({
  work: {
    estimateMattes: (request, call) => matte.call('estimateMattes', request, call),
    carryEdits: (request, call) => matte.call('carryEdits', request, call),
    renderVideo: (request, call) => render.call('renderVideo', request, call),
  },
  tools: {
    probe: (video, call) => probe.call('probeVideo', { video }, call),
    // Runs beside a probe, since it mostly waits for the disk.
    hash: (video, call) => probe.ask('hashVideo', { video }, call),
    thumbnails: (video, count, heightPx, call) =>
      preview.call('thumbnails', { video, count, heightPx }, call),
    previewFrames: (video, fromSeconds, heightPx, call) =>
      preview.call('previewFrames', { video, id: idOf(video), fromSeconds, heightPx }, call),
    alphaFrames: async (cutout, fromSeconds, heightPx, call) => {
      const request = { video: cutout, id: idOf(cutout), fromSeconds, heightPx }
      return alphaWindow(await preview.call('alphaFrames', request, call))
    },
    trim: (video, facts, fromSeconds, toSeconds, call) =>
      preview.call('trim', { video, facts, fromSeconds, toSeconds }, call),
    // In the worker that has the networks, for what clicks look at. They wait for each other there.
    carryEdits: (request, call) => matte.ask('carryEdits', request, call),
    rateMattes: (request, call) => preview.call('rateMattes', request, call),
    findSubject: (request, call) => preview.call('findSubject', request, call),
    editFrame: (request, call) => matte.ask('editFrame', request, call),
    prepareFrame: (request, call) => matte.ask('prepareFrame', request, call),
    packFrames: (request, call) => pack.call('packFrames', request, call),
    warm: (level, call) => matte.ask('warm', level, call),
    // In the worker that has loaded the networks, or will need them for the job that follows.
    samplePreviews: (video, facts, options, atSeconds, { parts, ...call } = {}) =>
      matte.ask('samplePreviews', { video, facts, options, atSeconds, ...(parts && { parts }) }, call),
  },
})

/** Null without frames. */
const alphaWindow = ({
  frames,
  ...range
}: Awaited<ReturnType<VideoRenderApi['alphaFrames']>>): MatteWindow | null => {
  const [first] = frames
  if (!first) return null
  const { width, height } = first
  return {
    ...range,
    width,
    height,
    frames: frames.map(({ timestampSeconds, data }) => ({
      timestampSeconds,
      data: new Uint8Array(data.buffer),
    })),
  }
}

/** Each message gives the worker another Blob object for the same file, so the id tells which file it is. */
const ids = new WeakMap<Blob, string>()
const idOf = (video: Blob): string => {
  const id = ids.get(video) ?? crypto.randomUUID()
  ids.set(video, id)
  return id
}
