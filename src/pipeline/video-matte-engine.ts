import type { ModuleStore } from '#base/module-store.ts'
import { memoizePromise } from '#base/promises.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { headerReader } from '#codecs/image/read-by-header.ts'
import { shareFfmpegWasm } from '#codecs/video/ffmpeg/ffmpeg-wasm.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import type { Level } from '#contract/image-options.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { BlobStore } from '#matting/blob-store.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { matteKey } from '#matting/matte-key.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { openNetworks, shippedCatalog } from '#matting/open-networks.ts'
import { openVideoMatter } from '#matting/video-matter.ts'
import { createAlphaMatter } from './alpha-matter.ts'
import { openClipSources } from './background-sources.ts'
import { hashVideo } from './content-hash.ts'
import { openMatteChunkStore } from './matte-chunk-store.ts'
import { matteVideo } from './matte-video.ts'
import { samplePreviews } from './sample-preview.ts'
import { createVideoEditor } from './video-editor.ts'
import type { MatteReport, MatteRequest, SampleRequest } from './video-requests.ts'

type VideoFile = { readonly video: Blob }

const openResult = async (result: Blob, { signal }: MattingCall) =>
  openFrameReader(result, await probeVideo(result, { signal }))

/**
 * The part of video mode with networks, as served by `workers/video-matte.worker.ts`. Loads nothing before the first
 * call. `weightsHolder` holds model files that the browser's storage refuses, `modules` compiled WASM.
 */
export const openVideoMatteEngine = (weightsHolder: BlobStore, modules?: ModuleStore) => {
  if (modules) shareFfmpegWasm(modules)
  const networks = memoizePromise(() => openNetworks({ weightsHolder, modules }))
  const matter = memoizePromise(async () => openVideoMatter(await networks()))
  return {
    ...createVideoEditor({
      matter: async () => openImageMatter(await networks()),
      openReader: openFrameReader,
      openStore: openMatteChunkStore,
      encode: encodeImage,
    }),
    /** Facts of a video of any length; see `probeVideo` of the codecs. */
    probeVideo: ({ video }: VideoFile, { signal }: MattingCall): Promise<VideoFacts> =>
      probeVideo(video, { signal }),
    /** The hash of the video's content; see content-hash.ts. */
    hashVideo: ({ video }: VideoFile, { signal }: MattingCall): Promise<string> => hashVideo(video, signal),
    /** The key of this build's mattes at a level; see matte-key.ts. */
    matteKey: (level: Level): Promise<string> => matteKey(shippedCatalog, level, 'video'),
    /** Writes missing mattes; see matte-video.ts. */
    estimateMattes: async (
      { video, facts, mattes: path, level, alphaFrom }: MatteRequest,
      call: MattingCall,
    ): Promise<MatteReport> => {
      const reader = await openFrameReader(video, facts)
      const result = alphaFrom && (await openResult(alphaFrom, call))
      const mattes = await openMatteChunkStore(path)
      try {
        const made = result ? createAlphaMatter(result) : await matter()
        return await matteVideo(reader, made, mattes, level, call)
      } finally {
        mattes.close()
        result?.close()
        reader.close()
      }
    },
    /** Loads the networks of a level before the first frame. */
    warmVideo: async (level: Level, call: MattingCall): Promise<void> => (await matter()).load(level, call),
    /** PNGs of single frames with the request's options and parts, before a job. */
    samplePreviews: async (
      { video, facts, options, parts, atSeconds }: SampleRequest,
      call: MattingCall,
    ): Promise<readonly Blob[]> => {
      const composed = await openClipSources(parts, headerReader.read, call.signal)
      const reader = await openFrameReader(video, facts)
      try {
        const pictures: Blob[] = []
        const request = { options, atSeconds, ...(parts && { parts }) }
        for await (const picture of samplePreviews(reader, await matter(), request, call, composed))
          pictures.push(await encodeImage(picture, 'png', call))
        return pictures
      } finally {
        reader.close()
      }
    },
  }
}
