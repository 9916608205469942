import { type Channel, type ChannelOptions, openChannel } from '#channel/call.ts'
import type { Level } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { CallOptions, OnDeviceVideos } from '#service/background-service.ts'
import type { VideoMatteApi } from '#workers/video-matte.worker.ts'
import type { VideoRenderApi } from '#workers/video-render.worker.ts'

/** The workers of video mode. Each starts with its first call. */
export const openVideoWorkers = (): VideoChannels => ({
  matte: matting(),
  render: rendering(),
  probe: matting(probing),
  preview: rendering(),
  pack: rendering(),
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

/** A video and the name under which its mattes are kept. */
type TrackRequest = { readonly video: Blob; readonly facts: VideoFacts; readonly videoHash: string }

type MatteOutcome = {
  readonly frames: number
  readonly sceneCuts: number
  readonly mattingSeconds: number
  readonly decodeWaitSeconds: number
}

type RenderOutcome = {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly bytes: number
  /** Why the sound of the source is missing, in words; null where it is there, or was not wanted. */
  readonly audioDropped: string | null
  readonly decodeWaitSeconds: number
  readonly encodeWaitSeconds: number
}

/** What a job is made by: two workers that run at the same time and meet in the browser's own file system. */
export interface VideoJobWorkers {
  /** Writes the mattes of a video, going on where it was left. */
  estimateMattes(request: TrackRequest & { readonly level: Level }, call: CallOptions): Promise<MatteOutcome>
  /** Follows the mattes and writes the result to `path`; reports the frames that are in it. */
  renderVideo(
    request: TrackRequest & { readonly options: VideoOptions; readonly path: string },
    call: CallOptions,
  ): Promise<RenderOutcome>
}

/** What the page may ask of a video while a job runs. */
export interface VideoTools
  extends Pick<OnDeviceVideos, 'probe' | 'thumbnails' | 'previewFrames' | 'trim' | 'samplePreviews'> {
  /** Rejects with `validation_error` where a result of that size could not be written on this device. */
  checkSize(facts: VideoFacts, options: VideoOptions, call?: CallOptions): Promise<void>
  /** The name by its content under which it and its mattes are kept. */
  hash(video: Blob, call?: CallOptions): Promise<string>
  /** Writes the frames of a result, by mattes that are all there, to a path or a file that was picked. */
  packFrames(
    request: TrackRequest & { readonly options: VideoOptions; readonly to: string | FileSystemFileHandle },
    call?: CallOptions,
  ): Promise<unknown>
}

type VideoChannels = {
  /** The two that make a job. */
  readonly matte: Pick<Channel<VideoMatteApi>, 'call' | 'ask'>
  readonly render: Pick<Channel<VideoRenderApi>, 'call'>
  /** Two of the same kind that load no network, so that what the page asks never waits for a job. */
  readonly probe: Pick<Channel<VideoMatteApi>, 'call' | 'ask'>
  readonly preview: Pick<Channel<VideoRenderApi>, 'call'>
  /** One more, for what takes long and was asked for by hand. */
  readonly pack: Pick<Channel<VideoRenderApi>, 'call'>
}

/** The workers of video mode as plain functions. */
export const callVideoWorkers = ({
  matte,
  render,
  probe,
  preview,
  pack,
}: VideoChannels): { readonly work: VideoJobWorkers; readonly tools: VideoTools } => ({
  work: {
    estimateMattes: (request, call) => matte.call('estimateMattes', request, call),
    renderVideo: (request, call) => render.call('renderVideo', request, call),
  },
  tools: {
    probe: (video, call) => probe.call('probeVideo', { video }, call),
    checkSize: (facts, options, call) => probe.call('checkSize', { facts, options }, call),
    // Beside whatever is probed: it reads and waits.
    hash: (video, call) => probe.ask('hashVideo', { video }, call),
    thumbnails: (video, count, heightPx, call) =>
      preview.call('thumbnails', { video, count, heightPx }, call),
    previewFrames: (video, fromSeconds, heightPx, call) =>
      preview.call('previewFrames', { video, id: idOf(video), fromSeconds, heightPx }, call),
    trim: (video, facts, fromSeconds, toSeconds, call) =>
      preview.call('trim', { video, facts, fromSeconds, toSeconds }, call),
    packFrames: (request, call) => pack.call('packFrames', request, call),
    // Where the networks are loaded already, or will be for the job that follows.
    samplePreviews: (video, facts, options, atSeconds, call) =>
      matte.ask('samplePreviews', { video, facts, options, atSeconds }, call),
  },
})

/** A file is another object on the other side of a channel each time; by this it is known there. */
const ids = new WeakMap<Blob, string>()
const idOf = (video: Blob): string => {
  const id = ids.get(video) ?? crypto.randomUUID()
  ids.set(video, id)
  return id
}
