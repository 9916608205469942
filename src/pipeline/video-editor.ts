import { capSize } from '#base/geometry.ts'
import { createTaskQueue } from '#base/promises.ts'
import type { encodeImage } from '#codecs/image/image-writers.ts'
import type { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { editLayerKeys, editLayerPath, type LayerReport } from '#contract/edit-layers.ts'
import {
  type EditReach,
  editRuns,
  type FrameEdits,
  type FramePreview,
  type FrameProposals,
  imageEditsOf,
  type VideoEdits,
} from '#contract/video-edits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { createMotionCache } from './chunk-motion.ts'
import { frameAt } from './frame-at.ts'
import { createFrameEditor, type EditedFrame, editedMatte, type FrameToEdit } from './frame-editor.ts'
import { createFrameStepper } from './frame-stepper.ts'
import { openLazyReader } from './lazy-reader.ts'
import type { openMatteChunkStore } from './matte-chunk-store.ts'
import { openFrames } from './matted-frames.ts'
import { type PropagationParts, propagateEdits } from './propagate-edits.ts'
import type {
  FrameEditRequest,
  FrameProposalRequest,
  FrameRequest,
  PropagationRequest,
} from './video-requests.ts'

/** Edits of videos with complete mattes. Calls are serialised. */
interface VideoEditor {
  /**
   * Propagates edits to surrounding frames unless done before; resolves with the reach of each run. Rejects with the
   * reason `mattes_lost` if mattes are missing.
   */
  propagateEdits(request: PropagationRequest, call: MattingCall): Promise<readonly EditReach[]>
  /** The frame at a time with all edits; first propagates those of other frames. */
  editFrame(request: FrameEditRequest, call: MattingCall): Promise<FramePreview>
  /** Prepares the first click on the frame. */
  prepareFrame(request: FrameRequest, call: MattingCall): Promise<void>
  /** Alternative cut-outs of the frame before its own last edits. */
  proposeFrame(request: FrameProposalRequest, call: MattingCall): Promise<FrameProposals>
}

type VideoEditorParts = {
  readonly matter: () => Promise<ImageMatter>
  readonly openReader: typeof openFrameReader
  readonly openStore: typeof openMatteChunkStore
  readonly encode: typeof encodeImage
}

/** A frame under edit, and its own edits after those of other frames. */
type OpenFrame = { readonly frame: EditedFrame; readonly atSeconds: number; readonly own: FrameEdits }

export const createVideoEditor = (io: VideoEditorParts): VideoEditor => {
  const motion = createMotionCache()
  const frames = createFrameEditor(io.matter)
  const stepper = createFrameStepper()
  const inTurn = createTaskQueue()
  /** The last requested time, and the start of the frame displayed then. */
  let asked: { readonly name: string; readonly seconds: number; readonly atSeconds: number } | undefined

  let stopAhead = new AbortController()

  const withParts = async <T>(
    { video, facts, mattes, level }: PropagationRequest,
    work: (parts: PropagationParts) => Promise<T>,
  ): Promise<T> => {
    const reader = openLazyReader(facts, () => io.openReader(video, facts))
    const { hasAlpha } = facts
    const read = (from: number, signal: AbortSignal) => frameAt(reader, from, facts, signal)
    const base = await io.openStore(mattes)
    try {
      const parts: PropagationParts = {
        reader,
        name: mattes,
        base,
        motion,
        openLayer: (key) => io.openStore<LayerReport>(editLayerPath(mattes, key)),
        edit: async (run, { name, matte }, call) => {
          const { atSeconds } = run
          const request = { name: `${name} ${atSeconds}`, atSeconds, matte, level, hasAlpha, read }
          return editedMatte(await frames.open(request, call), run, matte, call.signal)
        },
      }
      return await work(parts)
    } finally {
      base.close()
      reader.close()
    }
  }

  /** The frame if it is open: one more edit then reads neither video nor mattes. */
  const keptFrame = async (request: FrameRequest): Promise<OpenFrame | null> => {
    const { mattes: name } = request
    if (asked?.name !== name || asked.seconds !== request.atSeconds) return null
    const { atSeconds } = asked
    const { own, before } = splitEdits(request.edits, atSeconds)
    const frame = frames.kept(`${name} ${await keyOf(before)} ${atSeconds}`)
    return frame ? { frame, atSeconds, own } : null
  }
  /** Calls `work` with the frame displayed at a time. */
  const findFrame = <T>(
    request: FrameRequest,
    call: MattingCall,
    work: (wanted: FrameToEdit, own: FrameEdits) => Promise<T>,
  ): Promise<T> =>
    withParts(request, async (parts) => {
      const unedited = await openFrames(parts, [])
      const place = await unedited.find(request.atSeconds)
      const { atSeconds } = place
      const { own, before } = splitEdits(request.edits, atSeconds)
      const layers = await propagateEdits(parts, before, call)
      try {
        const state = layers.length === 0 ? unedited : await openFrames(parts, layers)
        const matte = await state.matte(place)
        const name = `${parts.name} ${await keyOf(before)} ${atSeconds}`
        const { video, mattes, facts, level } = request
        const read = (from: number, signal: AbortSignal) =>
          stepper.at(mattes, () => io.openReader(video, facts), from, signal)
        return await work({ name, atSeconds, matte, level, hasAlpha: facts.hasAlpha, read }, own)
      } finally {
        for (const layer of layers) layer.close()
      }
    })
  const openFrame = (request: FrameRequest, call: MattingCall): Promise<OpenFrame> =>
    findFrame(request, call, async (wanted, own) => {
      const frame = await frames.open(wanted, call)
      const { atSeconds } = wanted
      const { mattes: name } = request
      const isStep = asked?.name === name && isNextFrame(asked.atSeconds, atSeconds, request.facts)
      asked = { name, seconds: request.atSeconds, atSeconds }
      if (isStep) openAhead(request, atSeconds)
      return { frame, atSeconds, own }
    })
  /** Opens the next frame in advance, for stepping. Begins after the requested frame is answered. */
  const openAhead = (request: FrameRequest, afterSeconds: number) => {
    const { facts } = request
    if (facts.width * facts.height > maxPixelsAhead) return
    const atSeconds = afterSeconds + 1.5 / facts.fps
    stopAhead = new AbortController()
    const call = { signal: stopAhead.signal, onProgress: () => {} }
    inTurn(async () => {
      call.signal.throwIfAborted()
      await findFrame({ ...request, atSeconds }, call, (wanted) => frames.openAhead(wanted, call))
    }).catch(() => {
      // Calls for that frame reject with the reason.
    })
  }
  const withFrame = <T>(
    request: FrameRequest,
    call: MattingCall,
    work: (open: OpenFrame) => Promise<T>,
  ): Promise<T> => {
    const isStep =
      asked?.name === request.mattes && isNextFrame(asked.atSeconds, request.atSeconds, request.facts)
    if (!isStep) stopAhead.abort()
    return inTurn(async () => {
      call.signal.throwIfAborted()
      const open = (await keptFrame(request)) ?? (await openFrame(request, call))
      call.signal.throwIfAborted()
      return work(open)
    })
  }
  const encode = (raster: Raster, format: 'png' | 'jpg', { signal }: MattingCall): Promise<Blob> =>
    io.encode({ kind: 'colour', raster, opaque: format === 'jpg' }, format, { signal })

  return {
    propagateEdits: (request, call) => {
      stopAhead.abort()
      return inTurn(() => {
        call.signal.throwIfAborted()
        return withParts(request, async (parts) => {
          const layers = await propagateEdits(parts, request.edits, call)
          try {
            const reports = await Promise.all(layers.map((layer) => layer.report()))
            return editRuns(request.edits).map(({ atSeconds }, at) => {
              const { fromSeconds = atSeconds, toSeconds = atSeconds } = reports[at] ?? {}
              return { atSeconds, fromSeconds, toSeconds }
            })
          } finally {
            for (const layer of layers) layer.close()
          }
        })
      })
    },

    editFrame: (request, call) =>
      withFrame(request, call, async ({ frame, atSeconds, own }) => {
        const { edits, maxPixels, wantsOriginal } = request
        const { edgeShift, feather, edgeColors } = edits
        const image = { ...imageEditsOf(own), edgeShift, feather, edgeColors }
        const { raster } = await frame.session.update(image, call.signal, () => {})
        const [cutout, original] = await Promise.all([
          encode(fitted(raster, maxPixels), 'png', call),
          wantsOriginal ? encode(fitted(frame.picture, maxPixels), 'jpg', call) : null,
        ])
        return { atSeconds, cutout, original }
      }),

    prepareFrame: (request, call) =>
      withFrame(request, call, ({ frame }) => frame.session.prepareClicks(call.signal)),

    proposeFrame: (request, call) =>
      withFrame(request, call, async ({ frame, atSeconds }) => {
        const takes = await frame.propose(request.isCloser, call.signal)
        return { atSeconds, takes, picture: await encode(fitted(frame.picture, smallPixels), 'jpg', call) }
      }),
  }
}

/** Fewest pixels of a frame's small picture. */
const smallPixels = 40_000

/** Larger frames are not opened in advance: each takes 11 bytes per pixel. */
const maxPixelsAhead = 1920 * 1080

/** Whether a time is in the frame after the one that begins at `atSeconds`. */
const isNextFrame = (atSeconds: number, seconds: number, { fps }: VideoFacts): boolean =>
  seconds > atSeconds && seconds - atSeconds < 2 / fps

/** The last edits of the frame that begins at a time, and all edits before. */
const splitEdits = (edits: VideoEdits, atSeconds: number) => {
  const last = editRuns(edits).at(-1)
  const own: FrameEdits = last?.atSeconds === atSeconds ? last : { atSeconds, list: [] }
  return { own, before: { list: edits.list.slice(0, edits.list.length - own.list.length) } }
}

/** The key of the mattes with these edits. */
const keyOf = async (edits: Pick<VideoEdits, 'list'>): Promise<string> =>
  (await editLayerKeys(edits)).at(-1) ?? ''

/** Shrinks a raster to at most `maxPixels`. */
const fitted = (raster: Raster, maxPixels: number): Raster => {
  const size = capSize(raster, maxPixels)
  return size.width === raster.width ? raster : resizeRaster(raster, size)
}
