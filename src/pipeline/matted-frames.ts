import type { FrameReader } from '#codecs/video/frame.ts'
import type { LayerReport } from '#contract/edit-layers.ts'
import type { MatteChunk, MatteChunkRange, TimedMatte } from '#contract/matte-chunk.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type FlowPair, reversed } from '#engine/motion/compose-flows.ts'
import { type Correction, corrected, type MovingFrame } from '#engine/motion/propagate-correction.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { ChunkMotion, MotionCache } from './chunk-motion.ts'
import { matteOfFrame } from './matte-cache.ts'
import type { MatteChunkStore } from './matte-chunk-store.ts'
import { type MatteLayer, withMatteLayers } from './matte-layers.ts'

/** Sources of a video's frames and mattes. */
export type FrameSources = {
  readonly reader: FrameReader
  /** Identifies video and level, for `motion`. */
  readonly name: string
  /** All mattes of the video, before edits. */
  readonly base: MatteChunkStore
  readonly motion: MotionCache
}

/** A frame of a video, by its chunk of mattes. */
type FramePlace = {
  /** Number of the frame in the video. */
  readonly number: number
  readonly atSeconds: number
  readonly chunk: number
  readonly index: number
}

/** The next frame in a direction of time; `toNeighbour` is the flow from it to the previous one in that direction. */
type OutwardFrame = FramePlace & { readonly frame: MovingFrame; readonly toNeighbour: FlowPair }

/** The frames of a video with their mattes after some runs of edits. */
interface MattedFrames {
  /** The number of frames. */
  readonly frames: number
  /** The frame displayed at a time; the last one for later times. */
  find(atSeconds: number): Promise<FramePlace>
  matte(place: FramePlace): Promise<AlphaMask8>
  chunk(index: number): Promise<{ readonly range: MatteChunkRange; readonly chunk: MatteChunk }>
  moving(place: FramePlace, signal: AbortSignal): Promise<MovingFrame>
  /** The frames after (1) or before (-1) a frame, up to the next scene cut. */
  outward(place: FramePlace, step: 1 | -1, signal: AbortSignal): AsyncGenerator<OutwardFrame, void, void>
}

/** Times are stored as fractions, so a frame may begin slightly after its rounded time. */
const slackSeconds = 1e-4

/** Rejects, as do its methods, with the reason `mattes_lost` if mattes are missing. */
export const openFrames = async (
  { reader, name, base, motion }: FrameSources,
  layers: readonly MatteLayer[],
): Promise<MattedFrames> => {
  const store = await withMatteLayers(base, layers)
  const ranges = await base.list()
  const last = ranges.at(-1)
  if (!last) throw lost()
  let held: { readonly index: number; readonly chunk: MatteChunk } | undefined

  const chunkAt = async (index: number) => {
    const range = ranges[index]
    if (!range) throw lost()
    if (held?.index !== index) {
      const chunk = await store.read(range).catch(async (cause: unknown) => {
        await store.discard(range)
        throw lost(cause)
      })
      held = { index, chunk }
    }
    return { range, chunk: held.chunk }
  }
  const motionAt = async (index: number, signal: AbortSignal): Promise<ChunkMotion> => {
    const { range, chunk } = await chunkAt(index)
    const beforeSeconds = ranges[index - 1]?.toSeconds
    return motion.read(reader, { name: `${name} ${range.firstFrame}`, chunk, beforeSeconds }, signal)
  }
  const placeAt = async (chunkIndex: number, index: number): Promise<FramePlace> => {
    const { range, chunk } = await chunkAt(chunkIndex)
    const atSeconds = chunk.frames[index]?.timestampSeconds ?? range.fromSeconds
    return { number: range.firstFrame + index, atSeconds, chunk: chunkIndex, index }
  }

  return {
    frames: last.firstFrame + last.frames,
    find: async (atSeconds) => {
      const until = atSeconds + slackSeconds
      const index = Math.max(
        0,
        ranges.findLastIndex(({ fromSeconds }) => fromSeconds <= until),
      )
      const { chunk } = await chunkAt(index)
      const within = chunk.frames.findLastIndex(({ timestampSeconds }) => timestampSeconds <= until)
      return placeAt(index, Math.max(0, within))
    },
    matte: async (place) => matteOf(await chunkAt(place.chunk), place.index),
    chunk: chunkAt,
    moving: async (place, signal) => {
      const frame = (await motionAt(place.chunk, signal)).frames[place.index]
      if (!frame) throw lost()
      return frame
    },
    outward: async function* (place, step, signal) {
      let { chunk, index } = place
      let moving = await motionAt(chunk, signal)
      for (;;) {
        // A flow belongs to the later of its two frames: backwards, to the one being left.
        const left = step === -1 ? moving.flowTo(index) : undefined
        index += step
        if (!moving.frames[index]) {
          chunk += step
          if (!ranges[chunk]) return
          moving = await motionAt(chunk, signal)
          index = step === 1 ? 0 : moving.frames.length - 1
        }
        const flow = step === 1 ? moving.flowTo(index) : left
        const frame = moving.frames[index]
        if (!flow || !frame) return
        const toNeighbour = step === 1 ? reversed(flow) : flow
        yield { ...(await placeAt(chunk, index)), frame, toNeighbour }
      }
    },
  }
}

/** Collects corrected frames and writes their chunks to a layer. */
interface ChangedChunks {
  /**
   * Corrects the matte of a frame. Call it once per frame, and without interruption for the frames of a chunk, except
   * the first chunk.
   */
  correct(place: FramePlace, correction: Correction): Promise<void>
  /** Writes the remaining chunks. */
  end(): Promise<LayerReport>
}

export const openChangedChunks = (state: MattedFrames, layer: MatteLayer): ChangedChunks => {
  type Changed = {
    readonly range: MatteChunkRange
    readonly chunk: MatteChunk
    readonly frames: TimedMatte[]
  }
  const changed = new Map<number, Changed>()
  const firstFrames: number[] = []
  let [fromSeconds, toSeconds] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let first: number | undefined
  let bytes = 0
  const flush = async (keep: readonly (number | undefined)[]) => {
    for (const [index, { range, chunk, frames }] of [...changed]) {
      if (keep.includes(index)) continue
      changed.delete(index)
      bytes += await layer.write(range.firstFrame, { ...chunk, frames })
      firstFrames.push(range.firstFrame)
    }
  }
  return {
    correct: async (place, correction) => {
      first ??= place.chunk
      let entry = changed.get(place.chunk)
      if (!entry) {
        await flush([first])
        const { range, chunk } = await state.chunk(place.chunk)
        entry = { range, chunk, frames: [...chunk.frames] }
        changed.set(place.chunk, entry)
      }
      const frame = entry.chunk.frames[place.index]
      if (!frame) return
      const { data } = corrected(matteOf(entry, place.index), correction)
      entry.frames[place.index] = { ...frame, data: new Uint8Array(data.buffer) }
      fromSeconds = Math.min(fromSeconds, place.atSeconds)
      toSeconds = Math.max(toSeconds, place.atSeconds)
    },
    end: async () => {
      await flush([])
      return { firstFrames, fromSeconds, toSeconds, bytes }
    },
  }
}

const matteOf = ({ chunk }: { readonly chunk: MatteChunk }, index: number): AlphaMask8 => {
  const frame = chunk.frames[index]
  if (!frame) throw lost()
  return matteOfFrame(chunk, frame)
}

const lost = (cause?: unknown) =>
  new ServiceError('internal_server_error', {
    reason: 'mattes_lost',
    ...(cause === undefined ? {} : { cause }),
  })
