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
   * The flow to a frame from the one before it, which may be in the previous chunk. Computed on demand. Undefined if
   * there is none, or a scene begins at the frame.
   */
  flowTo(index: number): FlowPair | undefined
}

/** A chunk, and the time of the frame before it; undefined for the first chunk. */
type MotionRequest = {
  /** Identifies the video and the chunk. */
  readonly name: string
  readonly chunk: MatteChunk
  readonly beforeSeconds: number | undefined
}

/** Caches the motion within recent chunks. */
export interface MotionCache {
  /** Rejects with `internal_server_error` if the frames do not match the chunk, and with errors of the reader. */
  read(reader: FrameReader, request: MotionRequest, signal: AbortSignal): Promise<ChunkMotion>
}

/** A chunk takes about 30 MB, and an edit mostly reaches a few. */
const keptChunks = 5

/** Decodes frames at the size of mattes, and caches the motion of recent chunks for the next edit. */
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
