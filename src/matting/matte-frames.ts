import { carryMattes, type Vote } from '#engine/carry-matte.ts'
import type { Alpha } from '#engine/raster.ts'
import { unexplained } from '#engine/unexplained.ts'
import { type Course, courseFrom } from './course.ts'
import type { VideoPlan } from './video-plan.ts'
import type { WatchedFrame } from './watch-frames.ts'

export type MattedFrame = WatchedFrame & { readonly matte: Alpha; readonly isKey: boolean }

/** A frame between key frames and its way to the key frame before. */
type Between = { readonly watched: WatchedFrame; readonly course: Course }

/**
 * Asks the network for key frames' mattes and carries them to the frames between along the motion, from
 * both sides. A key frame is due where a scene begins, where `plan.longestGap` ends, and as soon as the
 * last one explains too little, though with no more passes on average than the plan pays for; what calm
 * stretches save is spent on wild ones.
 */
export async function* matteFrames(
  frames: AsyncIterable<WatchedFrame>,
  plan: VideoPlan,
  askNetwork: (watched: WatchedFrame) => Promise<Alpha>,
): AsyncGenerator<MattedFrame, void, void> {
  let key: MattedFrame | undefined
  let between: Between[] = []
  let saved = 0
  for await (const watched of frames) {
    if (!key || !watched.step) {
      if (key) yield* carry(between, key, undefined)
      key = { ...watched, matte: await askNetwork(watched), isKey: true }
      between = []
      saved = 0
      yield key
      continue
    }
    const { ahead, back } = watched.step
    const course = courseFrom(watched.luma, key.luma, { there: back, back: ahead }, between.at(-1)?.course)
    saved++
    const isLost =
      saved >= plan.framesPerPass && unexplained(course.there, course.trust, key.matte) > plan.mostUnexplained
    if (isLost || between.length + 1 >= plan.longestGap) {
      const next: MattedFrame = { ...watched, matte: await askNetwork(watched), isKey: true }
      yield* carry(between, key, next)
      yield next
      key = next
      between = []
      saved = Math.min(saved - plan.framesPerPass, plan.framesPerPass)
    } else {
      between.push({ watched, course })
    }
  }
  if (key) yield* carry(between, key, undefined)
}

function* carry(
  between: readonly Between[],
  before: MattedFrame,
  after: MattedFrame | undefined,
): Generator<MattedFrame, void, void> {
  const courses = after ? coursesTo(after, between) : []
  for (const [index, { watched, course }] of between.entries()) {
    const share = (index + 1) / (between.length + 1)
    const votes: Vote[] = [
      { matte: before.matte, flow: course.there, trust: course.trust, weight: after ? 1 - share : 1 },
    ]
    const next = courses[index]
    if (after && next) votes.push({ matte: after.matte, flow: next.there, trust: next.trust, weight: share })
    yield { ...watched, matte: carryMattes(votes), isKey: false }
  }
}

/** The courses of the frames between to the key frame after them. */
function coursesTo(after: MattedFrame, between: readonly Between[]): Course[] {
  const courses: Course[] = []
  let step = after.step
  for (const { watched } of between.toReversed()) {
    if (!step) break
    courses.push(courseFrom(watched.luma, after.luma, { there: step.ahead, back: step.back }, courses.at(-1)))
    step = watched.step
  }
  return courses.reverse()
}
