import { makeJobId } from '#contract/ids.ts'
import { advanceJob, createJob, isTerminal, type Job } from '#contract/job.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type {
  BackgroundService,
  DeviceJob,
  JobChange,
  MatteWindow,
  OnDeviceVideos,
  Pause,
} from '#service/background-service.ts'

type VideoPart = Pick<BackgroundService, 'submitVideo' | 'getJob' | 'getResult'> & {
  readonly videos: OnDeviceVideos
}

export type PaintScript = {
  /** Frames that are done each step, and how long a step takes in milliseconds. */
  readonly framesPerStep?: number
  readonly stepMs?: number
  /** A job goes no further than this share of its frames. */
  readonly stopsAt?: number
  /** How the job ends where it fails. */
  readonly failsWith?: { readonly code: string; readonly message: string }
  /** Jobs of an earlier visit, and the video that they are of. */
  readonly jobs?: readonly DeviceJob[]
  readonly source?: Blob
  /** The file that a job makes. */
  readonly render?: (job: Job, video: Blob) => Promise<Blob>
}

const matteSize = { width: 96, height: 54 }

/**
 * Video jobs on a page without an engine: what a video is and shows is asked of the browser itself, and
 * every matte is an ellipse that swings through the picture.
 */
export function paintedVideos(script: PaintScript = {}): VideoPart {
  const { framesPerStep = 4, stepMs = 100, stopsAt = 1 } = script
  const held = new Map<string, DeviceJob & { readonly video: Blob }>()
  for (const job of script.jobs ?? []) held.set(job.job.id, { ...job, video: script.source ?? new Blob() })
  const watchers = new Set<(change: JobChange) => void>()
  const change = (id: string, job: Job, done?: number) => {
    const before = held.get(id)
    if (!before) return
    held.set(id, { ...before, job })
    const progress =
      done === undefined
        ? undefined
        : { step: 'cut' as const, ratio: job.progress, frames: { done, total: job.frames } }
    for (const watcher of watchers) watcher(progress ? { job, progress } : { job })
  }
  const rest = (id: string, state: Pause['state']) => {
    const entry = held.get(id)
    if (entry?.job.status !== 'processing') return
    const pause = { state, at: new Date().toISOString() }
    held.set(id, { ...entry, pause })
    for (const watcher of watchers) watcher({ job: entry.job, pause })
  }
  const find = (id: string) => {
    const entry = held.get(id)
    if (!entry) throw new ServiceError('job_not_found')
    return entry
  }

  async function work(id: string): Promise<void> {
    const job = find(id).job
    if (job.status === 'queued') change(id, advanceJob(job, { type: 'start', at: new Date() }))
    let done = Math.round(job.progress * job.frames)
    for (;;) {
      await pause(stepMs)
      const now = held.get(id)?.job
      if (!now || isTerminal(now)) return
      if (held.get(id)?.pause?.state === 'on') continue
      done = Math.min(done + framesPerStep, now.frames, Math.ceil(now.frames * stopsAt))
      if (done / now.frames >= stopsAt && stopsAt < 1) {
        if (!script.failsWith) continue
        return change(id, advanceJob(now, { type: 'fail', at: new Date(), error: script.failsWith }))
      }
      if (done === now.frames) return complete(id, now)
      change(id, advanceJob(now, { type: 'advance', progress: done / now.frames }), done)
    }
  }

  async function complete(id: string, job: Job): Promise<void> {
    const output_bytes = (await result(id)).size
    change(
      id,
      advanceJob(job, {
        type: 'complete',
        at: new Date(),
        result_url: `jobs/${id}/result.${job.format}`,
        stats: {
          output_width: job.width,
          output_height: job.height,
          matting_seconds: 3,
          scene_cuts: 2,
          output_bytes,
        },
      }),
    )
  }

  const result = async (id: string): Promise<Blob> => {
    const { job, video } = find(id)
    const made = (await script.render?.(job, video)) ?? video
    return new Blob([made], { type: videoFormats[job.format].mime })
  }

  for (const { job } of script.jobs ?? []) if (!isTerminal(job)) void work(job.id)
  return {
    submitVideo: async (video, options) => {
      if (!(video instanceof Blob)) throw new ServiceError('validation_error')
      const { durationSeconds, fps, width, height, frames } = await probe(video)
      const id = makeJobId()
      const { format, channels } = options
      const facts = { duration_seconds: durationSeconds, fps, width, height, frames, format, channels }
      const job = createJob({ id, at: new Date(), status_url: `v1/jobs/${id}`, ...facts })
      held.set(id, { job, options, video, name: video instanceof File ? video.name : 'video' })
      void work(id)
      return job
    },
    getJob: async (id) => find(id).job,
    getResult: result,
    videos: {
      probe,
      thumbnails: paintStrip,
      previewFrames: async (video, fromSeconds, heightPx) => {
        const [picture] = await framesOf(video, [fromSeconds], heightPx, 'image/jpeg', drawn)
        const frames = picture ? [{ timestampSeconds: fromSeconds, picture }] : []
        return { fromSeconds, toSeconds: fromSeconds + 0.1, frames }
      },
      trim: async (video) => video.slice(0, video.size, video.type),
      samplePreviews: (video, _facts, _options, atSeconds) =>
        framesOf(video, atSeconds, 480, 'image/png', clipped),
      list: async () => [...held.values()].reverse(),
      watch: (onChange) => {
        watchers.add(onChange)
        return () => watchers.delete(onChange)
      },
      cancel: async (id) => {
        const job = held.get(id)?.job
        const error = { code: 'processing_failed', message: 'Stopped.' }
        if (job && !isTerminal(job)) change(id, advanceJob(job, { type: 'fail', at: new Date(), error }))
      },
      pause: async (id) => rest(id, 'on'),
      resume: async (id) => rest(id, 'over'),
      packFrames: async (id, to, { signal, onProgress } = {}) => {
        const { frames } = find(id).job
        for (let done = 1; done <= frames; done++) {
          await new Promise((resolve) => setTimeout(resolve, 40))
          signal?.throwIfAborted()
          onProgress?.({
            step: 'save',
            ratio: done / frames,
            frames: { done, total: frames },
            secondsLeft: (frames - done) / 25,
          })
        }
        if (!to) return new Blob(['packed'])
        await (await to.createWritable()).close()
        return null
      },
      forget: async (id) => void held.delete(id),
      source: async (id) => find(id).video,
      mattes: async (id, fromSeconds) => paintMattes(find(id).job, fromSeconds),
    },
  }
}

function paintMattes({ progress, duration_seconds, fps }: Job, fromSeconds: number): MatteWindow | null {
  const toSeconds = Math.min(Math.floor(fromSeconds + 1.001), duration_seconds * progress)
  if (toSeconds - fromSeconds < 0.5 / fps) return null
  const count = Math.ceil((toSeconds - fromSeconds) * fps)
  const frames = Array.from({ length: count }, (_, at) => {
    const timestampSeconds = fromSeconds + at / fps
    return { timestampSeconds, data: paintMatte(timestampSeconds) }
  })
  return { fromSeconds, toSeconds, ...matteSize, frames }
}

const centreAt = (seconds: number) => 0.5 + 0.15 * Math.sin(seconds * 2)

function paintMatte(seconds: number): Uint8Array {
  const { width, height } = matteSize
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const x = ((at % width) / width - centreAt(seconds)) / 0.22
    const y = (Math.floor(at / width) / height - 0.5) / 0.42
    return Math.max(0, Math.min(255, (1.05 - Math.hypot(x, y)) * 2550))
  })
}

async function probe(video: Blob): Promise<VideoFacts> {
  const element = await loaded(video)
  const { duration, videoWidth, videoHeight } = element
  const fps = 25
  return {
    container: 'mp4',
    codec: 'H.264',
    durationSeconds: duration,
    fps,
    isVariable: false,
    width: videoWidth,
    height: videoHeight,
    frames: Math.round(duration * fps),
    hasAlpha: false,
    audio: { codec: 'aac', channels: 2, sampleRate: 48_000 },
    decoder: 'webcodecs',
  }
}

const paintStrip: OnDeviceVideos['thumbnails'] = async (video, count, heightPx) => {
  const { duration } = await loaded(video)
  const moments = Array.from({ length: count }, (_, at) => ((at + 0.5) * duration) / count)
  return framesOf(video, moments, heightPx, 'image/jpeg', drawn)
}

type Paint = (context: OffscreenCanvasRenderingContext2D, video: HTMLVideoElement, seconds: number) => void

const drawn: Paint = (context, video) =>
  context.drawImage(video, 0, 0, context.canvas.width, context.canvas.height)

const clipped: Paint = (context, video, seconds) => {
  const { width, height } = context.canvas
  context.ellipse(width * centreAt(seconds), height / 2, width * 0.22, height * 0.42, 0, 0, 7)
  context.clip()
  drawn(context, video, seconds)
}

async function framesOf(
  video: Blob,
  moments: readonly number[],
  heightPx: number,
  type: string,
  paint: Paint,
) {
  const element = await loaded(video)
  const width = Math.max(1, Math.round((element.videoWidth * heightPx) / element.videoHeight))
  const pictures: Blob[] = []
  for (const seconds of moments) {
    const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
    element.currentTime = seconds
    await seeked
    const context = new OffscreenCanvas(width, heightPx).getContext('2d')
    if (!context) throw new ServiceError('internal_server_error')
    paint(context, element, seconds)
    pictures.push(await context.canvas.convertToBlob({ type }))
  }
  return pictures
}

const loaded = (video: Blob): Promise<HTMLVideoElement> =>
  new Promise((resolve, reject) => {
    const element = document.createElement('video')
    element.muted = true
    element.preload = 'auto'
    element.onloadeddata = () => resolve(element)
    element.onerror = () => reject(new ServiceError('invalid_video'))
    element.src = URL.createObjectURL(video)
  })

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
