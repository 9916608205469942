import type { VideoFacts } from '#contract/video-facts.ts'
import type { CallOptions } from '#service/background-service.ts'
import type { VideoQuestions, VideoWork } from '#service/local/video-work.ts'
import type { MemoryFiles } from './memory-jobs.ts'

export const factsOfVideo: VideoFacts = {
  container: 'mp4',
  codec: 'H.264',
  durationSeconds: 2.5,
  fps: 24,
  isVariable: false,
  width: 854,
  height: 480,
  frames: 60,
  hasAlpha: false,
  audio: null,
  decoder: 'webcodecs',
}

export type VideoScript = {
  readonly facts?: Partial<VideoFacts>
  /** How long each of ten steps of a job takes, in milliseconds. */
  readonly stepMs?: number
  /** Called before each step of rendering, with the frames that are done; may throw, or wait. */
  readonly onStep?: (done: number) => unknown
  /** The same for the mattes. */
  readonly onMatteStep?: (done: number) => unknown
  /** Makes the result; the video itself where absent. */
  readonly render?: (video: Blob) => Blob
}

const steps = 10

/** The workers of video mode without pixels: they report and end as the real ones do, and write where those write. */
export const fakeVideoWork = (
  files: MemoryFiles,
  script: VideoScript = {},
): { readonly work: VideoWork; readonly ask: VideoQuestions } => {
  const facts = { ...factsOfVideo, ...script.facts }
  const inSteps = async (
    total: number,
    { signal, onProgress }: CallOptions,
    onStep: ((done: number) => unknown) | undefined,
  ) => {
    const stopped = aborted(signal)
    for (let step = 0; step <= steps; step++) {
      const done = Math.round((total * step) / steps)
      signal?.throwIfAborted()
      await Promise.race([onStep?.(done), stopped])
      signal?.throwIfAborted()
      onProgress?.({ stage: 'cut', ratio: step / steps, frames: { done, total } })
      await new Promise((resolve) => setTimeout(resolve, script.stepMs ?? 0))
    }
  }
  return {
    work: {
      estimateMattes: async ({ facts: { frames } }, call) => {
        await inSteps(frames, call, script.onMatteStep)
        return { frames, sceneCuts: 1, mattingSeconds: 1.5, decodeWaitSeconds: 0.25 }
      },
      renderVideo: async ({ facts: { frames, width, height }, video, path }, call) => {
        files.content.set(path, new Blob(['begun']))
        await inSteps(frames, call, script.onStep)
        const result = script.render?.(video) ?? video
        files.content.set(path, result)
        return { width, height, frames, bytes: result.size, decodeWaitSeconds: 0.5, encodeWaitSeconds: 0.125 }
      },
    },
    ask: {
      probe: async () => facts,
      strip: async (video, count) => Array.from({ length: count }, () => video),
      trim: async (video) => video,
      tryFrames: async (video, _facts, _options, atSeconds) => atSeconds.map(() => video),
    },
  }
}

const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }))
