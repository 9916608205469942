import { headerReader } from '#codecs/image/read-by-header.ts'
import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { openOpfsSink } from '#codecs/video/write/file-sinks.ts'
import { openFrameSequence } from '#codecs/video/write/frame-sequence.ts'
import { openFolderFiles, openZipFiles, type PictureFiles } from '#codecs/video/write/picture-files.ts'
import { sequenceFormats } from '#contract/frame-sequence.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { openClipSources } from './background-sources.ts'
import { findClipSubject } from './clip-subject.ts'
import { followChunks, followMattes } from './follow-mattes.ts'
import { betweenFrames, frameAt } from './frame-at.ts'
import { dequantizeMatte } from './matte-cache.ts'
import type { MatteChunkStore } from './matte-chunk-store.ts'
import { openEditedMattes } from './matte-layers.ts'
import { planComposedClip } from './plan-composed-clip.ts'
import { planFrames } from './plan-video.ts'
import { renderVideo } from './render-video.ts'
import type { FramesRequest, PackRequest, RenderReport } from './video-requests.ts'

/** Writes the frames of a result as pictures. Rejects with `job_not_found` if mattes are missing. */
export const packFrames = async (request: PackRequest, call: MattingCall): Promise<RenderReport> => {
  const { files, close } = await openFiles(request, call.signal)
  try {
    return await writeFrames(request, request.name, files, call)
  } finally {
    await close()
  }
}

/** Positions of the measured frames, in fractions of the clip. */
const places = [1 / 6, 1 / 2, 5 / 6]

/** Estimates the bytes that `packFrames` would write, from three frames. Rejects like `packFrames`. */
export const estimateFrameBytes = async (request: FramesRequest, call: MattingCall): Promise<number> => {
  const report = await writeFrames(request, 'frame', countingFiles(), call, places)
  return Math.round((report.bytes / Math.max(1, report.frames)) * request.facts.frames)
}

/** The target of the pictures, with its `close`. The caller deletes what was written. */
const openFiles = async ({ to, name, sequence }: PackRequest, signal: AbortSignal) => {
  if (typeof to !== 'string') return { files: openFolderFiles(to, signal), close: async () => {} }
  const sink = await openOpfsSink(to)
  const folder = `${name}-${sequenceFormats[sequence.format].folder}`
  return { files: openZipFiles(folder, sink, signal), close: sink.close }
}

/** Counts the bytes of pictures without keeping them. */
const countingFiles = (): PictureFiles => {
  let bytes = 0
  return {
    add: async (_, content) => {
      // Text files are written once, whatever the number of frames.
      if (typeof content !== 'string') bytes += content.size
    },
    finish: async () => bytes,
    abort: () => {},
  }
}

/** Writes all frames of a result, or those at `places`. */
const writeFrames = async (
  request: FramesRequest,
  name: string,
  files: PictureFiles,
  call: MattingCall,
  only?: readonly number[],
): Promise<RenderReport> => {
  const { video, facts, parts, edits, sequence } = request
  const { signal } = call
  const composed = await openClipSources(parts, headerReader.read, signal)
  const isFine = sequence.format !== 'png8'
  const reader = await openFrameReader(video, facts, isFine && request.options.channels !== 'alpha')
  const mattes = await openEditedMattes(request.mattes, edits)
  try {
    await requireAllMattes(mattes)
    const { plan, composer } = await planComposedClip(planFrames, request, composed, () =>
      findClipSubject(followChunks(mattes, signal), signal),
    )
    const { fps, isVariable, timecode } = facts
    const writer = openFrameSequence({ ...plan, fps, isVariable, timecode, sequence, name, signal }, files)
    const fine = { ...plan, hasFineAlpha: isFine }
    if (!only) return await renderVideo(reader, followMattes(mattes, signal), fine, writer, call, composer)
    const found = await mattesAt(mattes, only)
    const some = { ...reader, read: framesOf(reader, found) }
    return await renderVideo(some, mattesOf(found), fine, writer, call, composer)
  } finally {
    mattes.close()
    reader.close()
  }
}

/** Rejects with `job_not_found` if a matte is missing. */
export const requireAllMattes = async (mattes: MatteChunkStore): Promise<void> => {
  if (!(await mattes.report())) throw mattesDeleted()
}

const mattesDeleted = () => new ServiceError('job_not_found', { reason: 'mattes_deleted' })

type MatteAt = { readonly timestampSeconds: number; readonly matte: AlphaMaskF32 }

/** The mattes at fractions of a clip, without duplicates. */
const mattesAt = async (mattes: MatteChunkStore, shares: readonly number[]): Promise<readonly MatteAt[]> => {
  const ranges = await mattes.list()
  const count = ranges.reduce((sum, { frames }) => sum + frames, 0)
  const found: MatteAt[] = []
  for (const index of new Set(shares.map((share) => Math.floor(share * count)))) {
    const range = ranges.find(({ firstFrame, frames }) => index < firstFrame + frames)
    if (!range) throw mattesDeleted()
    const { width, height, frames } = await mattes.read(range)
    const frame = frames[index - range.firstFrame]
    if (!frame) throw mattesDeleted()
    const { timestampSeconds, data } = frame
    found.push({ timestampSeconds, matte: dequantizeMatte({ width, height, data }) })
  }
  return found
}

async function* mattesOf(found: readonly MatteAt[]): AsyncGenerator<AlphaMaskF32, void, void> {
  for (const { matte } of found) yield matte
}

/** Reads only the frames of these mattes. */
const framesOf = (reader: FrameReader, found: readonly MatteAt[]): FrameReader['read'] =>
  async function* ({ size = reader.facts, signal }): AsyncGenerator<Frame, void, void> {
    for (const { timestampSeconds } of found)
      yield await frameAt(reader, Math.max(0, timestampSeconds - betweenFrames), size, signal)
  }
