import { describe, expect, onTestFinished, test } from 'vitest'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { trimVideo } from '#codecs/video/trim-video.ts'
import { openBlobSink } from '#codecs/video/write/file-sinks.ts'
import { openFrameWriter } from '#codecs/video/write/open-frame-writer.ts'
import { usualSequence } from '#contract/frame-sequence.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { followMattes } from '#pipeline/follow-mattes.ts'
import { openMatteChunkStore } from '#pipeline/matte-chunk-store.ts'
import { planComposedClip } from '#pipeline/plan-composed-clip.ts'
import { planVideo } from '#pipeline/plan-video.ts'
import { renderVideo } from '#pipeline/render-video.ts'
import { openVideoRenderEngine } from '#pipeline/video-render-engine.ts'
import { eventually } from '#support/eventually.ts'
import { decodeRaw, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { sampleVideos } from '#support/sample-videos.ts'
import { readVideoFrames, sampleBlob } from '#support/video-frames.ts'

const call = { signal: new AbortController().signal, onProgress: () => undefined }
const options = { ...defaultVideoOptions, level: 'fast', size: 'preview', format: 'mp4' } as const
const matteSize = { width: 96, height: 64 }

/** A soft disc that is whole in its middle. */
const disc = new Uint8Array(96 * 64).map((_, i) => {
  const far = Math.hypot((i % 96) - 48, Math.floor(i / 96) - 32)
  return Math.max(0, Math.min(255, (30 - far) * 20))
})

const root = await navigator.storage.getDirectory()

/** A few frames: each is written four times, which a busy machine takes a second for. */
const part = { fromSeconds: 0, toSeconds: 0.3 }

/** The start of a sample whose mattes are made, as after a job. */
const mattedSample = async () => {
  const whole = await sampleBlob(`videos/${name}`)
  const video = await trimVideo(whole, await probeVideo(whole, call), part, call)
  const facts = await probeVideo(video, call)
  const { starts } = await readVideoFrames(video)
  const path = `tracks/${name}/fast`
  const mattes = await openMatteChunkStore(path)
  const frames = starts.map((timestampSeconds) => ({ timestampSeconds, isCut: false, data: disc }))
  await mattes.write(0, { ...matteSize, frames })
  await mattes.finish({ frames: frames.length, sceneCuts: 0, mattingSeconds: 1, decodeWaitSeconds: 0 })
  onTestFinished(() => eventually(() => root.removeEntry('tracks', { recursive: true })))
  return { video, facts, path, mattes, count: starts.length }
}

type Sample = Awaited<ReturnType<typeof mattedSample>>

/** The frames as files in a folder, by their names. */
const framesOf = async ({ video, facts, path }: Sample, format: 'png8' | 'exr') => {
  const to = await root.getDirectoryHandle(`clip-${format}`, { create: true })
  onTestFinished(() => eventually(() => root.removeEntry(`clip-${format}`, { recursive: true })))
  const wanted = { sequence: usualSequence(format), name: 'clip', to }
  await openVideoRenderEngine().packFrames({ video, facts, mattes: path, options, ...wanted }, call)
  const names: string[] = []
  type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
  for await (const name of (to as Folder).keys()) if (/\d{4}\.\w+$/.test(name)) names.push(name)
  names.sort()
  return { names, first: await (await to.getFileHandle(names[0] ?? '')).getFile() }
}

/** An MP4 and its matte. */
const bothFiles = async ({ video, facts, mattes }: Sample) => {
  const { plan, beside } = await planComposedClip(planVideo, { options, facts }, undefined, async () => null)
  const written = { ...plan, ...ratesOf(facts), signal: call.signal, audioOf: null }
  const [fillSink, matteSink] = [openBlobSink(), openBlobSink()]
  const writer = await openFrameWriter({ ...written, audioOf: plan.hasAudio ? video : null }, fillSink)
  const matteWriter = await openFrameWriter({ ...written, hasAlpha: false, isMatte: true }, matteSink)
  const reader = await openFrameReader(video, facts)
  const given = followMattes(mattes, call.signal)
  await renderVideo(reader, given, plan, writer, call, undefined, { ...beside, writer: matteWriter })
  reader.close()
  return [fillSink.blob('video/mp4'), matteSink.blob('video/mp4')] as const
}

const ratesOf = ({ fps, isVariable, gridFps, frames }: VideoFacts) => ({ fps, isVariable, gridFps, frames })

const meanDifference = (a: Uint8Array, b: Uint8Array) => {
  expect(a.length).toBe(b.length)
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

/** Its frames come at uneven times. */
const name = 'derived-vfr_people.mp4'

describe.skipIf(sampleVideos.length === 0 || ffmpegIsMissing)(
  'what a clip is handed on as (skipped without ffmpeg or ../shared/samples)',
  () => {
    test('frames and matte have the alpha of the PNG', async () => {
      const sample = await mattedSample()
      const { count } = sample
      const png = await framesOf(sample, 'png8')
      const exr = await framesOf(sample, 'exr')
      const numbers = Array.from({ length: count }, (_, index) => 1001 + index)
      expect(png.names).toEqual(numbers.map((number) => `clip-straight.${number}.png`))
      expect(exr.names).toEqual(numbers.map((number) => `clip-premultiplied.${number}.exr`))

      const alpha = await decodeRaw(png.first, ['-vf', 'alphaextract', '-pix_fmt', 'gray'])
      const [{ video: pngIs }, { video: exrIs }] = [await probe(png.first), await probe(exr.first)]
      expect([exrIs?.width, exrIs?.height]).toEqual([pngIs?.width, pngIs?.height])
      const floats = new Float32Array((await decodeRaw(exr.first, ['-pix_fmt', 'gbrapf32le'])).buffer)
      const exrAlpha = Uint8Array.from(floats.subarray(3 * alpha.length), (value) => Math.round(value * 255))
      // A half float of a value between two of 8 bits may be rounded to the other one.
      expect(exrAlpha.every((value, at) => Math.abs(value - (alpha[at] ?? 0)) <= 1)).toBe(true)
      expect(meanDifference(exrAlpha, alpha)).toBeLessThan(0.01)
      // Soft edges have more than the 256 values of the PNG.
      expect(new Set(floats.subarray(3 * alpha.length)).size).toBeGreaterThan(512)

      const [fill, matte] = await bothFiles(sample)
      const [shown, grey] = [await probe(fill), await probe(matte)]
      const same = ['width', 'height', 'nb_read_frames', 'avg_frame_rate', 'time_base', 'start_pts'] as const
      for (const fact of same) expect(grey.video?.[fact]).toBe(shown.video?.[fact])
      expect(Number(grey.video?.nb_read_frames)).toBe(count)
      const secondsOf = ({ videoPackets }: typeof grey) => videoPackets.map(({ seconds }) => seconds)
      expect(secondsOf(grey)).toEqual(secondsOf(shown))

      const asShown = ['-vf', 'format=rgb24,format=gray', '-pix_fmt', 'gray']
      const values = await decodeRaw(matte, ['-frames:v', '1', ...asShown])
      expect(meanDifference(values, alpha)).toBeLessThan(1.5)
      expect([values.includes(0), values.includes(255)]).toEqual([true, true])
    })
  },
)
