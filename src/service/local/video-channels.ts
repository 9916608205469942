import type { Channel } from '#channel/call.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { CallOptions } from '#service/background-service.ts'
import type { MatteOutcome, RenderOutcome, VideoQuestions, VideoWork } from './video-work.ts'

type Served<Argument, Answer> = (argument: Argument, call: Required<CallOptions>) => Promise<Answer>

export type MatteApi = {
  readonly probeVideo: Served<{ readonly video: Blob }, VideoFacts>
  readonly estimateMattes: Served<Parameters<VideoWork['estimateMattes']>[0], MatteOutcome>
  readonly tryFrames: Served<
    {
      readonly video: Blob
      readonly facts: VideoFacts
      readonly options: VideoOptions
      readonly atSeconds: readonly number[]
    },
    readonly Blob[]
  >
}

export type RenderApi = {
  readonly renderVideo: Served<Parameters<VideoWork['renderVideo']>[0], RenderOutcome>
  readonly strip: Served<
    { readonly video: Blob; readonly count: number; readonly heightPx: number },
    readonly Blob[]
  >
  readonly trim: Served<
    { readonly video: Blob; readonly fromSeconds: number; readonly toSeconds: number },
    Blob
  >
}

export type VideoChannels = {
  /** The two that make a job. */
  readonly matte: Pick<Channel<MatteApi>, 'call' | 'ask'>
  readonly render: Pick<Channel<RenderApi>, 'call'>
  /** Two of the same kind that load no network, so that what the page asks never waits for a job. */
  readonly probing: Pick<Channel<MatteApi>, 'call'>
  readonly showing: Pick<Channel<RenderApi>, 'call'>
}

/** The workers of video mode as plain functions. */
export const overChannels = ({
  matte,
  render,
  probing,
  showing,
}: VideoChannels): { readonly work: VideoWork; readonly ask: VideoQuestions } => ({
  work: {
    estimateMattes: (request, call) => matte.call('estimateMattes', request, call),
    renderVideo: (request, call) => render.call('renderVideo', request, call),
  },
  ask: {
    probe: (video, call) => probing.call('probeVideo', { video }, call),
    strip: (video, count, heightPx, call) => showing.call('strip', { video, count, heightPx }, call),
    trim: (video, fromSeconds, toSeconds, call) =>
      showing.call('trim', { video, fromSeconds, toSeconds }, call),
    // Where the networks are loaded already, or will be for the job that follows.
    tryFrames: (video, facts, options, atSeconds, call) =>
      matte.ask('tryFrames', { video, facts, options, atSeconds }, call),
  },
})
