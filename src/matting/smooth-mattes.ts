import type { Size } from '#base/geometry.ts'
import { type FlowPair, reversed } from '#engine/motion/compose-flows.ts'
import { flowConfidence } from '#engine/motion/flow-confidence.ts'
import {
  addMatte,
  emptyAccumulator,
  type MatteAccumulator,
  meanMatte,
  warpAccumulator,
} from '#engine/motion/matte-accumulator.ts'
import type { Flow } from '#engine/motion/optical-flow.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { MattedFrame } from './propagate-mattes.ts'

/** The weighted sum of a frame's matte and those on one side of it. */
type Accumulator = { readonly sums: MatteAccumulator; readonly frame: MattedFrame }

/** The weight of a propagated matte; a key frame's matte counts 1. */
const propagatedWeight = 0.5

/**
 * Smooths mattes over time: each becomes the weighted mean of all mattes before it and at least `ahead` after it,
 * warped along the optical flow. Weights fall with distance in time and with unreliable flow, which removes flicker and
 * keeps motion. Never crosses a scene cut. Emits up to 2 `ahead` frames late.
 */
export async function* smoothMattes(
  frames: AsyncIterable<MattedFrame>,
  ahead: number,
): AsyncGenerator<MattedFrame, void, void> {
  const pool = createAccumulatorPool()
  let waiting: MattedFrame[] = []
  let past: Accumulator | undefined
  function* emit(count: number): Generator<MattedFrame, void, void> {
    const futures = accumulateFutures(waiting, pool)
    for (const [index, frame] of waiting.slice(0, count).entries()) {
      const warped = past && frame.flow && warp(frame, past, reversed(frame.flow), pool.acquire(frame.matte))
      if (past) pool.release(past.sums)
      past = accumulate(frame, warped, warped ?? pool.acquire(frame.matte))
      yield { ...frame, matte: meanMatte(past.sums, futures[index]) }
    }
    for (const future of futures) if (future) pool.release(future)
    waiting = waiting.slice(count)
  }
  for await (const frame of frames) {
    if (!frame.flow) yield* emit(waiting.length)
    waiting.push(frame)
    if (waiting.length > 2 * ahead) yield* emit(ahead + 1)
  }
  yield* emit(waiting.length)
}

/** The sums of all later frames, warped to each frame; undefined for the last. */
function accumulateFutures(
  frames: readonly MattedFrame[],
  pool: AccumulatorPool,
): (MatteAccumulator | undefined)[] {
  const futures: (MatteAccumulator | undefined)[] = []
  let future: Accumulator | undefined
  let flow: FlowPair | undefined
  for (const frame of frames.toReversed()) {
    const warped = future && flow && warp(frame, future, flow, pool.acquire(frame.matte))
    futures.push(warped)
    if (future) pool.release(future.sums)
    future = accumulate(frame, warped, pool.acquire(frame.matte))
    flow = frame.flow
  }
  if (future) pool.release(future.sums)
  return futures.reverse()
}

/** `warped` plus the frame's own matte, written to `into`. */
const accumulate = (
  frame: MattedFrame,
  warped: MatteAccumulator | undefined,
  into: MatteAccumulator,
): Accumulator => ({
  sums: addMatte(warped, frame.matte, frame.isKey ? 1 : propagatedWeight, into),
  frame,
})

/** The confidence of each flow, used about twice. */
const confidences = new WeakMap<Flow, AlphaMaskF32>()

/** `neighbour`'s sums warped to `frame`; the flow leads from `frame` to its neighbour. */
function warp(
  frame: MattedFrame,
  neighbour: Accumulator,
  { forward, backward }: FlowPair,
  into: MatteAccumulator,
): MatteAccumulator {
  const confidence =
    confidences.get(forward) ??
    flowConfidence(frame.pyramid[0], neighbour.frame.pyramid[0], forward, backward)
  confidences.set(forward, confidence)
  const along = { flow: forward, confidence, from: frame.luma, to: neighbour.frame.luma }
  return warpAccumulator(neighbour.sums, along, into)
}

/** Reuses accumulators: each takes 2 MB, and every frame needs about a dozen. */
type AccumulatorPool = {
  readonly acquire: (size: Size) => MatteAccumulator
  readonly release: (accumulator: MatteAccumulator) => void
}

function createAccumulatorPool(): AccumulatorPool {
  const free: MatteAccumulator[] = []
  return {
    acquire: (size) => free.pop() ?? emptyAccumulator(size),
    release: (accumulator) => void free.push(accumulator),
  }
}
