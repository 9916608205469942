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

/** A decoded photo and its matte. */
export type PhotoWithMatte = {
  readonly raster: Raster
  readonly hasAlpha: boolean
  readonly matte: AlphaMaskF32 & Judged
  /** The alpha, if it is not refined from the matte. */
  readonly alpha?: AlphaMask8
  /** Whether no network had to run. */
  readonly reused: boolean
}

type ImageEditorParts = {
  /** Decodes the photo of a request; rejects if the result would be too large. */
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
  /** The cached unedited cut-out of a photo. */
  readonly keptCutout: (name: string) => Cutout | undefined
}

interface ImageEditor {
  /** The edited cut-out, smaller than `source` for a draft; `name` is from `nameOf`. The next call changes it. */
  cutOut(
    request: EditRequest,
    name: string,
    ahead: readonly StepWork[],
    progress: ImageProgress,
    call: ImageCall,
  ): Promise<MadeCutout>
  /** Opens the image for editing, and prepares the first click and slider movement. */
  open(request: EditedSource, name: string, progress: ImageProgress, call: ImageCall): Promise<void>
  /** `EditSession.outlineClick` of the open image; null if another one is open. */
  outlineClick(request: ClickRequest, name: string, signal: AbortSignal): Promise<string | null>
  /** Alternative cut-outs of the open image, the most likely first; null if another one is open. */
  propose(
    request: EditedSource,
    name: string,
    signal: AbortSignal,
  ): Promise<readonly AlternativeEdit[] | null>
  /** Closes the open image if it and `bytes` more would exceed a page's memory. */
  makeRoom(bytes: number): void
}

/** An open image of 24 megapixels takes 360 MB. */
const maxBytes = 500e6

/** Keeps the last edited image open, so that one more edit costs little. */
export const createImageEditor = (parts: ImageEditorParts): ImageEditor => {
  let open:
    | {
        readonly name: string
        readonly session: EditSession
        readonly source: Size
        /** Of the network's matte; absent if the alpha is given. */
        readonly uncertainty: Uncertainty | undefined
        /** Fetches the network's features for clicks; null if unavailable. */
        readonly look: (call: ImageCall) => Promise<FeatureMaps | null>
        /** Whether `look` was called. */
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
      // Callers of the session call `look` first: it takes one call at a time, and a look may wait for another worker.
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
    // Closed first: two open images would exceed a page's memory.
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

/** A photo with the alpha of another service's result. */
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

/** Whether two sizes have one aspect ratio, within the rounding of sides. */
const isSameShape = (one: Size, other: Size): boolean =>
  Math.abs(one.width - (other.width * one.height) / other.height) <= Math.max(1.5, one.width / 100) ||
  Math.abs(one.height - (other.height * one.width) / other.width) <= 1
