import { blendMattes, type WeightedMatte } from '#engine/motion/blend-mattes.ts'
import { type ComposedFlow, prependFlow, reversed } from '#engine/motion/compose-flows.ts'
import { flowResidual } from '#engine/motion/flow-confidence.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { cropAroundSubject } from '#engine/subject-box.ts'
import type { EstimateFrame } from './estimate-frame.ts'
import type { KeyframePolicy } from './keyframe-policy.ts'
import { notLooked, type SceneLook } from './look-again.ts'
import type { TrackedFrame } from './track-motion.ts'
import { createChangeWatch } from './watch-changes.ts'
import { createFadeWatch } from './watch-fades.ts'

/** A tracked frame without its pixels, which only the network needs. */
type KnownFrame = Omit<TrackedFrame, 'frame'>

/** A frame with its matte. */
export type MattedFrame = KnownFrame & {
  readonly matte: AlphaMask8
  /** Whether the network ran on this very frame. */
  readonly isKey: boolean
  /** The state of the scene from here on. */
  readonly look: SceneLook
}

/** A frame between two key frames, with its flow to the first. */
type InBetween = { readonly tracked: KnownFrame; readonly toKey: ComposedFlow }

/**
 * Runs the network on key frames, and propagates their mattes along the optical flow to the frames between, from both
 * sides. A key frame comes at the start of a scene, after `maxInterval`, and when the residual of the flow to the last
 * key frame exceeds `maxResidual`, on average not more often than the policy's intervals: calm parts of a scene save
 * passes for its lively parts. At a sudden change, and in a fade, the whole frame is a key frame regardless of savings,
 * and no matte is propagated across it. `firstLook` is the state of the first scene.
 */
export async function* propagateMattes(
  frames: AsyncIterable<TrackedFrame>,
  currentPolicy: () => KeyframePolicy,
  estimate: EstimateFrame,
  firstLook: SceneLook = notLooked,
): AsyncGenerator<MattedFrame, void, void> {
  let key: MattedFrame | undefined
  let between: InBetween[] = []
  /** Frames so far, minus the cost in frames of passes since. */
  let budget = 0
  let framesSinceFull = 0
  const watch = createChangeWatch()
  const isFading = createFadeWatch()
  for await (const { frame, ...moved } of frames) {
    const last = between.at(-1)
    const step = key ? watch(last?.tracked ?? key, moved, key.matte, last?.toKey.forward) : 'motion'
    const unlinked = { ...moved, flow: undefined, isCut: step === 'cut' }
    const isMotion = !isFading(step === 'motion' ? moved : unlinked) && step === 'motion'
    const tracked = isMotion ? moved : unlinked
    if (!key || !tracked.flow) {
      if (key) yield* fillBetween(between, key, undefined)
      const look = key ? notLooked : firstLook
      key = { ...tracked, ...(await estimate(frame, undefined, look)), isKey: true }
      between = []
      budget = 0
      framesSinceFull = 0
      yield key
      continue
    }
    const toKey = prependFlow(tracked.pyramid, key.pyramid, reversed(tracked.flow), last?.toKey)
    const policy = currentPolicy()
    budget++
    framesSinceFull++
    const isCropPossible = canCrop(policy, key.matte)
    const cost = isCropPossible ? policy.cropInterval : policy.fullInterval
    const isDue =
      budget >= cost && flowResidual(toKey.forward, toKey.confidence, key.matte) > policy.maxResidual
    if (!isDue && between.length + 1 < policy.maxInterval) {
      between.push({ tracked, toKey })
      continue
    }
    const isFull = !isCropPossible || framesSinceFull >= policy.refreshInterval
    const expected = isFull ? undefined : blendMattes([weightedMatte(tracked, key, toKey, 1)])
    const next: MattedFrame = { ...tracked, ...(await estimate(frame, expected, key.look)), isKey: true }
    yield* fillBetween(between, key, next)
    yield next
    key = next
    between = []
    budget = Math.min(Math.max(0, budget - cost), policy.maxInterval)
    if (isFull) framesSinceFull = 0
  }
  if (key) yield* fillBetween(between, key, undefined)
}

const canCrop = (policy: KeyframePolicy, matte: AlphaMask8): boolean =>
  policy.cropPass !== undefined && cropAroundSubject(matte) !== null

/** The matte of key frame `to`, to be warped to frame `from`. */
const weightedMatte = (
  from: KnownFrame,
  to: MattedFrame,
  { forward, confidence }: ComposedFlow,
  weight: number,
): WeightedMatte => ({
  matte: to.matte,
  warp: { flow: forward, confidence, from: from.luma, to: to.luma },
  weight,
})

/** Blends the mattes of both key frames for each frame between; the nearer key frame counts more. */
function* fillBetween(
  between: readonly InBetween[],
  before: MattedFrame,
  after: MattedFrame | undefined,
): Generator<MattedFrame, void, void> {
  const flowsToAfter = after ? flowsTo(after, between) : []
  for (const [index, { tracked, toKey }] of between.entries()) {
    const share = (index + 1) / (between.length + 1)
    const mattes: [WeightedMatte, ...WeightedMatte[]] = [
      weightedMatte(tracked, before, toKey, after ? 1 - share : 1),
    ]
    const toAfter = flowsToAfter[index]
    if (after && toAfter) mattes.push(weightedMatte(tracked, after, toAfter, share))
    yield { ...tracked, matte: blendMattes(mattes), isKey: false, look: before.look }
  }
}

/** The flow from each frame between to the key frame after it. */
function flowsTo(after: MattedFrame, between: readonly InBetween[]): ComposedFlow[] {
  const flows: ComposedFlow[] = []
  let step = after.flow
  for (const { tracked } of between.toReversed()) {
    if (!step) break
    flows.push(prependFlow(tracked.pyramid, after.pyramid, step, flows.at(-1)))
    step = tracked.flow
  }
  return flows.reverse()
}
