import { fitSize } from '#base/geometry.ts'
import type { ModuleStore } from '#base/module-store.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { headerReader } from '#codecs/image/read-by-header.ts'
import { shareFfmpegWasm } from '#codecs/video/ffmpeg/ffmpeg-wasm.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { trimVideo } from '#codecs/video/trim-video.ts'
import { openOpfsSink } from '#codecs/video/write/file-sinks.ts'
import { openFrameWriter } from '#codecs/video/write/open-frame-writer.ts'
import type { MatteWindow } from '#contract/matte-chunk.ts'
import { type StickerLimits, stickers } from '#contract/stickers.ts'
import { alphaOf } from '#engine/compose.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { openClipSources } from './background-sources.ts'
import { findClipSubject } from './clip-subject.ts'
import { followChunks, followMattes } from './follow-mattes.ts'
import { frameAt } from './frame-at.ts'
import { estimateFrameBytes, packFrames, requireAllMattes } from './frame-pictures.ts'
import { canvasOf } from './image-requests.ts'
import { openEditedMattes } from './matte-layers.ts'
import { planComposedClip } from './plan-composed-clip.ts'
import { planVideo } from './plan-video.ts'
import { openPreviewReader } from './preview-frames.ts'
import { rateMattes } from './rate-mattes.ts'
import { renderVideo } from './render-video.ts'
import type {
  FrameChunkOf,
  PreviewRequest,
  RateRequest,
  RenderReport,
  RenderRequest,
  ThumbnailRequest,
  TrimRequest,
} from './video-requests.ts'

/** Converts alpha frames to mattes; null without frames. */
const toWindow = ({ frames, ...range }: FrameChunkOf<AlphaMask8>): MatteWindow | null => {
  const [first] = frames
  if (!first) return null
  const { width, height } = first
  const mattes = frames.map(({ timestampSeconds, data }) => ({
    timestampSeconds,
    data: new Uint8Array(data.buffer),
  }))
  return { ...range, width, height, frames: mattes }
}

/** A sticker's limits, if the format is that of its messenger; else undefined. */
const stickerOf = (request: RenderRequest): StickerLimits | undefined => {
  const name = canvasOf(request)?.sticker
  const limits = name && stickers[name]
  return limits?.format === request.options.format ? limits : undefined
}

/**
 * The part of video mode without networks, as served by `workers/video-render.worker.ts`. `modules` holds compiled
 * WASM.
 */
export const openVideoRenderEngine = (modules?: ModuleStore) => {
  if (modules) shareFfmpegWasm(modules)
  const pictures = openPreviewReader(async (raster, signal) => ({
    picture: await encodeImage({ kind: 'colour', raster, opaque: true }, 'jpg', { signal }),
  }))
  const alphas = openPreviewReader(alphaOf)
  return {
    /** Reads mattes as they are written, and writes the result. */
    renderVideo: async (request: RenderRequest, call: MattingCall): Promise<RenderReport> => {
      const { video, facts, parts, edits, path, mattePath } = request
      const composed = await openClipSources(parts, headerReader.read, call.signal)
      const reader = await openFrameReader(video, facts)
      const mattes = await openEditedMattes(request.mattes, edits)
      const sink = await openOpfsSink(path)
      let matteSink: Awaited<ReturnType<typeof openOpfsSink>> | undefined
      try {
        if (mattePath !== undefined) matteSink = await openOpfsSink(mattePath)
        const { plan, composer, beside } = await planComposedClip(planVideo, request, composed, () =>
          findClipSubject(followChunks(mattes, call.signal), call.signal),
        )
        const { fps, isVariable, gridFps, frames, plays, timecode } = facts
        const { signal } = call
        const { audio_tracks: audioTracks } = request.options
        const sticker = stickerOf(request)
        const written = {
          ...plan,
          fps,
          isVariable,
          gridFps,
          frames,
          plays,
          timecode,
          audioTracks,
          signal,
          ...(sticker && { sticker }),
        }
        const writer = await openFrameWriter({ ...written, audioOf: plan.hasAudio ? video : null }, sink)
        const asMatte = { ...written, hasAlpha: false, isMatte: true, audioOf: null }
        const matteFile = matteSink && { ...beside, writer: await openFrameWriter(asMatte, matteSink) }
        const given = followMattes(mattes, signal)
        const report = await renderVideo(reader, given, plan, writer, call, composer, matteFile)
        return sticker ? { ...report, width: sticker.sidePx, height: sticker.sidePx } : report
      } finally {
        await Promise.all([sink.close(), matteSink?.close()])
        mattes.close()
        reader.close()
      }
    },

    packFrames,
    estimateFrameBytes,

    /** JPEGs of frames at equal intervals, upright. */
    thumbnails: async (
      { video, count, heightPx, hasAlpha = false }: ThumbnailRequest,
      { signal }: MattingCall,
    ): Promise<readonly Blob[]> => {
      const facts = await probeVideo(video, { signal })
      const reader = await openFrameReader(video, facts)
      const size = fitSize(facts, { height: heightPx }, 'scale-down').size
      try {
        const format = hasAlpha ? 'png' : 'jpg'
        const pictures: Blob[] = []
        for (let index = 0; index < count; index++) {
          const { raster } = await frameAt(reader, (index * facts.durationSeconds) / count, size, signal)
          pictures.push(await encodeImage({ kind: 'colour', raster, opaque: !hasAlpha }, format, { signal }))
        }
        return pictures
      } finally {
        reader.close()
      }
    },

    /** The next frames of a video that the browser cannot play, as JPEGs; see preview-frames.ts. */
    previewFrames: (request: PreviewRequest, { signal }: MattingCall) => pictures.read(request, signal),

    /** The alpha of the next frames of a transparent video, such as a service's result; null if there are none. */
    alphaFrames: async (request: PreviewRequest, { signal }: MattingCall): Promise<MatteWindow | null> =>
      toWindow(await alphas.read(request, signal)),

    /** Uncertainty and flicker of a video's mattes; see rate-mattes.ts. */
    rateMattes: async (request: RateRequest, call: MattingCall) => {
      const mattes = await openEditedMattes(request.mattes, request.edits)
      try {
        return await rateMattes(mattes, call)
      } finally {
        mattes.close()
      }
    },

    /**
     * The subject's box over all frames, in fractions of a frame; null if there is none. Rejects with `job_not_found`
     * if mattes are missing.
     */
    findSubject: async (request: RateRequest, { signal }: MattingCall) => {
      const mattes = await openEditedMattes(request.mattes, request.edits)
      try {
        await requireAllMattes(mattes)
        return await findClipSubject(followChunks(mattes, signal), signal)
      } finally {
        mattes.close()
      }
    },

    /** The part of a video between two times, cut at frames, as a video small enough to send. */
    trim: ({ video, facts, fromSeconds, toSeconds }: TrimRequest, call: MattingCall) =>
      trimVideo(video, facts, { fromSeconds, toSeconds }, call),
  }
}
