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

/** Probes videos for their facts, and loads the files of their jobs. */
type VideoProber = {
  /** Dispatches the facts or the error. A new probe of the same video cancels the one before. */
  readonly probe: (id: string, file: Blob) => Promise<void>
  /**
   * Loads the files that jobs of this device were made of, and probes a video that has none yet. Never rejects: without
   * them the results can still be saved, but not played beside them or made in another format.
   */
  readonly loadSources: (item: VideoItem | null) => Promise<void>
  /** Ends the probe of a video, so that the next one starts at once. */
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
    // A retry may have begun to read it.
    if (!file && first && !work.has(id)) await probe(id, first)
  }
  return {
    probe,
    // Asked again while it loads, it gives the same promise.
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
  /** To a service. */
  readonly isSent: boolean
}

/** Spec, video mode: M4V is an MP4. */
const sentContainers: readonly VideoFacts['container'][] = ['mp4', 'mov', 'webm', 'mkv', 'gif']

/**
 * The part that is written as a file of its own; null where the file goes as it is. What services do not take is
 * written anew.
 */
const partToWrite = ({ trim, facts }: Pick<VideoItem, 'trim' | 'facts'>, isSent: boolean): Trim => {
  const isTaken = !isSent || facts === null || sentContainers.includes(facts.container)
  return trim ?? (isTaken ? null : { fromSeconds: 0, toSeconds: facts.durationSeconds })
}

/** What a file that was written for a service lacks of its video. */
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
 * The file to submit: the whole video, or the chosen part as a file of its own. The same part is cut only once, so that
 * another format reuses the mattes of the first. Rejects where it cannot be cut.
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
  // The file of a job is deleted with the job.
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

/** The alpha of a service that the newest job was made with, so that another try uses it too. */
export const givenAlphaOf = (
  [newest]: readonly VideoJob[],
  videos: Pick<OnDeviceVideos, 'givenAlpha'> | undefined,
): Pick<StartDetails, 'alphaFrom'> =>
  videos && newest?.isAlphaGiven ? { alphaFrom: () => videos.givenAlpha(newest.job.id) } : {}

/** What is submitted: the link of a video that is too large to be sent whole, where it has one. */
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
