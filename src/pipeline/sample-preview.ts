import { type Box, capSize, toFractions } from '#base/geometry.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import { compose, type EncoderInput } from '#engine/compose.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { mattingPixels } from '#matting/small-frame.ts'
import type { VideoMatter } from '#matting/video-matter.ts'
import type { Composed } from './background-sources.ts'
import { aroundBoth, frameSubject } from './clip-subject.ts'
import { frameAt } from './frame-at.ts'
import { canvasOf } from './image-requests.ts'
import { cutOutSubject } from './make-cutout.ts'
import { dequantizeMatte } from './matte-cache.ts'
import { planComposedClip } from './plan-composed-clip.ts'
import { largestFrame, planVideo } from './plan-video.ts'
import type { SampleRequest } from './video-requests.ts'

/**
 * Single frames with the video's options, before a job. Unlike in the result, mattes are not smoothed in time, and a
 * canvas follows the subject of these frames only.
 */
export async function* samplePreviews(
  reader: FrameReader,
  matter: VideoMatter,
  { options, parts, atSeconds }: Pick<SampleRequest, 'options' | 'parts' | 'atSeconds'>,
  call: MattingCall,
  composed?: Composed,
): AsyncGenerator<EncoderInput, void, void> {
  const { facts } = reader
  await matter.load(options.level, call)
  // The part that a canvas shows is known after all are read; it may be so small that all pixels are needed.
  const readSize = canvasOf({ options, parts }) ? largestFrame(facts) : planVideo(options, facts).scaled
  const frames: { readonly raster: Raster; readonly matte: AlphaMaskF32 }[] = []
  let subject: Box | null = null
  for (const seconds of atSeconds) {
    const { raster } = await frameAt(reader, seconds, readSize, call.signal)
    for await (const { matte } of matter.estimate(single(raster), options.level, call)) {
      const box = frameSubject(matte)
      if (box) subject = aroundBoth(subject, toFractions(box, matte))
      frames.push({ raster, matte: dequantizeMatte(matte) })
    }
  }
  if (frames.length < atSeconds.length) throw new Error('A frame came back without a matte')
  const request = { options, facts, ...(parts && { parts }) }
  const { plan, composer } = await planComposedClip(planVideo, request, composed, async () => subject)
  for (const { raster: whole, matte } of frames) {
    const isSized = whole.width === plan.scaled.width && whole.height === plan.scaled.height
    const raster = isSized ? whole : resizeRaster(whole, plan.scaled)
    composer?.keepPhoto(raster)
    await cutOutSubject(raster, facts.hasAlpha, matte, call.signal, plan.detail)
    yield composer ? await composer.compose(raster, call.signal) : compose(raster, plan.composite)
  }
}

async function* single(raster: Raster) {
  yield { raster: resizeRaster(raster, capSize(raster, mattingPixels)), timestampSeconds: 0 }
}
