import { capSize } from '#base/geometry.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { compose, type EncoderInput } from '#engine/compose.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { MattingCall } from '#matting/networks.ts'
import { mattingPixels, type VideoMatter } from '#matting/video-matter.ts'
import type { Composed } from './background-sources.ts'
import { createFrameComposer } from './compose-frames.ts'
import { frameAt } from './frame-at.ts'
import { cutOutSubject } from './make-cutout.ts'
import { dequantizeMatte } from './matte-cache.ts'
import { planVideo } from './plan-video.ts'

/**
 * One frame with the options of the video, before a job is begun. Unlike in the result, its matte is not smoothed over
 * neighbouring frames.
 */
export const samplePreview = async (
  reader: FrameReader,
  matter: VideoMatter,
  options: VideoOptions,
  atSeconds: number,
  call: MattingCall,
  composed?: Composed,
): Promise<EncoderInput> => {
  const plan = planVideo(options, reader.facts)
  const { raster } = await frameAt(reader, atSeconds, plan.scaled, call.signal)
  await matter.load(options.level, call)
  for await (const { matte } of matter.estimate(single(raster), options.level, call)) {
    const composer = createFrameComposer(composed, plan)
    composer?.keepPhoto(raster)
    await cutOutSubject(raster, reader.facts.hasAlpha, dequantizeMatte(matte), call.signal, plan.detail)
    return composer ? composer.compose(raster, call.signal) : compose(raster, plan.composite)
  }
  throw new Error('A frame came back without a matte')
}

async function* single(raster: Raster) {
  yield { raster: resizeRaster(raster, capSize(raster, mattingPixels)), timestampSeconds: 0 }
}
