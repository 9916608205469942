import { capSize } from '#base/geometry.ts'
import { openChannel } from '#channel/open-channel.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { openOpfsSink } from '#codecs/video/write/file-sinks.ts'
import { openFrameWriter } from '#codecs/video/write/open-frame-writer.ts'
import type { Level } from '#contract/image-options.ts'
import type { VideoFormat } from '#contract/output-formats.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import { compose, cutOut, toRgba } from '#engine/compose.ts'
import { estimateForeground } from '#engine/refine/estimate-foreground.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import type { Networks } from '#matting/networks.ts'
import { openNetworks } from '#matting/open-networks.ts'
import { mattingPixels, type SmallFrame } from '#matting/small-frame.ts'
import { trackMotion } from '#matting/track-motion.ts'
import { type FrameMatte, openVideoMatter } from '#matting/video-matter.ts'
import { dequantizeMatte } from '#pipeline/matte-cache.ts'
import { openMatteChunkStore } from '#pipeline/matte-chunk-store.ts'
import { planVideo } from '#pipeline/plan-video.ts'
import type { VideoMatteApi } from '#workers/video-matte.worker.ts'
import type { VideoRenderApi } from '#workers/video-render.worker.ts'

export type VideoStagesOrder = {
  readonly photos: readonly Blob[]
  readonly level: Level
  readonly formats: readonly VideoFormat[]
}
export type VideoStagesReply = {
  readonly device: string
  readonly frames: number
  readonly width: number
  readonly height: number
  /** Passes of the network. */
  readonly passes: number
  /** Seconds that each stage takes for the whole clip when nothing else is going on. */
  readonly seconds: readonly (readonly [stage: string, seconds: number])[]
  /** Both workers at once: the waits that they report, and how long the whole took. */
  readonly jobs: readonly {
    readonly format: VideoFormat
    readonly seconds: number
    readonly mattingSeconds: number
    readonly decodeWaitSeconds: number
    readonly encodeWaitSeconds: number
  }[]
}

type Clip = { readonly video: Blob; readonly facts: VideoFacts; readonly level: Level }

const call = { signal: new AbortController().signal, onProgress: () => {} }
const seconds = new Map<string, number>()

const timed = async <T>(stage: string, work: () => T | Promise<T>): Promise<T> => {
  const start = performance.now()
  const result = await work()
  seconds.set(stage, (seconds.get(stage) ?? 0) + (performance.now() - start) / 1000)
  return result
}

const collect = async <T>(things: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const thing of things) all.push(thing)
  return all
}

async function* inTurn<T>(things: readonly T[]): AsyncGenerator<T> {
  yield* things
}

/** The same networks; their passes count as stage `network`. */
const watched = (networks: Networks, onPass: () => void): Networks => ({
  get device() {
    return networks.device
  },
  passes: networks.passes,
  ...(networks.people ? { people: networks.people } : {}),
  isLoaded: networks.isLoaded,
  load: networks.load,
  dispose: networks.dispose,
  runFeatures: networks.runFeatures,
  tryLoad: networks.tryLoad,
  tryRun: networks.tryRun,
  run: (...pass) => {
    onPass()
    return timed('network', () => networks.run(...pass))
  },
})

const measureMatting = async (small: readonly SmallFrame[], level: Level) => {
  const networks = await openNetworks()
  let passes = 0
  const matter = openVideoMatter(watched(networks, () => passes++))
  await matter.load(level, call)
  await timed('watch', () => collect(trackMotion(inTurn(small), call.signal)))
  const mattes = await timed('matting', () => collect(matter.estimate(inTurn(small), level, call)))
  const { label } = networks.device
  await networks.dispose()
  return { mattes, passes, device: label }
}

const measureWriting = async (mattes: readonly FrameMatte[], small: readonly SmallFrame[]) => {
  const track = await openMatteChunkStore('tracks/stages/bench')
  for (let first = 0; first < mattes.length; first += 30) {
    const frames = mattes.slice(first, first + 30).map(({ matte, isCut }, index) => ({
      timestampSeconds: small[first + index]?.timestampSeconds ?? 0,
      isCut,
      data: new Uint8Array(matte.data.buffer),
    }))
    const { width = 0, height = 0 } = mattes[0]?.matte ?? {}
    await timed('write mattes', () => track.write(first, { width, height, frames }))
  }
  track.close()
}

const measureRendering = async (
  { video, facts, level }: Clip,
  mattes: readonly FrameMatte[],
  formats: readonly VideoFormat[],
) => {
  const reader = await openFrameReader(video, facts)
  const { scaled, detail } = planVideo(parseVideoOptions({ level }), facts)
  const frames = await timed('decode for rendering', () => collect(reader.read({ ...call, size: scaled })))
  reader.close()
  for (const [index, { raster }] of frames.entries()) {
    const matte = mattes[index]?.matte
    if (!matte) throw new Error('A frame without a matte')
    const alpha = await timed('edges', () => refineAlpha(raster, dequantizeMatte(matte), detail.edgePixels))
    await timed('colours', () => estimateForeground(raster, alpha, detail.colorPixels))
    await timed('cut', () => cutOut(raster, alpha))
  }
  for (const format of formats) {
    const plan = planVideo(parseVideoOptions({ format, level }), facts)
    const sink = await openOpfsSink(`results/stages.${format}`)
    const stage = `encode ${format}`
    const rate = { fps: facts.fps, isVariable: facts.isVariable }
    const writer = await timed(stage, () =>
      openFrameWriter({ ...plan, ...rate, frames: frames.length, audioOf: null, ...call }, sink),
    )
    for (const { raster, ...times } of frames) {
      const made = await timed(stage, () => toRgba(compose(raster, plan.composite)))
      await timed(stage, () => writer.write({ raster: made, ...times }))
    }
    await timed(stage, () => writer.finish())
    await sink.close()
  }
}

/** As in a job: both workers at once, the second of which reads the mattes of the first. */
const measureJobs = async ({ video, facts, level }: Clip, formats: readonly VideoFormat[]) => {
  const matte = openChannel<VideoMatteApi>({
    spawn: () =>
      new Worker(new URL('../../../workers/video-matte.worker.ts', import.meta.url), { type: 'module' }),
  })
  const render = openChannel<VideoRenderApi>({
    spawn: () =>
      new Worker(new URL('../../../workers/video-render.worker.ts', import.meta.url), { type: 'module' }),
  })
  // By now the networks are loaded.
  const options = parseVideoOptions({ level })
  await matte.call('samplePreviews', { video, facts, options, atSeconds: [0] }, call)
  const jobs: VideoStagesReply['jobs'][number][] = []
  for (const format of formats) {
    const request = { video, facts, mattes: `tracks/stages/${level}` }
    const start = performance.now()
    const [mattes, result] = await Promise.all([
      matte.call('estimateMattes', { ...request, level }, call),
      render.call(
        'renderVideo',
        { ...request, options: parseVideoOptions({ format, level }), path: `results/job.${format}` },
        call,
      ),
    ])
    jobs.push({
      format,
      seconds: (performance.now() - start) / 1000,
      mattingSeconds: mattes.mattingSeconds,
      decodeWaitSeconds: result.decodeWaitSeconds,
      encodeWaitSeconds: result.encodeWaitSeconds,
    })
  }
  matte.close()
  render.close()
  return jobs
}

const answer = async ({ photos: [video], level, formats }: VideoStagesOrder): Promise<VideoStagesReply> => {
  if (!video) throw new Error('No video to measure')
  const facts = await probeVideo(video, call)
  const clip = { video, facts, level }
  const reader = await openFrameReader(video, facts)
  const size = capSize(facts, mattingPixels)
  const small = await timed('decode for matting', () => collect(reader.read({ ...call, size })))
  reader.close()
  const { mattes, passes, device } = await measureMatting(small, level)
  await measureWriting(mattes, small)
  await measureRendering(clip, mattes, formats)
  return {
    device,
    frames: small.length,
    width: facts.width,
    height: facts.height,
    passes,
    seconds: [...seconds],
    jobs: await measureJobs(clip, formats),
  }
}

self.onmessage = ({ data }: MessageEvent<VideoStagesOrder>) => {
  answer(data).then((reply) => self.postMessage(reply), reportError)
}
