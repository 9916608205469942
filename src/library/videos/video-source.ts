import type { LeftOut } from '#contract/left-out.ts'
import { limits } from '#contract/limits.ts'
import type { OnProgress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import { toFrameRate, type VideoFacts } from '#contract/video-facts.ts'
import { leftOutOfPart } from '#contract/video-left-out.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { OnDevice, OnDeviceVideos, VideoInput } from '#library/background-service.ts'
import { createWorkQueue } from '#library/items/work-queue.ts'
import { sameTrim, type Trim } from './trim-range.ts'
import type { StartDetails, VideoItem, VideoJob } from './video-item.ts'
import type { VideoEvent } from './video-state.ts'

/** Probes videos, and loads the files of their jobs. */
type VideoProber = {
  /** Dispatches the facts or the error. A new probe of the same video cancels the last. */
  readonly probe: (id: string, file: Blob) => Promise<void>
  /**
   * Loads the files of this device's jobs, and probes a video that has no facts. Never rejects: without them results
   * can be saved, but not compared or converted.
   */
  readonly loadSources: (item: VideoItem | null) => Promise<void>
  /** Cancels the probe of a video, so that the next one starts at once. */
  readonly cancel: (id: string) => void
}

export function createVideoProber(
  device: OnDevice | null,
  dispatch: (id: string, event: VideoEvent) => void,
): VideoProber {
  const loading = new Map<string, Promise<void>>()
  const work = createWorkQueue<VideoEvent>({
    dispatch,
    toFailure: (error) => ({ type: 'failed', error }),
  })
  const probe = (id: string, file: Blob) =>
    work.start(id, 'probe', async ({ signal }) => {
      if (!device) throw new ServiceError('invalid_video')
      return { type: 'probed', facts: await device.workers.probeVideo({ video: file }, { signal }) }
    })
  const readSources = async ({ id, file, jobs }: VideoItem) => {
    const lacking = jobs.filter(({ source, runLocation }) => !source && runLocation === 'device')
    const found = await Promise.all(
      lacking.map(async ({ job }) => {
        const source = await device?.videos.source(job.id).catch(() => null)
        if (source) dispatch(id, { type: 'sourced', jobId: job.id, file: source })
        return source
      }),
    )
    const [first] = found.filter((each) => each)
    // A retry may have started reading.
    if (!file && first && !work.has(id)) await probe(id, first)
  }
  return {
    probe,
    // Calls during the load share its promise.
    loadSources: async (item) => {
      if (!item) return
      const load = loading.get(item.id) ?? readSources(item)
      loading.set(item.id, load)
      await load.finally(() => loading.delete(item.id))
    },
    cancel: work.stop,
  }
}

type SubmitCall = {
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
  readonly isSent: boolean
}

/** Spec, video mode: M4V is an MP4. */
const sentContainers: readonly VideoFacts['container'][] = ['mp4', 'mov', 'webm', 'mkv', 'gif']

/**
 * The part to write as a new file; null if the file is sent unchanged. Containers that services refuse are rewritten.
 */
const partToWrite = ({ trim, facts }: Pick<VideoItem, 'trim' | 'facts'>, isSent: boolean): Trim => {
  const isTaken = !isSent || facts === null || sentContainers.includes(facts.container)
  return trim ?? (isTaken ? null : { fromSeconds: 0, toSeconds: facts.durationSeconds })
}

/** What a rewritten file for a service lacks of its video. */
export const lackingWhenSent = async (
  item: VideoItem,
  source: Blob,
  device: OnDevice | null,
  signal: AbortSignal,
): Promise<readonly LeftOut[]> =>
  device && item.facts && partToWrite(item, true)
    ? leftOutOfPart(item.facts, await device.workers.probeVideo({ video: source }, { signal }))
    : []

/**
 * The file to submit: the whole video, or the chosen part as a new file. A part is cut only once, so that another
 * format reuses its mattes. Rejects if it cannot be cut.
 */
export async function fileToSubmit(
  { file, facts, name, trim, jobs }: VideoItem,
  options: VideoOptions,
  device: OnDevice | null,
  { signal, onProgress, isSent }: SubmitCall,
): Promise<Blob> {
  if (!file) throw new ServiceError('invalid_video')
  const part = partToWrite({ trim, facts }, isSent)
  const frameOf = (made: Pick<VideoJob, 'options' | 'runLocation'>) =>
    (made.runLocation === 'device' && made.options.deinterlace) || 'frame'
  const each = frameOf({ options, runLocation: isSent ? 'service' : 'device' })
  const made = jobs.find(
    (entry) => entry.source && sameTrim(entry.trim, trim) && (trim === null || frameOf(entry) === each),
  )?.source
  // A job's file is deleted with the job.
  const before = made && part === trim && (await isReadable(made)) ? made : null
  const named = (part: Blob) =>
    // A stored file has another name.
    part instanceof File && part.name === name
      ? part
      : new File([part], name, { type: part.type || file.type })
  if (part === null || before) return named(before ?? file)
  if (!device || !facts) throw new ServiceError('validation_error')
  const request = { video: file, facts: toFrameRate(facts, each), ...part }
  return named(await device.workers.trim(request, { signal, onProgress }))
}

/** The service's alpha of the newest job, for another try. */
export const givenAlphaOf = (
  [newest]: readonly VideoJob[],
  videos: Pick<OnDeviceVideos, 'givenAlpha'> | undefined,
): Pick<StartDetails, 'alphaFrom'> =>
  videos && newest?.isAlphaGiven ? { alphaFrom: () => videos.givenAlpha(newest.job.id) } : {}

/** What to submit: the link, if the whole video is too large to upload. */
export const inputOf = ({ trim, url }: VideoItem, source: Blob): VideoInput =>
  trim === null && url !== null && source.size > limits.video.maxUploadBytes ? { url } : source

const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
