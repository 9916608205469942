import type { Channel } from '#channel/open-channel.ts'
import type { JobId } from '#contract/ids.ts'
import type { CallOptions } from '#library/call-options.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import type { VideoMatteApi } from '#workers/video-matte.worker.ts'
import type { VideoRenderApi } from '#workers/video-render.worker.ts'

/** The page's workers, and their functions. */
type Apis = {
  readonly image: ImageApi
  /** A second image worker without networks, so that edits do not wait for cut-outs. */
  readonly edit: ImageApi
  /** Workers of jobs. */
  readonly matte: VideoMatteApi
  readonly render: VideoRenderApi
  /** Second workers without networks, so that queries of the page do not wait for a job. */
  readonly probe: VideoMatteApi
  readonly preview: VideoRenderApi
  /** Packing frames takes long. */
  readonly pack: VideoRenderApi
}

type Served = ImageApi & VideoMatteApi & VideoRenderApi
type WorkerOf<N> = { [W in keyof Apis]: N extends keyof Apis[W] ? W : never }[keyof Apis]
/** `call`: queued in its worker. `ask`: run at once, concurrently. */
type Routes = { readonly [N in keyof Served]: readonly [WorkerOf<N>, 'call' | 'ask'] }

/** The worker of each function that the page calls directly. */
const pageRoutes = {
  openEdits: ['edit', 'call'],
  outlineClick: ['edit', 'call'],
  proposeCutouts: ['edit', 'call'],
  lookCloser: ['image', 'call'],
  // In the worker of the cut-out, which then reuses the decoded picture.
  convertPicture: ['image', 'call'],
  describe: ['image', 'ask'],
  listFiles: ['image', 'ask'],
  deleteFiles: ['image', 'ask'],
  probeVideo: ['probe', 'call'],
  // Concurrent with a probe, since it mostly waits for the disk.
  hashVideo: ['probe', 'ask'],
  thumbnails: ['preview', 'call'],
  previewFrames: ['preview', 'call'],
  alphaFrames: ['preview', 'call'],
  trim: ['preview', 'call'],
  // In the worker whose networks are loaded, or needed by the next job.
  samplePreviews: ['matte', 'ask'],
  warmVideo: ['matte', 'ask'],
} as const satisfies Partial<Routes>

/** Functions about a job's video, which the service finds by id. */
const jobRoutes = {
  // In the worker with the networks, for click features.
  prepareFrame: ['matte', 'ask'],
  proposeFrame: ['matte', 'ask'],
  rateMattes: ['preview', 'call'],
  findSubject: ['preview', 'call'],
  // Takes seconds for large frames.
  estimateFrameBytes: ['pack', 'call'],
} as const satisfies Partial<Routes>

/** Functions that the service wraps with jobs, files or credits. */
const serviceRoutes = {
  removeImage: ['image', 'call'],
  makePart: ['image', 'call'],
  warm: ['image', 'ask'],
  editImage: ['edit', 'call'],
  matteKey: ['probe', 'ask'],
  estimateMattes: ['matte', 'call'],
  renderVideo: ['render', 'call'],
  // In the same worker as `prepareFrame`, where they are serialised.
  propagateEdits: ['matte', 'ask'],
  editFrame: ['matte', 'ask'],
  packFrames: ['pack', 'call'],
} as const satisfies Partial<Routes>

const routes: Routes = { ...pageRoutes, ...jobRoutes, ...serviceRoutes }

type CallOf<F extends (...given: never[]) => unknown> =
  Parameters<F> extends readonly [infer Request, ...unknown[]]
    ? (request: Request, call?: CallOptions) => ReturnType<F>
    : () => ReturnType<F>

/** All worker functions as the page calls them, documented in `src/pipeline`. */
export type WorkerCalls = { readonly [N in keyof Served]: CallOf<Served[N]> }

/** The functions that the page calls directly. */
export type PageCalls = Pick<WorkerCalls, keyof typeof pageRoutes>

/** The request of a worker function. */
export type RequestOf<N extends keyof WorkerCalls> = Parameters<WorkerCalls[N]>[0]

/** A job's video and mattes, as its functions take them. */
type VideoOfJob = Omit<RequestOf<'prepareFrame'>, 'edits' | 'atSeconds'>

/** Functions about a job's video; they reject with `job_not_found` if the job or its files are gone. */
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

/** Routes each function to its worker. */
export const callWorkers = (channels: WorkerChannels): WorkerCalls => {
  const calls = Object.entries(routes).map(([name, [worker, turn]]) => {
    const send: Send = (request, call) => (channels[worker][turn] as unknown as Sender)(name, request, call)
    return [name, send]
  })
  return Object.fromEntries(calls) as WorkerCalls
}

/** Replaces a job's id by its video and mattes. */
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
