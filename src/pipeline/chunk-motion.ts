import { capSize } from '#base/geometry.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import type { MatteChunk } from '#contract/matte-chunk.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type FlowPair, findFlowPair } from '#engine/motion/compose-flows.ts'
import { type MovingFrame, toMovingFrame } from '#engine/motion/propagate-correction.ts'
import { mattingPixels } from '#matting/small-frame.ts'
import { betweenFrames } from './frame-at.ts'
import { createLruCache } from './lru-cache.ts'

/** The frames of a chunk of mattes, and the motion between them. */
export interface ChunkMotion {
  readonly frames: readonly MovingFrame[]
  /**
   * The flow to a frame of the chunk from the frame before it, which for the first is the last one of the chunk before.
   * Undefined where there is none, or where the frame begins another scene. Computed when it is first asked for.
   */
  flowTo(index: number): FlowPair | undefined
}

/** The chunk whose motion is wanted, and when the frame before it is shown; undefined for the first chunk. */
type MotionRequest = {
  /** Names the chunk and its video. */
  readonly name: string
  readonly chunk: MatteChunk
  readonly beforeSeconds: number | undefined
}

/** Keeps the motion between the frames of chunks that were looked at last. */
export interface MotionCache {
  /** Rejects with `internal_server_error` where the frames do not match the chunk, and with errors of the reader. */
  read(reader: FrameReader, request: MotionRequest, signal: AbortSignal): Promise<ChunkMotion>
}

/** Chunks that are kept: one has about 30 MB, and an edit mostly reaches a few around its frame. */
const keptChunks = 5

/** Decodes frames at the size of mattes, and keeps the motion of the last few chunks for the next edit. */
export const createMotionCache = (): MotionCache => {
  const kept = createLruCache<ChunkMotion>(
    { maxBytes: Number.POSITIVE_INFINITY, maxEntries: keptChunks },
    () => 0,
  )
  return {
    read: async (reader, request, signal) => {
      const { name } = request
      const motion = kept.get(name) ?? (await readMotion(reader, request, signal))
      kept.set(name, motion)
      return motion
    },
  }
}

const readMotion = async (
  reader: FrameReader,
  { chunk, beforeSeconds }: MotionRequest,
  signal: AbortSignal,
): Promise<ChunkMotion> => {
  const [first, last] = [chunk.frames[0], chunk.frames.at(-1)]
  if (!first || !last) throw new Error('A chunk of mattes has frames')
  const range = {
    fromSeconds: Math.max(0, (beforeSeconds ?? first.timestampSeconds) - betweenFrames),
    toSeconds: last.timestampSeconds + betweenFrames,
  }
  const read: MovingFrame[] = []
  for await (const { raster } of reader.read({ size: capSize(reader.facts, mattingPixels), range, signal })) {
    read.push(toMovingFrame(raster))
  }
  const before = beforeSeconds === undefined ? undefined : read[0]
  const frames = before ? read.slice(1) : read
  if (frames.length !== chunk.frames.length)
    throw new ServiceError('internal_server_error', { details: 'Frames and mattes do not match.' })
  const flows = new Map<number, FlowPair>()
  return {
    frames,
    flowTo: (index) => {
      const to = frames[index]
      const from = index === 0 ? before : frames[index - 1]
      if (!to || !from || chunk.frames[index]?.isCut) return undefined
      const flow = flows.get(index) ?? findFlowPair(from.pyramid, to.pyramid)
      flows.set(index, flow)
      return flow
    },
  }
}
