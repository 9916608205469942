import { yieldToEvents } from '#base/timers.ts'
import type { Frame } from '#codecs/video/frame.ts'
import type { AlternativeEdit } from '#contract/image-edits.ts'
import type { Level } from '#contract/image-options.ts'
import { type FrameEdits, imageEditsOf } from '#contract/video-edits.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { resizeAlpha } from '#engine/resample/resize.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { type EditSession, openEditSession } from './edit-session.ts'
import { featuresOrNull, memoizeFound } from './feature-cache.ts'
import { betweenFrames } from './frame-at.ts'
import { makeUneditedCutout } from './make-cutout.ts'
import { dequantizeMatte } from './matte-cache.ts'
import { type KnownBeside, proposeAlternatives } from './propose-alternatives.ts'

/** A video frame edited like an image, at full size. */
export type EditedFrame = {
  readonly picture: Raster
  readonly session: EditSession
  /** The network's features of the frame; the first call runs it. */
  readonly features: (signal: AbortSignal) => Promise<FeatureMaps | null>
  /** Alternative cut-outs of the frame; `isCloser` adds those of a finer pass. The first call runs networks. */
  readonly propose: (isCloser: boolean, signal: AbortSignal) => Promise<readonly AlternativeEdit[]>
}

/** A frame to edit; `name` identifies the frame and the edits in its matte. */
export type FrameToEdit = {
  readonly name: string
  readonly atSeconds: number
  readonly matte: AlphaMask8
  readonly level: Level
  /** Whether the video has transparency. */
  readonly hasAlpha: boolean
  /** The first frame at or after a time, at full size. */
  readonly read: (fromSeconds: number, signal: AbortSignal) => Promise<Frame>
}

interface FrameEditor {
  /** The frame of this name, if open. */
  kept(name: string): EditedFrame | undefined
  /** Opens a frame unless it is open. Make one call at a time. */
  open(request: FrameToEdit, call: MattingCall): Promise<EditedFrame>
  /** Opens a second frame in advance, beside the open one. */
  openAhead(request: FrameToEdit, call: MattingCall): Promise<void>
}

type NamedFrame = { readonly name: string; readonly frame: EditedFrame }

/** Keeps the last edited frame open, so that one more edit costs little. */
export const createFrameEditor = (matter: () => Promise<ImageMatter>): FrameEditor => {
  let open: NamedFrame | undefined
  let ahead: NamedFrame | undefined
  const found = (name: string) => [open, ahead].find((kept) => kept?.name === name)

  const make = async (
    { name, atSeconds, matte, level, hasAlpha, read }: FrameToEdit,
    { signal }: MattingCall,
  ): Promise<NamedFrame> => {
    const { raster } = await read(Math.max(0, atSeconds - betweenFrames), signal)
    const mask = dequantizeMatte(matte)
    const alpha = refineAlpha(raster, mask)
    await yieldToEvents(signal)
    const { raster: cutout, subject } = await makeUneditedCutout(raster, hasAlpha, alpha, signal)
    const features = memoizeFound(async (signal) => featuresOrNull(await matter(), raster, level, signal))
    const findKnown = memoizeFound(async (signal) => knownBeside(await matter(), raster, level, signal))
    const lookCloser = memoizeFound(
      async (signal) => (await (await matter()).lookCloser?.(raster, mask, level, signal)) ?? null,
    )
    const propose = async (isCloser: boolean, signal: AbortSignal) => {
      const seen = await features(signal)
      const known = (await findKnown(signal)) ?? {}
      const closer = isCloser ? await lookCloser(signal) : null
      return proposeAlternatives(raster, mask, seen, { ...known, ...(closer && { closer }) }, signal)
    }
    const session = openEditSession({
      picture: raster,
      hasAlpha,
      cutout,
      subject,
      alpha,
      matte: mask,
      features,
      isCareful: true,
    })
    return { name, frame: { picture: raster, session, features, propose } }
  }

  return {
    kept: (name) => found(name)?.frame,
    open: async (request, call) => {
      const next = found(request.name)
      // A page has memory for one frame under edit and one in advance.
      ahead = undefined
      open = next
      open ??= await make(request, call)
      return open.frame
    },
    openAhead: async (request, call) => {
      if (!found(request.name)) ahead = await make(request, call)
    },
  }
}

/** Mattes of the photo passes for a frame, and where people are. Rejects like `ImageMatter.estimate`. */
const knownBeside = async (
  matter: ImageMatter,
  frame: Raster,
  level: Level,
  signal: AbortSignal,
): Promise<KnownBeside> => {
  const { others = [], ...taken } = await matter.estimate(frame, level, { signal, onProgress: () => {} })
  const people = await matter.findPeople?.(frame, signal)
  return { others: [taken, ...others], ...(people && { people }) }
}

/** Smallest difference of alpha, 0 to 255, that is a change and no rounding. */
const minChange = 4

/** The frame's matte after a run of edits: only pixels that the edits changed take their alpha. */
export const editedMatte = async (
  { session }: EditedFrame,
  run: FrameEdits,
  matte: AlphaMask8,
  signal: AbortSignal,
): Promise<AlphaMask8> => {
  const noRatio = () => {}
  const before = resizeAlpha(await session.alphaAfter([], signal, noRatio), matte)
  const after = resizeAlpha(await session.alphaAfter(imageEditsOf(run).list, signal, noRatio), matte)
  const data = matte.data.slice()
  for (let i = 0; i < data.length; i++) {
    const value = after.data[i] ?? 0
    if (Math.abs(value - (before.data[i] ?? 0)) >= minChange) data[i] = value
  }
  return { ...matte, data }
}
