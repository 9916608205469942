import { yieldToEvents } from '#base/timers.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { AlternativeEdit } from '#contract/image-edits.ts'
import type { Level } from '#contract/image-options.ts'
import type { LeftOut } from '#contract/left-out.ts'
import { ServiceError } from '#contract/service-error.ts'
import { memoryBlobStore } from '#matting/blob-store.ts'
import { nameOf } from './content-hash.ts'
import { openFeatureCache } from './feature-cache.ts'
import { createImageEditor, type PhotoWithMatte } from './image-editor.ts'
import type { ImagePipelineParts } from './image-pipeline-parts.ts'
import {
  createImageProgress,
  createStepSpeeds,
  fileMegapixels,
  type ImageProgress,
  lastWorks,
  type StepWork,
  sizeMegapixels,
} from './image-progress.ts'
import {
  type ClickRequest,
  canvasOf,
  type EditedSource,
  type EditRequest,
  type ImageCall,
  type ImageRequest,
  type ImageSource,
  type PartNeeded,
} from './image-requests.ts'
import { createLruCache } from './lru-cache.ts'
import { type Cutout, type MadeCutout, makeCutout, releaseCutout, uncertaintyOf } from './make-cutout.ts'
import { createFileMaker } from './make-file.ts'
import { dequantizeMatte, matteBudget, openMatteCache, quantizeMatte } from './matte-cache.ts'
import { createPhotoDecoder } from './photo-decoder.ts'
import { planImage } from './plan-image.ts'
import { openProposalEvidence } from './proposal-evidence.ts'
import { layeredOptions } from './render-layers.ts'
import { toAnswer } from './to-answer.ts'

/** Image mode, from file to file. Make one call at a time, since two need twice the memory. */
interface ImagePipeline {
  /**
   * Rejects with `validation_error` or `image_too_large` for an invalid request, with errors of the matter, and with
   * the signal's reason.
   */
  removeImage(request: ImageRequest, call: ImageCall): Promise<ImageAnswer>
  /**
   * `removeImage` with edits. The image stays open until another is edited. Rejects like `removeImage`, and with
   * `validation_error` if `alphaFrom` is opaque or not of the whole image.
   */
  editImage(request: EditRequest, call: ImageCall): Promise<ImageAnswer>
  /** Prepares the first edit and the first click. Rejects like `editImage`. */
  openEdits(request: EditedSource, call: ImageCall): Promise<void>
  /** What one more click on the open image would change, as SVG path data; null if another one is open. */
  outlineClick(request: ClickRequest, call: ImageCall): Promise<string | null>
  /** Alternative cut-outs of the open image, the most likely first; null if another one is open. */
  proposeCutouts(request: EditedSource, call: ImageCall): Promise<readonly AlternativeEdit[] | null>
  /** Makes and stores what edits need: features, people and the matte. Resolves with whether all existed. */
  makePart(wanted: PartNeeded, call: ImageCall): Promise<boolean>
  /**
   * Makes a finer pass over an image for `proposeCutouts`; resolves with whether there is one. Rejects like
   * `removeImage`.
   */
  lookCloser(request: ImageSource, call: ImageCall): Promise<boolean>
  /** Loads the networks for the first image at this level. */
  warm(level: Level, call: ImageCall): Promise<void>
}

/** Two cut-outs of 24 megapixels. With the current one and the network, the page stays below 1.5 GB. */
const cutoutBudget = { maxBytes: 250e6, maxEntries: 8 }

/** Counting a file's other content reads all of it; the counts need no memory. */
const extrasBudget = { maxBytes: 0, maxEntries: 1000 }

export const openImagePipeline = ({
  decodeImage,
  decodeInDisplayP3 = async () => null,
  readExtras = async () => [],
  encodeImage,
  canEncode,
  matter,
  matteStore = memoryBlobStore(),
  featureStore = memoryBlobStore(),
  matteKey = async (level) => level,
}: ImagePipelineParts): ImagePipeline => {
  const named = (source: ImageSource) => nameOf(source, matteKey)
  const mattes = openMatteCache(matteStore, matteBudget)
  const features = openFeatureCache(featureStore, matter)
  const evidence = openProposalEvidence(mattes, matter)
  const cutouts = createLruCache<Cutout>(cutoutBudget, ({ raster }) => raster.data.byteLength)
  const extras = createLruCache<readonly LeftOut[]>(extrasBudget, () => 0)
  const speeds = createStepSpeeds()

  const { decode, loadAndDecode } = createPhotoDecoder({
    decodeImage,
    matter,
    ...(canEncode && { canEncode }),
  })

  const matteOf = async (request: ImageRequest) => mattes.get(await named(request))
  const makeFile = createFileMaker({ decode, decodeImage, decodeInDisplayP3, encodeImage, matteOf })
  const editor = createImageEditor({
    decode,
    decodeImage,
    findMatte: (...given) => findMatte(...given),
    features,
    evidence,
    keptCutout: (name) => cutouts.get(name),
  })

  /** The photo and its matte, from the cache or the network. */
  const findMatte = async (
    request: ImageSource,
    name: string,
    progress: ImageProgress,
    { signal, need }: ImageCall,
  ): Promise<PhotoWithMatte> => {
    const { image, options, isFirstLook = false } = request
    const { level } = options
    const kept = await mattes.get(name)
    const reused = kept
      ? true
      : ((await need?.({ part: 'matte', name, image, options, isFirstLook })) ?? false)
    const keptMatte = kept ?? (need && (await mattes.get(name)))
    if (need && !keptMatte) throw new ServiceError('internal_server_error')
    const read = { task: 'read', units: fileMegapixels(image) } as const
    const network: readonly StepWork[] = keptMatte ? [] : [{ task: `cut ${level}`, units: 1 }]
    const { raster, hasAlpha } =
      keptMatte || matter.isReady(level)
        ? await progress.run('read', read, [...network, ...lastWorks(read.units, options)], () =>
            decode(request, signal),
          )
        : await loadAndDecode(request, progress.onMatting, signal)
    cutouts.reserve(raster.data.byteLength)
    editor.makeRoom(raster.data.byteLength)
    await yieldToEvents(signal)

    const estimate = () =>
      matter.estimate(raster, level, { signal, onProgress: progress.onMatting, isFirstLook })
    const lasts = lastWorks(sizeMegapixels(raster), options)
    const make = async () => {
      const made = await progress.run('cut', { task: `cut ${level}`, units: 1 }, lasts, estimate)
      await evidence.keepOthers(name, made)
      return quantizeMatte(made)
    }
    const matte = keptMatte ?? (await make())
    if (!keptMatte) await mattes.set(name, matte)
    await yieldToEvents(signal)
    return { raster, hasAlpha, matte: dequantizeMatte(matte), reused }
  }

  const findExtras = async (name: string, image: Blob) => {
    const found = extras.get(name) ?? (await readExtras(image))
    extras.set(name, found)
    return found
  }

  /** The cut-out: cached, or from a cached matte, or by the network. */
  const cutOut = async (request: ImageRequest, name: string, progress: ImageProgress, call: ImageCall) => {
    const kept = cutouts.get(name)
    if (kept) return { cutout: kept, source: kept.raster, reused: true }
    const { raster, hasAlpha, matte, reused } = await findMatte(request, name, progress, call)
    const [edges, save] = lastWorks(sizeMegapixels(raster), request.options)
    const cutout = await progress.run('edges', edges, [save], async () => ({
      ...(await makeCutout(raster, hasAlpha, matte, call.signal)),
      uncertainty: uncertaintyOf(matte),
    }))
    cutouts.set(name, cutout)
    return { cutout, source: raster, reused }
  }

  /** Makes the result of a request from its cut-out. */
  const answer = async (
    request: ImageRequest,
    name: string,
    { cutout, source, reused }: MadeCutout,
    started: number,
    progress: ImageProgress,
    signal: AbortSignal,
  ): Promise<ImageAnswer> => {
    await yieldToEvents(signal)
    const { raster, subject } = cutout
    const isInParts = request.layers || request.file?.part
    const options = isInParts ? layeredOptions(request.options) : request.options
    const plan = planImage(options, raster, subject, canEncode, canvasOf(request))
    const task = request.file ? (`save ${request.file.format}` as const) : 'save'
    const save = { task, units: sizeMegapixels(plan.size) } as const
    const made = await progress.run('save', save, [], () => makeFile(request, cutout, plan, signal))
    signal.throwIfAborted()
    const isDraft = 'isDraft' in request && request.isDraft === true
    const leftOut = isDraft ? [] : await findExtras(name, request.image)
    progress.finish()
    return toAnswer(request, plan, made, { cutout, source, reused }, leftOut, matter.device, started)
  }

  return {
    removeImage: async (request, call) => {
      const started = performance.now()
      const { signal, onProgress } = call
      signal.throwIfAborted()
      const progress = createImageProgress(speeds, onProgress)
      const name = await named(request)
      return answer(request, name, await cutOut(request, name, progress, call), started, progress, signal)
    },
    editImage: async (request, call) => {
      const started = performance.now()
      const { signal, onProgress } = call
      signal.throwIfAborted()
      const progress = createImageProgress(speeds, onProgress)
      const ahead = lastWorks(fileMegapixels(request.image), request.options).slice(1)
      const name = await named(request)
      const edited = await editor.cutOut(request, name, ahead, progress, call)
      return answer(request, name, edited, started, progress, signal)
    },
    openEdits: async (request, call) => {
      call.signal.throwIfAborted()
      await editor.open(request, await named(request), createImageProgress(speeds, call.onProgress), call)
    },
    outlineClick: async (request, { signal }) => editor.outlineClick(request, await named(request), signal),
    proposeCutouts: async (request, { signal }) => editor.propose(request, await named(request), signal),
    makePart: async (wanted, call) => {
      const { signal, onProgress } = call
      const { name, part } = wanted
      signal.throwIfAborted()
      const isMatteKept = (await mattes.get(name)) !== undefined
      if ((isMatteKept || part === 'features') && (await features.read(name))) return true
      // Edits have their own cut-out, and there may be no memory for another.
      const unused = cutouts.take(name)
      if (unused) releaseCutout(unused)
      const picture =
        part === 'features'
          ? wanted.picture
          : (await findMatte(wanted, name, createImageProgress(speeds, onProgress), call)).raster
      await evidence.findPeople(name, picture, signal)
      await features.find(name, wanted, picture, call)
      return isMatteKept
    },
    lookCloser: async (request, { signal }) => {
      const name = await named(request)
      return evidence.lookCloser(name, request.options.level, () => decode(request, signal), signal)
    },
    warm: (level, call) => matter.load(level, call),
  }
}
