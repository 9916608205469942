import { type Box, fitSize } from '#base/geometry.ts'
import type { ModuleStore } from '#base/module-store.ts'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-codecs.ts'
import { shareFfmpegWasm } from '#codecs/video/ffmpeg/ffmpeg-wasm.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { trimVideo } from '#codecs/video/trim-video.ts'
import { openOpfsSink, openPickedSink } from '#codecs/video/write/file-sinks.ts'
import { openFramesZip } from '#codecs/video/write/frames-zip.ts'
import { openFrameWriter } from '#codecs/video/write/open-frame-writer.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { FrameRating } from '#contract/video-edits.ts'
import { alphaOf } from '#engine/compose.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { openClipSources } from './background-sources.ts'
import { findClipSubject } from './clip-subject.ts'
import { followChunks, followMattes } from './follow-mattes.ts'
import { frameAt } from './frame-at.ts'
import type { MatteChunkStore } from './matte-chunk-store.ts'
import { openEditedMattes } from './matte-layers.ts'
import { planComposedClip } from './plan-composed-clip.ts'
import { planFrames, planVideo } from './plan-video.ts'
import { openPreviewReader, type PreviewReader } from './preview-frames.ts'
import { rateMattes } from './rate-mattes.ts'
import { renderVideo } from './render-video.ts'
import type {
  FrameChunkOf,
  PackRequest,
  PreviewRequest,
  RateRequest,
  RenderReport,
  RenderRequest,
  ThumbnailRequest,
  TrimRequest,
} from './video-requests.ts'

/** A JPEG. */
type PreviewPicture = { readonly picture: Blob }

/** The part of video mode that needs no network: all that `workers/video-render.worker.ts` serves. */
interface VideoRenderEngine {
  /** Reads the mattes below `tracks/<videoHash>/<level>` as they are written, and writes the result. */
  renderVideo(request: RenderRequest, call: MattingCall): Promise<RenderReport>
  /** Writes the frames of a result as PNGs into a ZIP. Rejects with `job_not_found` where mattes are missing. */
  packFrames(request: PackRequest, call: MattingCall): Promise<RenderReport>
  /** JPEGs of frames at equal steps through the video. */
  thumbnails(request: ThumbnailRequest, call: MattingCall): Promise<readonly Blob[]>
  /** The next frames of a video that the browser cannot play; see preview-frames.ts. */
  previewFrames(request: PreviewRequest, call: MattingCall): Promise<FrameChunkOf<PreviewPicture>>
  /** The alpha of the next frames of a transparent video, such as a service's result. */
  alphaFrames(request: PreviewRequest, call: MattingCall): Promise<FrameChunkOf<AlphaMask8>>
  /** How sure and how still the mattes of a video are; see rate-mattes.ts. */
  rateMattes(request: RateRequest, call: MattingCall): Promise<readonly FrameRating[]>
  /** The subject's box over all frames; see clip-subject.ts. Rejects with `job_not_found` where mattes are missing. */
  findSubject(request: RateRequest, call: MattingCall): Promise<Box | null>
  trim(request: TrimRequest, call: MattingCall): Promise<Blob>
}

type PreviewReaders = {
  readonly pictures: PreviewReader<PreviewPicture>
  readonly alphas: PreviewReader<AlphaMask8>
}

const createEngine = ({ pictures, alphas }: PreviewReaders): VideoRenderEngine => ({
  renderVideo: async (request, call) => {
    const { video, facts, videoHash, options, parts, edits, path } = request
    const composed = await openClipSources(parts, decodeImage, call.signal)
    const reader = await openFrameReader(video, facts)
    const mattes = await openEditedMattes(`tracks/${videoHash}/${options.level}`, edits)
    const sink = await openOpfsSink(path)
    try {
      const { plan, composer } = await planComposedClip(planVideo, request, composed, () =>
        findClipSubject(followChunks(mattes, call.signal), call.signal),
      )
      const writer = await openFrameWriter(
        {
          ...plan,
          fps: facts.fps,
          isVariable: facts.isVariable,
          gridFps: facts.gridFps,
          frames: facts.frames,
          audioOf: plan.hasAudio ? video : null,
          signal: call.signal,
        },
        sink,
      )
      return await renderVideo(reader, followMattes(mattes, call.signal), plan, writer, call, composer)
    } finally {
      await sink.close()
      mattes.close()
      reader.close()
    }
  },

  packFrames: async (request, call) => {
    const { video, facts, videoHash, options, parts, edits, to } = request
    const composed = await openClipSources(parts, decodeImage, call.signal)
    const reader = await openFrameReader(video, facts)
    const mattes = await openEditedMattes(`tracks/${videoHash}/${options.level}`, edits)
    const sink = await openSink(to)
    try {
      await requireAllMattes(mattes)
      const { plan, composer } = await planComposedClip(planFrames, request, composed, () =>
        findClipSubject(followChunks(mattes, call.signal), call.signal),
      )
      const zip = { ...plan, fps: facts.fps, isVariable: facts.isVariable, signal: call.signal }
      const writer = openFramesZip(zip, sink)
      const report = await renderVideo(
        reader,
        followMattes(mattes, call.signal),
        plan,
        writer,
        call,
        composer,
      )
      await sink.close()
      return report
    } catch (cause) {
      await sink.abort().catch(() => {})
      throw cause
    } finally {
      mattes.close()
      reader.close()
    }
  },

  thumbnails: async ({ video, count, heightPx }, { signal }) => {
    const facts = await probeVideo(video, { signal })
    const reader = await openFrameReader(video, facts)
    const size = fitSize(facts, { height: heightPx }, 'scale-down').size
    try {
      const pictures: Blob[] = []
      for (let index = 0; index < count; index++) {
        const { raster } = await frameAt(reader, (index * facts.durationSeconds) / count, size, signal)
        pictures.push(await encodeImage({ kind: 'colour', raster, opaque: true }, 'jpg', { signal }))
      }
      return pictures
    } finally {
      reader.close()
    }
  },

  previewFrames: (request, { signal }) => pictures.read(request, signal),

  alphaFrames: (request, { signal }) => alphas.read(request, signal),

  rateMattes: async ({ videoHash, level, edits }, call) => {
    const mattes = await openEditedMattes(`tracks/${videoHash}/${level}`, edits)
    try {
      return await rateMattes(mattes, call)
    } finally {
      mattes.close()
    }
  },

  findSubject: async ({ videoHash, level, edits }, { signal }) => {
    const mattes = await openEditedMattes(`tracks/${videoHash}/${level}`, edits)
    try {
      await requireAllMattes(mattes)
      return await findClipSubject(followChunks(mattes, signal), signal)
    } finally {
      mattes.close()
    }
  },

  trim: ({ video, facts, fromSeconds, toSeconds }, call) =>
    trimVideo(video, facts, { fromSeconds, toSeconds }, call),
})

/** A file that the user picked is discarded when aborted; a file at a path is left for the caller to delete. */
const openSink = async (to: string | FileSystemFileHandle) => {
  if (typeof to !== 'string') return openPickedSink(to)
  const sink = await openOpfsSink(to)
  return { ...sink, abort: sink.close }
}

const requireAllMattes = async (mattes: MatteChunkStore): Promise<void> => {
  if (await mattes.report()) return
  throw new ServiceError('job_not_found', { reason: 'mattes_deleted' })
}

/** `modules` keeps compiled WASM. */
export const openVideoRenderEngine = (modules?: ModuleStore): VideoRenderEngine => {
  if (modules) shareFfmpegWasm(modules)
  return createEngine({
    pictures: openPreviewReader(async (raster, signal) => ({
      picture: await encodeImage({ kind: 'colour', raster, opaque: true }, 'jpg', { signal }),
    })),
    alphas: openPreviewReader(alphaOf),
  })
}
