import { carryMattes, type Vote } from '#engine/carry-matte.ts'
import { type Course, courseOn } from './course.ts'
import type { MattedFrame } from './matte-frames.ts'

/**
 * Lets up to `reach` frames before and after have a say in each matte, carried to it along the motion and
 * counted where that explains the picture: flicker goes, movement stays. Nothing passes a cut.
 */
export async function* calmMattes(
  frames: AsyncIterable<MattedFrame>,
  reach: number,
): AsyncGenerator<MattedFrame, void, void> {
  const near: MattedFrame[] = []
  /** The place in `near` of the frame whose turn it is. */
  let turn = 0
  for await (const frame of frames) {
    near.push(frame)
    if (near.length - 1 - turn < reach) continue
    yield calm(near, turn, reach)
    if (turn < reach) turn++
    else near.shift()
  }
  for (; turn < near.length; turn++) yield calm(near, turn, reach)
}

function calm(near: readonly MattedFrame[], turn: number, reach: number): MattedFrame {
  const frame = near[turn]
  if (!frame) throw new Error('No frame has this turn.')
  if (reach === 0) return frame
  const votes = [...votesFrom(near, turn, -1, reach), ...votesFrom(near, turn, 1, reach)]
  return { ...frame, matte: carryMattes(votes, frame.matte) }
}

function* votesFrom(
  near: readonly MattedFrame[],
  turn: number,
  direction: -1 | 1,
  reach: number,
): Generator<Vote, void, void> {
  const frame = near[turn]
  let course: Course | undefined
  for (let distance = 1; distance <= reach; distance++) {
    const other = near[turn + direction * distance]
    const step = direction < 0 ? near[turn - distance + 1]?.step : other?.step
    if (!frame || !other || !step) return
    const leg =
      direction < 0 ? { there: step.back, back: step.ahead } : { there: step.ahead, back: step.back }
    course = courseOn(frame.luma, other.luma, leg, course)
    const weight = 1 - distance / (reach + 1)
    yield { matte: other.matte, flow: course.there, trust: course.trust, weight }
  }
}
