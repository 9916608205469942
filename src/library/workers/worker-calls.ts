import type { Channel } from '#channel/open-channel.ts'
import type { JobId } from '#contract/ids.ts'
import type { CallOptions } from '#library/call-options.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import type { VideoMatteApi } from '#workers/video-matte.worker.ts'
import type { VideoRenderApi } from '#workers/video-render.worker.ts'

/** The workers of the page, and what each serves. */
type Apis = {
  readonly image: ImageApi
  /** A second one of the same script without networks, so that edits do not wait while an image is cut out. */
  readonly edit: ImageApi
  /** These two make jobs. */
  readonly matte: VideoMatteApi
  readonly render: VideoRenderApi
  /** Two of the same kinds without networks, so that questions of the page never wait for a job. */
  readonly probe: VideoMatteApi
  readonly preview: VideoRenderApi
  /** One for packing frames, which takes long. */
  readonly pack: VideoRenderApi
}

type Served = ImageApi & VideoMatteApi & VideoRenderApi
type WorkerOf<N> = { [W in keyof Apis]: N extends keyof Apis[W] ? W : never }[keyof Apis]
/** `call`: in turn with what else is called there. `ask`: at once, beside whatever runs. */
type Routes = { readonly [N in keyof Served]: readonly [WorkerOf<N>, 'call' | 'ask'] }

/** Which worker answers which function: what the page asks by itself. */
const pageRoutes = {
  openEdits: ['edit', 'call'],
  outlineClick: ['edit', 'call'],
  proposeCutouts: ['edit', 'call'],
  lookCloser: ['image', 'call'],
  // Where the same picture is cut out next: its decoder has it then.
  convertPicture: ['image', 'call'],
  describe: ['image', 'ask'],
  listFiles: ['image', 'ask'],
  deleteFiles: ['image', 'ask'],
  probeVideo: ['probe', 'call'],
  // Beside a probe, since it mostly waits for the disk.
  hashVideo: ['probe', 'ask'],
  thumbnails: ['preview', 'call'],
  previewFrames: ['preview', 'call'],
  alphaFrames: ['preview', 'call'],
  trim: ['preview', 'call'],
  // In the worker that has loaded the networks, or will need them for the job that follows.
  samplePreviews: ['matte', 'ask'],
  warmVideo: ['matte', 'ask'],
} as const satisfies Partial<Routes>

/** What the page asks about the video of a job, which the service finds by its id. */
const jobRoutes = {
  // In the worker that has the networks, for what clicks look at.
  prepareFrame: ['matte', 'ask'],
  proposeFrame: ['matte', 'ask'],
  rateMattes: ['preview', 'call'],
  findSubject: ['preview', 'call'],
  // Takes seconds for large frames.
  estimateFrameBytes: ['pack', 'call'],
} as const satisfies Partial<Routes>

/** What the service puts something of its own around: jobs, files, credits. */
const serviceRoutes = {
  removeImage: ['image', 'call'],
  makePart: ['image', 'call'],
  warm: ['image', 'ask'],
  editImage: ['edit', 'call'],
  matteKey: ['probe', 'ask'],
  estimateMattes: ['matte', 'call'],
  renderVideo: ['render', 'call'],
  // As `prepareFrame`. They wait for each other there.
  propagateEdits: ['matte', 'ask'],
  editFrame: ['matte', 'ask'],
  packFrames: ['pack', 'call'],
} as const satisfies Partial<Routes>

const routes: Routes = { ...pageRoutes, ...jobRoutes, ...serviceRoutes }

type CallOf<F extends (...given: never[]) => unknown> =
  Parameters<F> extends readonly [infer Request, ...unknown[]]
    ? (request: Request, call?: CallOptions) => ReturnType<F>
    : () => ReturnType<F>

/**
 * The functions of all workers as the page calls them. What each does stands where it is written, in `src/pipeline`.
 */
export type WorkerCalls = { readonly [N in keyof Served]: CallOf<Served[N]> }

/** What the page may ask of the workers by itself. */
export type PageCalls = Pick<WorkerCalls, keyof typeof pageRoutes>

/** What a function takes. */
export type RequestOf<N extends keyof WorkerCalls> = Parameters<WorkerCalls[N]>[0]

/** The video of a job and its mattes, as its functions take it. */
type VideoOfJob = Omit<RequestOf<'prepareFrame'>, 'edits' | 'atSeconds'>

/** The functions about the video of a job; they reject with `job_not_found` where the job or its files are gone. */
export type JobCalls = {
  readonly [N in keyof typeof jobRoutes]: (
    request: Omit<RequestOf<N>, keyof VideoOfJob> & { readonly id: JobId },
    call?: CallOptions,
  ) => ReturnType<WorkerCalls[N]>
}

/** The workers, each started by its first call. */
export type WorkerChannels = { readonly [W in keyof Apis]: Pick<Channel<Apis[W]>, 'call' | 'ask'> }

type Send = (request: unknown, call?: CallOptions) => Promise<unknown>
type Sender = (name: string, ...given: Parameters<Send>) => Promise<unknown>

/** Sends each function to its worker. */
export const callWorkers = (channels: WorkerChannels): WorkerCalls => {
  const calls = Object.entries(routes).map(([name, [worker, turn]]) => {
    const send: Send = (request, call) => (channels[worker][turn] as unknown as Sender)(name, request, call)
    return [name, send]
  })
  return Object.fromEntries(calls) as WorkerCalls
}

/** Puts the video of a job in the place of its id. */
export const callOfJobs = (
  calls: Pick<WorkerCalls, keyof JobCalls>,
  find: (id: JobId) => Promise<VideoOfJob>,
): JobCalls => {
  const ofJobs = (Object.keys(jobRoutes) as (keyof JobCalls)[]).map((name) => {
    const asked = async ({ id, ...rest }: { readonly id: JobId }, call?: CallOptions) =>
      (calls[name] as Send)({ ...(await find(id)), ...rest }, call)
    return [name, asked]
  })
  return Object.fromEntries(ofJobs) as JobCalls
}
