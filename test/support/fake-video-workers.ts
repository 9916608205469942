import type { LeftOut } from '#contract/left-out.ts'
import { ServiceError } from '#contract/service-error.ts'
import { editedTimes, type VideoEdits } from '#contract/video-edits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { CallOptions } from '#library/call-options.ts'
import type { JobWorkers } from '#library/work/run-job.ts'
import type { PageCalls } from '#library/workers/worker-calls.ts'
import { hashVideo } from '#pipeline/content-hash.ts'
import type { VideoTools } from '#service/local/video-parts.ts'
import type { MemoryFiles } from './memory-storage.ts'
import { readScriptedFacts, scriptedVideo } from './scripted-video.ts'

export const defaultVideoFacts: VideoFacts = {
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
  /** Called before each step of rendering, with the number of frames done; may throw, or wait. */
  readonly onStep?: (done: number, video: Blob) => unknown
  /** The same for the mattes. */
  readonly onMatteStep?: (done: number, video: Blob) => unknown
  /** The same for packing its frames. */
  readonly onPackStep?: (done: number, video: Blob) => unknown
  /** Why the result has no sound. */
  readonly leftOut?: readonly LeftOut[]
  /** Makes the result; the video itself where absent. */
  readonly render?: (video: Blob) => Blob
  /** Names what makes mattes; the level where absent, as in jobs of earlier versions. */
  readonly matteKey?: string
  /** Aborts where the tab crashes: its work then stands still, without an error or another report. */
  readonly crashed?: AbortSignal
}

const steps = 10

type PageTools = Pick<
  PageCalls,
  'thumbnails' | 'previewFrames' | 'alphaFrames' | 'trim' | 'samplePreviews' | 'warmVideo'
>

type FakeVideoWork = { readonly work: JobWorkers; readonly tools: VideoTools & PageTools }

/**
 * Workers of video mode that compute no pixels. They report progress, end, and write files as the real ones do. The
 * facts of a video and its faults are in the video itself (`scriptedVideo`) or in the script.
 */
export const fakeVideoWorkers = (files: MemoryFiles, script: VideoScript = {}): FakeVideoWork => ({
  work: {
    estimateMattes: async ({ facts: { frames }, video }, call = {}) => {
      await inSteps(frames, call, script, (done) => script.onMatteStep?.(done, video))
      return { frames, sceneCuts: 1, mattingSeconds: 1.5, decodeWaitSeconds: 0.25 }
    },
    propagateEdits: async ({ edits }) => reachesOf(edits),
    renderVideo: async ({ facts: { frames, width, height }, video, path, mattePath }, call = {}) => {
      const { failsAt = Number.POSITIVE_INFINITY } = await readScriptedFacts(video)
      files.content.set(path, new Blob(['begun']))
      await inSteps(frames, call, script, (done) => {
        if (done >= failsAt) throw new ServiceError('internal_server_error')
        return script.onStep?.(done, video)
      })
      const result = script.render?.(video) ?? video
      files.content.set(path, result)
      if (mattePath !== undefined) files.content.set(mattePath, new Blob(['matte']))
      return {
        width,
        height,
        frames,
        bytes: result.size,
        leftOut: script.leftOut ?? [],
        decodeWaitSeconds: 0.5,
        encodeWaitSeconds: 0.125,
      }
    },
  },
  tools: {
    probeVideo: async ({ video }) => {
      const { isBroken, failsAt: _, ...stated } = await readScriptedFacts(video)
      if (isBroken) throw new ServiceError('invalid_video')
      return { ...defaultVideoFacts, ...script.facts, ...stated }
    },
    matteKey: async (level) => script.matteKey ?? level,
    hashVideo: ({ video }, call) => hashVideo(video, call?.signal),
    thumbnails: async ({ video, count }) => Array.from({ length: count }, () => video),
    previewFrames: async ({ video, fromSeconds }) => ({
      fromSeconds,
      toSeconds: Number.POSITIVE_INFINITY,
      frames: [{ timestampSeconds: fromSeconds, picture: video }],
    }),
    alphaFrames: async () => null,
    packFrames: async ({ facts: { frames, width, height }, video, to }, call = {}) => {
      const path = typeof to === 'string' ? to : `picked/${to.name}`
      files.content.set(path, new File(['begun'], 'begun'))
      await inSteps(frames, call, script, (done) => script.onPackStep?.(done, video))
      files.content.set(path, new File(['packed'], 'packed'))
      const waits = { decodeWaitSeconds: 0, encodeWaitSeconds: 0 }
      return { width, height, frames, bytes: 6, leftOut: [], ...waits }
    },
    estimateFrameBytes: async ({ facts: { frames } }) => frames * 1000,
    trim: async ({ video, fromSeconds, toSeconds }) => {
      const facts = await readScriptedFacts(video)
      if (facts.durationSeconds === undefined) return video
      return scriptedVideo({ ...facts, durationSeconds: toSeconds - fromSeconds })
    },
    warmVideo: async () => {},
    samplePreviews: async ({ video, atSeconds }) => atSeconds.map(() => video),
    propagateEdits: async ({ edits }) => reachesOf(edits),
    rateMattes: async () => [],
    findSubject: async () => ({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }),
    prepareFrame: async () => {},
    proposeFrame: async ({ video, atSeconds }) => ({ atSeconds, takes: [], picture: video }),
    editFrame: async ({ video, atSeconds, wantsOriginal }) => ({
      atSeconds,
      cutout: video,
      original: wantsOriginal ? video : null,
    }),
  },
})

const reachesOf = (edits: VideoEdits) =>
  editedTimes(edits).map((atSeconds) => ({ atSeconds, fromSeconds: atSeconds, toSeconds: atSeconds }))

const inSteps = async (
  total: number,
  { signal, onProgress }: CallOptions,
  { stepMs = 0, crashed }: VideoScript,
  onStep: (done: number) => unknown,
) => {
  const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
  for (let step = 0; step <= steps; step++) {
    const done = Math.round((total * step) / steps)
    signal?.throwIfAborted()
    await Promise.race([onStep(done), aborted])
    signal?.throwIfAborted()
    onProgress?.({ step: 'cut', ratio: step / steps, frames: { done, total } })
    await new Promise((resolve) => setTimeout(resolve, stepMs))
    if (crashed?.aborted) await new Promise<never>(() => {})
  }
}
