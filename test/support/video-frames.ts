import { commands } from 'vitest/browser'
import type { Frame } from '#codecs/video/frame.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'

export const neverAborted = new AbortController().signal

/** Decoded by the browser itself, which takes a fraction of what `atob` and a loop would. */
export const fromBase64 = async (base64: string): Promise<ArrayBuffer> =>
  await (await fetch(`data:application/octet-stream;base64,${base64}`)).arrayBuffer()

/** A sample beside the repository; its name and declared type say nothing (D-1). */
export const sampleBlob = async (file: string) =>
  new Blob([await fromBase64(await commands.readSample(file))])

/** A file that native ffmpeg makes from these arguments in one or two passes: its path and its content. */
export const makeVideo = async (args: readonly string[], extension: string, passes: 1 | 2 = 1) => {
  const file = await commands.nativeVideo(args, extension, passes)
  return { file, blob: await (await fetch(`/@fs${file}`)).blob() }
}

/** Probes a video and reads its frames (all of them, by default) one by one; `asked` changes its facts before. */
export const readVideoFrames = async (
  blob: Blob,
  each: (frame: Frame, index: number) => void = () => {},
  options: Omit<Parameters<Awaited<ReturnType<typeof openFrameReader>>['read']>[0], 'signal'> = {},
  asked: (facts: VideoFacts) => VideoFacts = (facts) => facts,
): Promise<{ facts: VideoFacts; starts: number[] }> => {
  const facts = asked(await probeVideo(blob, { signal: neverAborted }))
  const reader = await openFrameReader(blob, facts)
  const starts: number[] = []
  try {
    for await (const frame of reader.read({ ...options, signal: neverAborted })) {
      each(frame, starts.length)
      starts.push(frame.timestampSeconds)
    }
  } finally {
    reader.close()
  }
  return { facts, starts }
}

/** A frame as native ffmpeg decodes it. */
export const ffmpegFrame = async (
  file: string,
  frame: number,
  { width, height }: { width: number; height: number },
  { options = '', decoder }: { options?: string; decoder?: string } = {},
): Promise<Raster> => {
  const data = await fromBase64(
    await commands.nativeFrame(file, frame, `${width}:${height}${options}`, decoder),
  )
  return { width, height, data: new Uint8ClampedArray(data) }
}

/**
 * The mean and the 99th percentile of the differences of two rasters' channels; colours count where both are opaque.
 */
export const rasterDifference = (a: Raster, b: Raster) => {
  if (a.data.length !== b.data.length) throw new Error(`${a.width}x${a.height} is not ${b.width}x${b.height}`)
  const counts = new Uint32Array(256)
  let colours = 0
  for (let i = 0; i < a.data.length; i++) {
    const alpha = i | 3
    if (i !== alpha && ((a.data[alpha] ?? 0) < 255 || (b.data[alpha] ?? 0) < 255)) continue
    const difference = Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0))
    counts[difference] = (counts[difference] ?? 0) + 1
    colours++
  }
  let seen = 0
  const high = counts.findIndex((count) => {
    seen += count
    return seen >= 0.99 * colours
  })
  const sum = counts.reduce((total, count, difference) => total + count * difference, 0)
  return { mean: sum / colours, high }
}
