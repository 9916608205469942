import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import type { FrameWriter } from '#codecs/video/write/frame-writer.ts'
import { ServiceError } from '#contract/service-error.ts'
import { compose, toRgba } from '#engine/compose.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import type { FrameComposer } from './compose-frames.ts'
import { cutOutSubject } from './make-cutout.ts'
import type { RenderPlan } from './plan-video.ts'
import { createTimeLeft } from './time-left.ts'
import type { RenderReport } from './video-requests.ts'

/**
 * Writes the result of a video frame by frame: the matte is refined at the frame's size, the foreground colours are
 * estimated, and the frame is composed as planned, or by `composer` where there is one. Waits where `mattes` has no next
 * matte yet.
 *
 * Finishes the writer, or aborts it before rejecting: with `internal_server_error` where there are more mattes than
 * frames or fewer, with errors of reader, writer and mattes, and with the signal's reason.
 */
export const renderVideo = async (
  reader: FrameReader,
  mattes: AsyncGenerator<AlphaMaskF32, void, void>,
  plan: RenderPlan,
  writer: FrameWriter,
  { signal, onProgress }: MattingCall,
  composer?: FrameComposer,
): Promise<RenderReport> => {
  const { facts } = reader
  let matteWaitMs = 0
  // Who makes the mattes tells how long those take.
  const timeLeft = createTimeLeft(facts.frames, () => performance.now() - matteWaitMs)
  let done = 0
  let decodeWaitSeconds = 0
  let encodeWaitSeconds = 0
  const since = (start: number) => (performance.now() - start) / 1000
  const frames = reader.read({ size: plan.scaled, signal })
  try {
    for (;;) {
      const awaited = performance.now()
      const matte = await mattes.next()
      const asked = performance.now()
      matteWaitMs += asked - awaited
      const frame = await frames.next()
      decodeWaitSeconds += since(asked)
      if (matte.done && frame.done) break
      // Both workers read the same file, so this is a fault of a decoder.
      if (matte.done || frame.done)
        throw new ServiceError('internal_server_error', { details: 'Frames and mattes do not match.' })
      const made = await makeFrame(frame.value, facts.hasAlpha, matte.value, plan, signal, composer)
      const offered = performance.now()
      await writer.write(made)
      encodeWaitSeconds += since(offered)
      done++
      const total = Math.max(done, facts.frames)
      onProgress({ step: 'save', ratio: done / total, frames: { done, total }, ...timeLeft.tick() })
    }
    signal.throwIfAborted()
    const ending = performance.now()
    const { bytes, frames: written, audioDropped } = await writer.finish()
    encodeWaitSeconds += since(ending)
    return { ...plan.size, frames: written, bytes, audioDropped, decodeWaitSeconds, encodeWaitSeconds }
  } catch (cause) {
    await writer.abort()
    throw cause
  } finally {
    await Promise.all([frames.return(), mattes.return()])
  }
}

/** One frame of the result. Overwrites the pixels of the source's frame. */
const makeFrame = async (
  { raster, ...times }: Frame,
  hasAlpha: boolean,
  matte: AlphaMaskF32,
  { composite, size, detail }: RenderPlan,
  signal: AbortSignal,
  composer: FrameComposer | undefined,
): Promise<Frame> => {
  composer?.keepPhoto(raster)
  await cutOutSubject(raster, hasAlpha, matte, signal, detail)
  const picture = toRgba(composer ? await composer.compose(raster, signal) : compose(raster, composite))
  if (picture.width === size.width && picture.height === size.height) return { raster: picture, ...times }
  // The codec needs even sides: an odd one loses a pixel, and a side of one pixel is doubled.
  const width = Math.min(picture.width, size.width)
  const height = Math.min(picture.height, size.height)
  return { raster: resizeRaster(picture, size, { x: 0, y: 0, width, height }), ...times }
}
