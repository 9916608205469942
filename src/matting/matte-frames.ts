import { carryMattes, type Vote } from '#engine/carry-matte.ts'
import { closeUpBox } from '#engine/close-up.ts'
import type { Alpha } from '#engine/raster.ts'
import { unexplained } from '#engine/unexplained.ts'
import { type Course, courseFrom } from './course.ts'
import type { Look } from './look.ts'
import type { VideoPlan } from './video-plan.ts'
import type { WatchedFrame } from './watch-frames.ts'

/** Without its pixels, which only a look needs. */
type KnownFrame = Omit<WatchedFrame, 'frame'>

export type MattedFrame = KnownFrame & { readonly matte: Alpha; readonly isKey: boolean }

/** A frame between key frames and its way to the key frame before. */
type Between = { readonly watched: KnownFrame; readonly course: Course }

/**
 * Asks the network for key frames' mattes and carries them to the frames between along the motion, from
 * both sides. A key frame is due where a scene begins, where the plan's longest gap ends, and as soon as the
 * last one explains too little, though with no more looks on average than the plan pays for; what calm
 * stretches save is spent on wild ones.
 */
export async function* matteFrames(
  frames: AsyncIterable<WatchedFrame>,
  planNow: () => VideoPlan,
  look: Look,
): AsyncGenerator<MattedFrame, void, void> {
  let key: MattedFrame | undefined
  let between: Between[] = []
  let saved = 0
  let sinceWhole = 0
  for await (const { frame, ...watched } of frames) {
    if (!key || !watched.step) {
      if (key) yield* carry(between, key, undefined)
      key = { ...watched, matte: await look(frame.raster, undefined), isKey: true }
      between = []
      saved = 0
      sinceWhole = 0
      yield key
      continue
    }
    const { ahead, back } = watched.step
    const course = courseFrom(
      watched.pyramid,
      key.pyramid,
      { there: back, back: ahead },
      between.at(-1)?.course,
    )
    const plan = planNow()
    saved++
    sinceWhole++
    const isClose = canLookClose(plan, key.matte)
    const cost = isClose ? plan.closeEvery : plan.wholeEvery
    const isLost = saved >= cost && unexplained(course.there, course.trust, key.matte) > plan.mostUnexplained
    if (!isLost && between.length + 1 < plan.longestGap) {
      between.push({ watched, course })
      continue
    }
    const isWhole = !isClose || sinceWhole >= plan.lookAroundEvery
    const expected = isWhole ? undefined : carryMattes([voteOf(watched, key, course, 1)])
    const next: MattedFrame = { ...watched, matte: await look(frame.raster, expected), isKey: true }
    yield* carry(between, key, next)
    yield next
    key = next
    between = []
    saved = Math.min(Math.max(0, saved - cost), plan.longestGap)
    if (isWhole) sinceWhole = 0
  }
  if (key) yield* carry(between, key, undefined)
}

function canLookClose(plan: VideoPlan, matte: Alpha): boolean {
  return plan.close !== undefined && closeUpBox(matte) !== null
}

const voteOf = (from: KnownFrame, to: MattedFrame, { there, trust }: Course, weight: number): Vote => ({
  matte: to.matte,
  way: { flow: there, trust, from: from.luma, to: to.luma },
  weight,
})

function* carry(
  between: readonly Between[],
  before: MattedFrame,
  after: MattedFrame | undefined,
): Generator<MattedFrame, void, void> {
  const courses = after ? coursesTo(after, between) : []
  for (const [index, { watched, course }] of between.entries()) {
    const share = (index + 1) / (between.length + 1)
    const votes: [Vote, ...Vote[]] = [voteOf(watched, before, course, after ? 1 - share : 1)]
    const next = courses[index]
    if (after && next) votes.push(voteOf(watched, after, next, share))
    yield { ...watched, matte: carryMattes(votes), isKey: false }
  }
}

/** The courses of the frames between to the key frame after them. */
function coursesTo(after: MattedFrame, between: readonly Between[]): Course[] {
  const courses: Course[] = []
  let step = after.step
  for (const { watched } of between.toReversed()) {
    if (!step) break
    courses.push(
      courseFrom(watched.pyramid, after.pyramid, { there: step.ahead, back: step.back }, courses.at(-1)),
    )
    step = watched.step
  }
  return courses.reverse()
}
