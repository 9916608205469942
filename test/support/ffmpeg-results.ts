import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capSize } from '#base/geometry.ts'
import { toFrameWriter } from '#codecs/video/write/frame-writer.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { mattingPixels, type SmallFrame } from '#matting/small-frame.ts'
import type { VideoMatter } from '#matting/video-matter.ts'
import { dequantizeMatte } from '#pipeline/matte-cache.ts'
import { planVideo } from '#pipeline/plan-video.ts'
import { renderVideo } from '#pipeline/render-video.ts'
import type { JobWorkers } from '#service/local/run-job.ts'
import { decodeFrames, openFfmpegWriter } from './ffmpeg-frame-pipes.ts'
import type { MemoryFiles } from './memory-storage.ts'

/** The mattes of a video's frames, one each, in order. */
export type MatteFrames = (
  frames: AsyncIterable<SmallFrame>,
  call: MattingCall,
) => AsyncGenerator<AlphaMaskF32, void, void>

/** Mattes each frame like a photo. */
export const mattesOfPhotos = (matter: ImageMatter): MatteFrames =>
  async function* (frames, call) {
    for await (const { raster } of frames) yield await matter.estimate(raster, 'fast', call)
  }

/** As the studio does it at the level Fast: a service has no levels. */
export const mattesOfVideo = (matter: VideoMatter): MatteFrames =>
  async function* (frames, call) {
    await matter.load('fast', call)
    for await (const { matte } of matter.estimate(frames, 'fast', call)) yield dequantizeMatte(matte)
  }

type Request = Parameters<JobWorkers['renderVideo']>[0]

/**
 * Ends jobs with real results: the studio's own plan, cut-out and composition of every frame, read and written by this
 * machine's ffmpeg, since Node has no codecs. Frames come at a constant rate.
 */
export const withFfmpegResults = (
  work: JobWorkers,
  files: MemoryFiles,
  matteFrames: MatteFrames,
): JobWorkers => ({
  ...work,
  renderVideo: async (request, call = {}) => {
    await work.renderVideo(request, call)
    const folder = await mkdtemp(join(tmpdir(), 'clearcut-api-'))
    try {
      const signal = call.signal ?? new AbortController().signal
      const { report, result } = await makeResult(request, folder, matteFrames, signal)
      files.content.set(request.path, result)
      return report
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

const makeResult = async (
  { video, facts, options }: Request,
  folder: string,
  matteFrames: MatteFrames,
  signal: AbortSignal,
) => {
  const { format } = options
  const [source, target] = [join(folder, 'source'), join(folder, `result.${format}`)]
  await writeFile(source, new Uint8Array(await video.arrayBuffer()))
  const plan = planVideo(options, facts)
  const call = { signal, onProgress: () => {} }
  const small = capSize(facts, mattingPixels)
  const reader = {
    facts,
    read: ({ size = facts, signal }: { size?: typeof small; signal: AbortSignal }) =>
      decodeFrames(source, facts, size, signal),
    close: () => {},
  }
  const writer = toFrameWriter(openFfmpegWriter({ plan, fps: facts.fps, source, target }), signal)
  const mattes = matteFrames(decodeFrames(source, facts, small, signal), call)
  const report = await renderVideo(reader, mattes, plan, writer, call)
  const result = new Blob([new Uint8Array(await readFile(target))], { type: videoFormats[format].mime })
  return { report, result }
}
