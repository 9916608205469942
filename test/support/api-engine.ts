import { openChannel } from '#channel/open-channel.ts'
import { creditsForImage, creditsForVideo } from '#contract/limits.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { TabLock } from '#library/store/cross-tab.ts'
import { callWorkers, type WorkerChannels } from '#library/workers/worker-calls.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import { refuseHopeless } from '#pipeline/plan-image.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { checkImage, checkLength } from '#service/check-input.ts'
import { loadVideoInput } from '#service/local/load-input.ts'
import { openLocalService } from '#service/local/local-service.ts'
import type { VideoTools } from '#service/local/video-parts.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import type { ApiAccount } from './api-account.ts'
import { fakeVideoWorkers, type VideoScript } from './fake-video-workers.ts'
import { memoryBrowser } from './memory-browser.ts'
import { memoryFiles, memoryLocks } from './memory-storage.ts'
import { nodeCodecs } from './node-codecs.ts'
import { withRecordedResults } from './recorded-results.ts'
import { workerInProcess } from './worker-in-process.ts'

export type EngineParts = {
  readonly matter: ImageMatter
  readonly now: () => Date
  /** Where `v1/` lies; ends with a slash. */
  readonly base: string
  readonly script: VideoScript
  /**
   * Reads the facts of a video, whose result is a recorded one. Where absent, it is a `scriptedVideo`, which states its
   * facts and is its own result.
   */
  readonly probe?: VideoTools['probeVideo']
  /** Queued jobs wait for as long as it is pending. */
  readonly untilBegun: () => Promise<void>
}

export type ApiEngine = {
  /** The service as one account sees it: its own jobs, paid by its credits. */
  serve(account: ApiAccount): BackgroundService
  close(): void
}

/**
 * The studio's own engine as a server: libvips decodes and encodes images, and videos are known by their facts. Images
 * and videos are charged at the same moment: after their content was found good, before any work on it.
 */
export const openApiEngine = (parts: EngineParts): ApiEngine => {
  const { matter, now, base, script, probe, untilBegun } = parts
  const { removeImage, warm } = openImagePipeline({ ...nodeCodecs, matter })
  const engine = openChannel<ImageApi>({ spawn: () => workerInProcess({ removeImage, warm }) })
  const calls = callWorkers({ image: engine } as Partial<WorkerChannels> as WorkerChannels)
  return {
    close: () => engine.close(),
    serve: (account) => {
      const paidBefore = {
        charge: async () => {},
        refund: async (credits: number) => account.refund(credits),
        read: async () => {
          const { rate: _, entries: __, isSuspended: ___, ...told } = account.read()
          return told as Awaited<ReturnType<BackgroundService['getAccount']>>
        },
      }
      const files = memoryFiles()
      const marked = fakeVideoWorkers(files, script)
      const tools = { ...marked.tools, ...(probe && { probeVideo: probe }) }
      const work = probe ? withRecordedResults(marked.work, files) : marked.work
      const lock = memoryLocks()(new AbortController().signal)
      const heldBack: TabLock = (name, work) =>
        lock(name, async () => {
          if (name === 'jobs') await untilBegun()
          return work()
        })
      const { videos } = memoryBrowser({ account: paidBefore, now, base, files }).openTab(script, {
        tools,
        work,
        lock: heldBack,
      })
      const service = openLocalService({ calls, account: paidBefore, videos })
      return {
        ...service,
        removeImage: async (image, options, call) => {
          const signal = call?.signal ?? new AbortController().signal
          await checkImage(image)
          refuseHopeless(options, (await nodeCodecs.decodeImage(image, { signal })).raster)
          const release = account.hold(creditsForImage, 'image')
          return service.removeImage(image, options, call).catch((thrown: unknown) => {
            release()
            throw thrown
          })
        },
        submitVideo: async (input, options, call) => {
          const { video } = await loadVideoInput(input, call?.signal)
          const facts = await tools.probeVideo({ video }, call)
          checkLength(facts)
          const release = account.hold(creditsForVideo(facts.durationSeconds, facts.fps), 'video')
          return service.submitVideo(video, options, call).catch((thrown: unknown) => {
            release()
            throw thrown
          })
        },
      }
    },
  }
}
