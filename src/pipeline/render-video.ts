import type { Size } from '#base/geometry.ts'
import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import type { FrameWriter } from '#codecs/video/write/frame-writer.ts'
import { ServiceError } from '#contract/service-error.ts'
import { leftOutOfClip } from '#contract/video-left-out.ts'
import { compose, limitAlpha, toRgba } from '#engine/compose.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { refineAlphaFinely } from '#engine/refine/refine-alpha.ts'
import { resizeDeep, resizeRaster } from '#engine/resample/resize.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import type { FrameComposer } from './compose-frames.ts'
import { cutOutSubject } from './make-cutout.ts'
import { type MatteBeside, splitFrame } from './matte-beside.ts'
import type { RenderPlan } from './plan-video.ts'
import { createTimeLeft } from './time-left.ts'
import type { RenderReport } from './video-requests.ts'

/** The separate file of mattes. */
type MatteFile = MatteBeside & { readonly writer: FrameWriter }

/**
 * Writes the result of a video frame by frame: refines the matte at the frame's size, estimates foreground colours, and
 * composes the frame as planned, or by `composer`. Waits for the next of `mattes`. With `beside`, also writes each
 * matte to a second file. Finishes the writers, or aborts them before rejecting: with `internal_server_error` if the
 * numbers of mattes and frames differ, with errors of reader, writer and mattes, and with the signal's reason.
 */
export const renderVideo = async (
  reader: FrameReader,
  mattes: AsyncGenerator<AlphaMaskF32, void, void>,
  plan: RenderPlan,
  writer: FrameWriter,
  { signal, onProgress }: MattingCall,
  composer?: FrameComposer,
  beside?: MatteFile,
): Promise<RenderReport> => {
  const { facts } = reader
  let matteWaitMs = 0
  // The maker of the mattes reports their time.
  const timeLeft = createTimeLeft(() => performance.now() - matteWaitMs)
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
      // Both workers read the same file, so a decoder is at fault.
      if (matte.done || frame.done)
        throw new ServiceError('internal_server_error', { details: 'Frames and mattes do not match.' })
      const source = { frame: frame.value, hasAlpha: facts.hasAlpha, matte: matte.value }
      const made = await makeFrame(source, plan, signal, composer, beside)
      const offered = performance.now()
      await Promise.all([writer.write(made.frame), made.matte && beside?.writer.write(made.matte)])
      encodeWaitSeconds += since(offered)
      done++
      const total = Math.max(done, facts.frames)
      onProgress({
        step: 'save',
        ratio: done / total,
        frames: { done, total },
        ...timeLeft.tick(total - done),
      })
    }
    signal.throwIfAborted()
    const ending = performance.now()
    const [written] = await Promise.all([writer.finish(), beside?.writer.finish()])
    encodeWaitSeconds += since(ending)
    const { frames: count, bytes } = written
    const left = leftOutOfClip(facts, written)
    return { ...plan.size, frames: count, bytes, leftOut: left, decodeWaitSeconds, encodeWaitSeconds }
  } catch (cause) {
    await Promise.all([writer.abort(), beside?.writer.abort()])
    throw cause
  } finally {
    await Promise.all([frames.return(), mattes.return()])
  }
}

type SourceFrame = { readonly frame: Frame; readonly hasAlpha: boolean; readonly matte: AlphaMaskF32 }

type MadeFrame = { readonly frame: Frame; readonly matte: Frame | null }

/** One frame of the result and its matte. Overwrites the source frame's pixels. */
const makeFrame = async (
  { frame: { raster, fineColors, ...times }, hasAlpha, matte }: SourceFrame,
  plan: RenderPlan,
  signal: AbortSignal,
  composer: FrameComposer | undefined,
  beside: MatteFile | undefined,
): Promise<MadeFrame> => {
  const { composite, size, detail } = plan
  const fineAlpha = plan.hasFineAlpha ? fineAlphaOf({ raster, hasAlpha, matte }, plan) : undefined
  const photo = beside?.isFill ? { ...raster, data: raster.data.slice() } : null
  composer?.keepPhoto(raster)
  beside?.composer?.keepPhoto(raster)
  await cutOutSubject(raster, hasAlpha, matte, signal, detail)
  const split = beside ? await splitFrame(raster, photo, beside, signal) : null
  const picture =
    split?.fill ?? toRgba(composer ? await composer.compose(raster, signal) : compose(raster, composite))
  return {
    frame: {
      raster: inSize(picture, size),
      ...times,
      fineAlpha,
      fineColors: fineColors && resizeDeep(fineColors, size, { ...plan.window, ...size }),
    },
    matte: split && { raster: inSize(split.matte, size), ...times },
  }
}

/**
 * Float alpha of the part that the result shows; undefined if a canvas extends beyond the frame. Composed or edited
 * pixels differ from it, and keep 8 bits (`deepen`).
 */
const fineAlphaOf = (
  { raster, hasAlpha, matte }: Omit<SourceFrame, 'frame'> & Pick<Frame, 'raster'>,
  { window: { x, y: top }, size, detail }: RenderPlan,
): AlphaMaskF32 | undefined => {
  const isInside = x >= 0 && top >= 0 && x + size.width <= raster.width && top + size.height <= raster.height
  if (!isInside) return undefined
  const alpha = refineAlphaFinely(raster, matte, detail.edgePixels)
  if (hasAlpha) limitAlpha(alpha, raster)
  const data = new Float32Array(size.width * size.height)
  for (let y = 0; y < size.height; y++) {
    const start = (top + y) * raster.width + x
    data.set(alpha.data.subarray(start, start + size.width), y * size.width)
  }
  return { ...size, data }
}

/** The codec needs even sides: an odd side loses a pixel, a side of one pixel is doubled. */
const inSize = (picture: Raster, size: Size): Raster => {
  if (picture.width === size.width && picture.height === size.height) return picture
  const width = Math.min(picture.width, size.width)
  const height = Math.min(picture.height, size.height)
  return resizeRaster(picture, size, { x: 0, y: 0, width, height })
}
