import type { Channel } from '#channel/call.ts'
import type { VideoMatteApi } from '#workers/video-matte.worker.ts'
import type { VideoRenderApi } from '#workers/video-render.worker.ts'
import type { VideoQuestions, VideoWork } from './video-work.ts'

export type VideoChannels = {
  /** The two that make a job. */
  readonly matte: Pick<Channel<VideoMatteApi>, 'call' | 'ask'>
  readonly render: Pick<Channel<VideoRenderApi>, 'call'>
  /** Two of the same kind that load no network, so that what the page asks never waits for a job. */
  readonly probing: Pick<Channel<VideoMatteApi>, 'call' | 'ask'>
  readonly showing: Pick<Channel<VideoRenderApi>, 'call'>
  /** One more, for what takes long and was asked for by hand. */
  readonly packing: Pick<Channel<VideoRenderApi>, 'call'>
}

/** The workers of video mode as plain functions. */
export const overChannels = ({
  matte,
  render,
  probing,
  showing,
  packing,
}: VideoChannels): { readonly work: VideoWork; readonly ask: VideoQuestions } => ({
  work: {
    estimateMattes: (request, call) => matte.call('estimateMattes', request, call),
    renderVideo: (request, call) => render.call('renderVideo', request, call),
  },
  ask: {
    probe: (video, call) => probing.call('probeVideo', { video }, call),
    checkSize: (facts, options, call) => probing.call('checkSize', { facts, options }, call),
    // Beside whatever is probed: it reads and waits.
    key: (video, call) => probing.ask('videoKey', { video }, call),
    strip: (video, count, heightPx, call) => showing.call('strip', { video, count, heightPx }, call),
    film: (video, fromSeconds, heightPx, call) =>
      showing.call('film', { video, id: idOf(video), fromSeconds, heightPx }, call),
    trim: (video, facts, fromSeconds, toSeconds, call) =>
      showing.call('trim', { video, facts, fromSeconds, toSeconds }, call),
    packFrames: (request, call) => packing.call('packFrames', request, call),
    // Where the networks are loaded already, or will be for the job that follows.
    tryFrames: (video, facts, options, atSeconds, call) =>
      matte.ask('tryFrames', { video, facts, options, atSeconds }, call),
  },
})

/** A file is another object on the other side of a channel each time; by this it is known there. */
const ids = new WeakMap<Blob, string>()
const idOf = (video: Blob): string => {
  const id = ids.get(video) ?? crypto.randomUUID()
  ids.set(video, id)
  return id
}
