import type { Size } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import { type AlternativeEdit, isUnedited } from '#contract/image-edits.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { alphaOf } from '#engine/compose.ts'
import { priorOf } from '#engine/edits/click-patches.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { hashImage } from './content-hash.ts'
import { type EditSession, openEditSession } from './edit-session.ts'
import type { FeatureCache } from './feature-cache.ts'
import type { ImagePipelineParts } from './image-pipeline-parts.ts'
import type { ImageProgress, StepWork } from './image-progress.ts'
import type { ClickRequest, EditedSource, EditRequest, ImageCall, ImageSource } from './image-requests.ts'
import {
  type Cutout,
  type MadeCutout,
  makeUneditedCutout,
  type Uncertainty,
  uncertaintyOf,
} from './make-cutout.ts'
import { dequantizeMatte, type Judged } from './matte-cache.ts'
import type { ProposalEvidence } from './proposal-evidence.ts'
import { proposeAlternatives } from './propose-alternatives.ts'

/** A decoded photo and the matte that its alpha is made of. */
export type PhotoWithMatte = {
  readonly raster: Raster
  readonly hasAlpha: boolean
  readonly matte: AlphaMaskF32 & Judged
  /** That alpha, where it is not refined from the matte. */
  readonly alpha?: AlphaMask8
  /** Whether the network did not have to run. */
  readonly reused: boolean
}

type ImageEditorParts = {
  /** Decodes the photo of a request; refuses a result that would be too large. */
  readonly decode: (
    request: ImageSource,
    signal: AbortSignal,
  ) => ReturnType<ImagePipelineParts['decodeImage']>
  readonly decodeImage: ImagePipelineParts['decodeImage']
  readonly findMatte: (
    request: ImageSource,
    name: string,
    progress: ImageProgress,
    call: ImageCall,
  ) => Promise<PhotoWithMatte>
  readonly features: FeatureCache
  readonly evidence: ProposalEvidence
  /** The unedited cut-out of a photo, where it is kept. */
  readonly keptCutout: (name: string) => Cutout | undefined
}

interface ImageEditor {
  /**
   * The edited cut-out, smaller than `source` where the request is for a draft; `name` is that of `nameOf`. It changes
   * with the next call.
   */
  cutOut(
    request: EditRequest,
    name: string,
    ahead: readonly StepWork[],
    progress: ImageProgress,
    call: ImageCall,
  ): Promise<MadeCutout>
  /** Makes the image the one under edit, and all that its first click and the first value of a slider need. */
  open(request: EditedSource, name: string, progress: ImageProgress, call: ImageCall): Promise<void>
  /** `EditSession.outlineClick` of the image under edit; null where that is another one. */
  outlineClick(request: ClickRequest, name: string, signal: AbortSignal): Promise<string | null>
  /** Other cut-outs of the image under edit that may be meant, the likeliest first; null where that is another one. */
  propose(
    request: EditedSource,
    name: string,
    signal: AbortSignal,
  ): Promise<readonly AlternativeEdit[] | null>
  /** Closes the image under edit where it and `bytes` more are too much for the memory of a page. */
  makeRoom(bytes: number): void
}

/** An image of 24 megapixels under edit has 360 MB. */
const maxBytes = 500e6

/** Keeps the image that was edited last open, so that one more edit costs little. */
export const createImageEditor = (parts: ImageEditorParts): ImageEditor => {
  let open:
    | {
        readonly name: string
        readonly session: EditSession
        readonly source: Size
        /** Of the network's matte; absent where the alpha is given. */
        readonly uncertainty: Uncertainty | undefined
        /** Makes clicks ready to be decided by what the network sees; null where it cannot be had. */
        readonly look: (call: ImageCall) => Promise<FeatureMaps | null>
        /** Whether that was done. */
        readonly hasLooked: () => Promise<boolean>
        readonly propose: (signal: AbortSignal) => Promise<readonly AlternativeEdit[] | null>
      }
    | undefined

  const openSession = async (
    request: EditedSource,
    name: string,
    progress: ImageProgress,
    call: ImageCall,
  ) => {
    const { signal } = call
    const { alphaFrom } = request
    const photo: PhotoWithMatte = alphaFrom
      ? await readGivenAlpha(parts, request, alphaFrom, signal)
      : await parts.findMatte(request, name, progress, call)
    const { raster, hasAlpha, matte } = photo
    const alpha = photo.alpha ?? refineAlpha(raster, matte)
    await yieldToEvents(signal)
    const kept = alphaFrom ? undefined : parts.keptCutout(name)
    const { raster: cutout, subject } = kept
      ? { ...kept, raster: { ...kept.raster, data: kept.raster.data.slice() } }
      : await makeUneditedCutout(raster, hasAlpha, alpha, signal)
    let features: FeatureMaps | null = null
    const look = async (given: ImageCall) => {
      features ??= await parts.features.find(name, request, raster, given)
      return features
    }
    const hasLooked = async () => {
      features ??= await parts.features.read(name)
      return features !== null
    }
    const propose = async (signal: AbortSignal) => {
      if (!(await hasLooked())) return null
      return proposeAlternatives(raster, matte, features, await parts.evidence.read(name), signal)
    }
    const session = openEditSession({
      picture: raster,
      hasAlpha,
      cutout,
      subject,
      alpha,
      matte,
      // Whoever calls the session has looked before: it takes one call at a time, and a look may wait for another
      // worker.
      features: async () => features,
    })
    const source = { width: raster.width, height: raster.height }
    const uncertainty = photo.alpha ? undefined : uncertaintyOf(matte)
    return { session, source, uncertainty, look, hasLooked, propose, reused: photo.reused }
  }

  const findSession = async (
    request: EditedSource,
    name: string,
    progress: ImageProgress,
    call: ImageCall,
  ) => {
    const opened = await sessionName(request, name)
    if (open?.name === opened) return { ...open, reused: true }
    // Two images under edit would be too much for the memory of a page.
    open = undefined
    const { reused, ...made } = await openSession(request, name, progress, call)
    open = { name: opened, ...made }
    return { ...open, reused }
  }

  return {
    cutOut: async (request, name, ahead, progress, call) => {
      const { session, source, uncertainty, look, reused } = await findSession(request, name, progress, call)
      const { edits, isDraft } = request
      if (edits.list.some(({ kind }) => kind === 'click')) await look(call)
      const cutout = await progress.run('edges', { task: 'edits', units: 1 }, ahead, () =>
        session[isDraft ? 'draft' : 'update'](edits, call.signal, progress.onRatio),
      )
      return {
        cutout: uncertainty && isUnedited(edits) ? { ...cutout, uncertainty } : cutout,
        source,
        reused,
      }
    },
    open: async (request, name, progress, call) => {
      const { signal } = call
      const { session, look } = await findSession(request, name, progress, call)
      await look(call)
      await session.prepareClicks(signal)
      await yieldToEvents(signal)
      await session.prepareSliders(signal)
    },
    outlineClick: async (request, name, signal) => {
      const isOpen = open?.name === (await sessionName(request, name))
      if (!open || !isOpen || !(await open.hasLooked())) return null
      return open.session.outlineClick(request.edits, request.click, signal)
    },
    propose: async (request, name, signal) =>
      open?.name === (await sessionName(request, name)) ? open.propose(signal) : null,
    makeRoom: (bytes) => {
      if (open && open.session.bytes + bytes > maxBytes) open = undefined
    },
  }
}

const sessionName = async ({ alphaFrom }: EditedSource, name: string) =>
  alphaFrom ? `${await hashImage(alphaFrom)} for ${name}` : name

/** A photo with the alpha of a result that another service made of it. */
const readGivenAlpha = async (
  { decode, decodeImage }: ImageEditorParts,
  request: ImageSource,
  alphaFrom: Blob,
  signal: AbortSignal,
): Promise<PhotoWithMatte> => {
  const result = await decodeImage(alphaFrom, { signal })
  if (!result.hasAlpha) throw new ServiceError('validation_error', { reason: 'alpha_missing' })
  const given = alphaOf(result.raster)
  const { raster, hasAlpha } = await decode(request, signal)
  if (!isSameShape(given, raster))
    throw new ServiceError('validation_error', { reason: 'alpha_of_other_shape' })
  const isFullSize = given.width === raster.width && given.height === raster.height
  const alpha = isFullSize ? given : refineAlpha(raster, dequantizeMatte(given))
  return { raster, hasAlpha, matte: priorOf(alpha), alpha, reused: true }
}

/** Whether one is the other at another size; sides are rounded to whole pixels. */
const isSameShape = (one: Size, other: Size): boolean =>
  Math.abs(one.width - (other.width * one.height) / other.height) <= Math.max(1.5, one.width / 100) ||
  Math.abs(one.height - (other.height * one.width) / other.width) <= 1
