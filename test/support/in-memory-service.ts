import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { LeftOut } from '#contract/left-out.ts'
import { imageFormats } from '#contract/output-formats.ts'
import type { Progress } from '#contract/progress.ts'
import type { BackgroundService, DeviceReport, OnDevice, StoredFile } from '#library/background-service.ts'
import type { PageCalls } from '#library/workers/worker-calls.ts'
import { loadLinkedFile } from '#service/local/load-input.ts'
import { fakeVideoWorkers, type VideoScript } from './fake-video-workers.ts'
import { memoryBrowser } from './memory-browser.ts'
import { recordedAccount } from './recording-service.ts'

type Size = { readonly width: number; readonly height: number }
type Render = (image: Blob, options: ImageOptions) => Promise<{ image: Blob; source: Size }>

export type Script = {
  /** What every first request for a file reports, in this order. */
  readonly progress?: readonly Progress[]
  /** Between two reports, in milliseconds. */
  readonly stepMs?: number
  /** Makes the result; may throw. */
  readonly render?: Render
  readonly facts?: Partial<ImageAnswer['facts']>
  readonly leftOut?: readonly LeftOut[]
  readonly device?: Partial<DeviceReport>
  readonly files?: readonly StoredFile[]
  readonly unreadable?: OnDevice['unreadable']
  readonly video?: VideoScript
}

const usualProgress: readonly Progress[] = [
  { step: 'read', ratio: 0.05 },
  { step: 'cut', ratio: 0.2, secondsLeft: 2 },
  { step: 'edges', ratio: 0.8, secondsLeft: 0.5 },
  { step: 'save', ratio: 0.95 },
]

const size40x30 = { width: 40, height: 30 }

/**
 * A whole service of this device without an engine: it reports what its script says and answers with what the script
 * renders. Like the real one it keeps the matte of a file it has seen.
 */
export const inMemoryService = (script: Script = {}): BackgroundService => {
  const { progress = usualProgress, stepMs = 0 } = script
  const render: Render = script.render ?? (async (image) => ({ image, source: size40x30 }))
  const cutAlready = new Set<string>()
  const matteOf = (image: Blob, { level }: ImageOptions) => `${image.size} ${level}`
  let files = script.files ?? []
  const browser = memoryBrowser()
  const { submitVideo, getJob, getResult, onDevice: videos } = browser.openTab(script.video).videos
  const { tools } = fakeVideoWorkers(browser.files, script.video)
  const removeImage: BackgroundService['removeImage'] = async (
    image,
    options,
    { signal, onProgress } = {},
  ) => {
    const reused = cutAlready.has(matteOf(image, options))
    const steps = reused ? progress.filter(({ step }) => step === 'save') : progress
    for (const step of steps) {
      signal?.throwIfAborted()
      onProgress?.(step)
      await pause(stepMs)
    }
    signal?.throwIfAborted()
    const { image: result, source } = await render(image, options)
    cutAlready.add(matteOf(image, options))
    return {
      image: result,
      facts: {
        request_id: 'req_memory',
        processing_ms: reused ? 120 : 1840,
        ...source,
        confidence: 0.9712,
        ambiguous_ratio: 0.0213,
        content_type: imageFormats[options.format].mime,
        ...script.facts,
      },
      placement: {
        source,
        box: { x: 0, y: 0, ...source },
        device: { backend: 'wasm', threads: 2 },
        reused,
        hasSubject: true,
        ...(script.leftOut && { leftOut: script.leftOut }),
      },
    }
  }
  return {
    id: 'in-memory',
    traits: { metered: false, uploads: false },
    getAccount: async () => recordedAccount,
    submitVideo,
    getJob,
    getResult,
    removeImage,
    onDevice: {
      workers: {
        ...tools,
        openEdits: async () => {},
        outlineClick: async () => null,
        proposeCutouts: async () => [],
        lookCloser: async () => false,
        describe: async () => ({
          backend: 'wasm',
          threads: 2,
          precision: 'int8',
          label: 'CPU, 2 threads',
          isolated: true,
          notes: [
            {
              reason: 'device_denylisted',
              params: { device: { backend: 'webgpu', threads: 1, precision: 'fp16' } },
            },
          ],
          missingBytes: { fast: 44_000_000, balanced: 132_000_000, fine: 88_000_000 },
          firstLooks: [],
          matteKeys: { fast: 'fast', balanced: 'balanced', fine: 'fine' },
          ...script.device,
        }),
        listFiles: async () => files,
        deleteFiles: async () => {
          files = []
        },
        // What no test asks of it has no row here.
      } as Partial<PageCalls> as PageCalls,
      videos,
      savedEdits: { find: async () => null, read: async () => null, write: async () => {} },
      keptItems: null,
      unreadable: script.unreadable ?? { count: async () => 0, delete: async () => {} },
      // The script renders what it always does: no test looks at edited pixels here.
      editImage: (image, options, _edited, call) => removeImage(image, options, call),
      warm: async () => {},
      readLink: loadLinkedFile,
    },
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
