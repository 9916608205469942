import { capSize } from '#base/geometry.ts'
import { createTaskQueue } from '#base/promises.ts'
import { encodeImage } from '#codecs/image/image-codecs.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { editLayerKeys, editLayerPath, type LayerReport } from '#contract/edit-layers.ts'
import { type EditReach, editRuns, type FramePreview, imageEditsOf } from '#contract/video-edits.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { MattingCall } from '#matting/networks.ts'
import { type CarryParts, carryEdits } from './carry-edits.ts'
import { createMotionCache } from './chunk-motion.ts'
import { createFrameEditor, editedMatte } from './frame-editor.ts'
import { openMatteChunkStore } from './matte-chunk-store.ts'
import { openFrames } from './matted-frames.ts'
import type { CarryRequest, FrameEditRequest } from './video-requests.ts'

/** Edits of videos whose mattes are there already. Calls wait for each other. */
export interface VideoEditor {
  /**
   * Carries the edits to the frames around theirs, as far as that has not been done, and tells how far each run
   * reaches. Rejects with the reason `mattes_lost` where mattes of the video are missing.
   */
  carryEdits(request: CarryRequest, call: MattingCall): Promise<readonly EditReach[]>
  /** The frame that is shown at a time with all edits; carries those of other frames first. */
  editFrame(request: FrameEditRequest, call: MattingCall): Promise<FramePreview>
}

export const createVideoEditor = (matter: () => Promise<ImageMatter>): VideoEditor => {
  const motion = createMotionCache()
  const frames = createFrameEditor(matter)
  const inTurn = createTaskQueue()

  const withParts = <T>(
    request: CarryRequest,
    call: MattingCall,
    work: (parts: CarryParts, reader: FrameReader) => Promise<T>,
  ): Promise<T> =>
    inTurn(() => {
      call.signal.throwIfAborted()
      return openParts(request, work)
    })
  const openParts = async <T>(
    { video, facts, videoHash, level }: CarryRequest,
    work: (parts: CarryParts, reader: FrameReader) => Promise<T>,
  ): Promise<T> => {
    const path = `tracks/${videoHash}/${level}`
    const reader = await openFrameReader(video, facts)
    const base = await openMatteChunkStore(path)
    try {
      const parts: CarryParts = {
        reader,
        name: `${videoHash} ${level}`,
        base,
        motion,
        openLayer: (key) => openMatteChunkStore<LayerReport>(editLayerPath(path, key)),
        edit: async (run, { name, matte }, call) => {
          const request = { name: `${name} ${run.atSeconds}`, atSeconds: run.atSeconds, matte, level }
          return editedMatte(await frames.open(reader, request, call), run, matte, call.signal)
        },
      }
      return await work(parts, reader)
    } finally {
      base.close()
      reader.close()
    }
  }

  return {
    carryEdits: (request, call) =>
      withParts(request, call, async (parts) => {
        const layers = await carryEdits(parts, request.edits, call)
        try {
          const reports = await Promise.all(layers.map((layer) => layer.report()))
          return editRuns(request.edits).map(({ atSeconds }, at) => {
            const { fromSeconds = atSeconds, toSeconds = atSeconds } = reports[at] ?? {}
            return { atSeconds, fromSeconds, toSeconds }
          })
        } finally {
          for (const layer of layers) layer.close()
        }
      }),

    editFrame: (request, call) =>
      withParts(request, call, async (parts, reader) => {
        const { edits, level, maxPixels, wantsOriginal } = request
        const { atSeconds } = await (await openFrames(parts, [])).find(request.atSeconds)
        const runs = editRuns(edits)
        const last = runs.at(-1)
        const own = last?.atSeconds === atSeconds ? last : { atSeconds, list: [] }
        const before = { list: edits.list.slice(0, edits.list.length - own.list.length) }
        const layers = await carryEdits(parts, before, call)
        try {
          const state = await openFrames(parts, layers)
          const matte = await state.matte(await state.find(atSeconds))
          const name = `${parts.name} ${(await editLayerKeys(before)).at(-1) ?? ''} ${atSeconds}`
          const frame = await frames.open(reader, { name, atSeconds, matte, level }, call)
          const { edgeShift, feather, edgeColors } = edits
          const values = { edgeShift, feather, edgeColors }
          const image = { ...imageEditsOf(own), ...values }
          const { raster } = await frame.session.update(image, call.signal, () => {})
          return {
            atSeconds,
            cutout: await encode(fitted(raster, maxPixels), 'png', call),
            original: wantsOriginal ? await encode(fitted(frame.picture, maxPixels), 'jpg', call) : null,
          }
        } finally {
          for (const layer of layers) layer.close()
        }
      }),
  }
}

const encode = (raster: Raster, format: 'png' | 'jpg', call: MattingCall): Promise<Blob> =>
  encodeImage({ kind: 'colour', raster, opaque: format === 'jpg' }, format, call)

/** The raster in at most so many pixels. */
const fitted = (raster: Raster, maxPixels: number): Raster => {
  const size = capSize(raster, maxPixels)
  return size.width === raster.width ? raster : resizeRaster(raster, size)
}
