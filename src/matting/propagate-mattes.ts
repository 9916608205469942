import { blendMattes, type WeightedMatte } from '#engine/motion/blend-mattes.ts'
import { type ComposedFlow, prependFlow, reversed } from '#engine/motion/compose-flows.ts'
import { flowResidual } from '#engine/motion/flow-confidence.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { cropAroundSubject } from '#engine/subject-box.ts'
import type { EstimateFrame } from './estimate-frame.ts'
import type { KeyframePolicy } from './keyframe-policy.ts'
import type { TrackedFrame } from './track-motion.ts'

/** Without its pixels, which only a look needs. */
type KnownFrame = Omit<TrackedFrame, 'frame'>

export type MattedFrame = KnownFrame & { readonly matte: AlphaMask8; readonly isKey: boolean }

/** A frame between key frames and its way to the key frame before. */
type Between = { readonly watched: KnownFrame; readonly course: ComposedFlow }

/**
 * Asks the network for key frames' mattes and carries them to the frames between along the motion, from
 * both sides. A key frame is due where a scene begins, where the plan's longest gap ends, and as soon as the
 * last one explains too little, though with no more looks on average than the plan pays for; what calm
 * stretches save is spent on wild ones.
 */
export async function* propagateMattes(
  frames: AsyncIterable<TrackedFrame>,
  planNow: () => KeyframePolicy,
  look: EstimateFrame,
): AsyncGenerator<MattedFrame, void, void> {
  let key: MattedFrame | undefined
  let between: Between[] = []
  let saved = 0
  let sinceWhole = 0
  for await (const { frame, ...watched } of frames) {
    if (!key || !watched.flow) {
      if (key) yield* fillBetween(between, key, undefined)
      key = { ...watched, matte: await look(frame.raster, undefined), isKey: true }
      between = []
      saved = 0
      sinceWhole = 0
      yield key
      continue
    }
    const course = prependFlow(watched.pyramid, key.pyramid, reversed(watched.flow), between.at(-1)?.course)
    const plan = planNow()
    saved++
    sinceWhole++
    const isClose = canCrop(plan, key.matte)
    const cost = isClose ? plan.cropInterval : plan.fullInterval
    const isLost =
      saved >= cost && flowResidual(course.forward, course.confidence, key.matte) > plan.maxResidual
    if (!isLost && between.length + 1 < plan.maxInterval) {
      between.push({ watched, course })
      continue
    }
    const isWhole = !isClose || sinceWhole >= plan.refreshInterval
    const expected = isWhole ? undefined : blendMattes([weightedMatte(watched, key, course, 1)])
    const next: MattedFrame = { ...watched, matte: await look(frame.raster, expected), isKey: true }
    yield* fillBetween(between, key, next)
    yield next
    key = next
    between = []
    saved = Math.min(Math.max(0, saved - cost), plan.maxInterval)
    if (isWhole) sinceWhole = 0
  }
  if (key) yield* fillBetween(between, key, undefined)
}

function canCrop(plan: KeyframePolicy, matte: AlphaMask8): boolean {
  return plan.cropPass !== undefined && cropAroundSubject(matte) !== null
}

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

function* fillBetween(
  between: readonly Between[],
  before: MattedFrame,
  after: MattedFrame | undefined,
): Generator<MattedFrame, void, void> {
  const courses = after ? flowsTo(after, between) : []
  for (const [index, { watched, course }] of between.entries()) {
    const share = (index + 1) / (between.length + 1)
    const votes: [WeightedMatte, ...WeightedMatte[]] = [
      weightedMatte(watched, before, course, after ? 1 - share : 1),
    ]
    const next = courses[index]
    if (after && next) votes.push(weightedMatte(watched, after, next, share))
    yield { ...watched, matte: blendMattes(votes), isKey: false }
  }
}

/** The courses of the frames between to the key frame after them. */
function flowsTo(after: MattedFrame, between: readonly Between[]): ComposedFlow[] {
  const courses: ComposedFlow[] = []
  let step = after.flow
  for (const { watched } of between.toReversed()) {
    if (!step) break
    courses.push(prependFlow(watched.pyramid, after.pyramid, step, courses.at(-1)))
    step = watched.flow
  }
  return courses.reverse()
}
