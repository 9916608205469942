import { capSize } from '#base/geometry.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import type { Level } from '#contract/image-options.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import { openNetworks } from '#matting/open-networks.ts'
import { mattingPixels } from '#matting/small-frame.ts'
import { openVideoMatter } from '#matting/video-matter.ts'

export type VideoSpeedOrder = {
  readonly photos: readonly Blob[]
  readonly plainFrames: number
  readonly fineFrames: number
  readonly levels: readonly Level[]
}
export type VideoSpeedReply = {
  readonly device: string
  /** Seconds a frame, from the file to mattes. */
  readonly secondsPerFrame: Readonly<{ plain: number } & Partial<Record<Level, number>>>
}

const call = { signal: new AbortController().signal, onProgress: () => {} }
/** The plain way runs the tuned weights here: published ones take the same time. */
const side = { width: 1024, height: 1024 }

async function measure({
  photos,
  plainFrames,
  fineFrames,
  levels,
}: VideoSpeedOrder): Promise<VideoSpeedReply> {
  const [video] = photos
  if (!video) throw new Error('No video to measure.')
  const networks = await openNetworks()
  await networks.load('isnet-tuned-fp16', call)
  const matter = openVideoMatter(networks)
  for (const level of levels) await matter.load(level, call)
  const reader = await openFrameReader(video, await probeVideo(video, call))
  const seconds: Partial<Record<'plain' | Level, number>> = {}

  const timed = async (way: 'plain' | Level, work: () => Promise<number>) => {
    const start = performance.now()
    const frames = await work()
    seconds[way] = (performance.now() - start) / 1000 / frames
  }
  await timed('plain', async () => {
    let count = 0
    for await (const { raster } of reader.read(call)) {
      resizePlane(await networks.run('isnet-tuned-fp16', toTensor(raster, side), side, call), raster)
      if (++count >= plainFrames) break
    }
    return count
  })
  for (const level of levels) {
    const most = level === 'fine' ? fineFrames : Number.POSITIVE_INFINITY
    await timed(level, async () => {
      let count = 0
      const frames = reader.read({ ...call, size: capSize(reader.facts, mattingPixels) })
      for await (const _ of matter.estimate(frames, level, call)) if (++count >= most) break
      return count
    })
  }
  reader.close()
  const { label } = networks.device
  await networks.dispose()
  return { device: label, secondsPerFrame: seconds as VideoSpeedReply['secondsPerFrame'] }
}

self.onmessage = ({ data }: MessageEvent<VideoSpeedOrder>) => {
  measure(data).then((reply) => self.postMessage(reply), reportError)
}
