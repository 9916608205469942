import { flowTrust } from '#engine/flow-trust.ts'
import { agree, carryMemory, emptyMemory, type MatteMemory, remember } from '#engine/matte-memory.ts'
import type { Size } from '#engine/raster.ts'
import type { Leg } from './course.ts'
import type { MattedFrame } from './matte-frames.ts'
import type { Step } from './watch-frames.ts'

/** What the frames up to one, from one side, say of it. */
type Said = { readonly memory: MatteMemory; readonly frame: MattedFrame }

/** What the matte of a frame counts that no network looked at, beside one that it did. */
const carriedWeight = 0.5

/**
 * Lets all frames before and at least `ahead` frames after have a say in each matte: what they say is handed
 * from frame to frame along the motion, both ways in time, and fades with distance and where the motion
 * explains the picture badly. Flicker goes, movement stays. Nothing passes a cut.
 */
export async function* steadyMattes(
  frames: AsyncIterable<MattedFrame>,
  ahead: number,
): AsyncGenerator<MattedFrame, void, void> {
  const spare = openSpare()
  let waiting: MattedFrame[] = []
  let before: Said | undefined
  function* settle(count: number): Generator<MattedFrame, void, void> {
    const futures = hearFutures(waiting, spare)
    for (const [index, frame] of waiting.slice(0, count).entries()) {
      const { step } = frame
      const heard =
        before && step && hear(frame, before, { there: step.back, back: step.ahead }, spare.take(frame.matte))
      if (before) spare.give(before.memory)
      before = say(frame, heard, heard ?? spare.take(frame.matte))
      yield { ...frame, matte: agree(before.memory, futures[index]) }
    }
    for (const future of futures) if (future) spare.give(future)
    waiting = waiting.slice(count)
  }
  for await (const frame of frames) {
    if (!frame.step) yield* settle(waiting.length)
    waiting.push(frame)
    if (waiting.length > 2 * ahead) yield* settle(ahead + 1)
  }
  yield* settle(waiting.length)
}

/** What the later ones of neighbouring frames say of each; nothing for the last. */
function hearFutures(frames: readonly MattedFrame[], spare: Spare): (MatteMemory | undefined)[] {
  const futures: (MatteMemory | undefined)[] = []
  let after: Said | undefined
  let step: Step | undefined
  for (const frame of frames.toReversed()) {
    const heard =
      after && step && hear(frame, after, { there: step.ahead, back: step.back }, spare.take(frame.matte))
    futures.push(heard)
    if (after) spare.give(after.memory)
    after = say(frame, heard, spare.take(frame.matte))
    step = frame.step
  }
  if (after) spare.give(after.memory)
  return futures.reverse()
}

const say = (frame: MattedFrame, heard: MatteMemory | undefined, into: MatteMemory): Said => ({
  memory: remember(heard, frame.matte, frame.isKey ? 1 : carriedWeight, into),
  frame,
})

function hear(from: MattedFrame, said: Said, { there, back }: Leg, into: MatteMemory): MatteMemory {
  const trust = flowTrust(from.pyramid[0], said.frame.pyramid[0], there, back)
  return carryMemory(said.memory, { flow: there, trust, from: from.luma, to: said.frame.luma }, into)
}

/** Memories to write over: 2 MB each, of which a frame would leave a dozen to be collected. */
type Spare = { readonly take: (size: Size) => MatteMemory; readonly give: (memory: MatteMemory) => void }

function openSpare(): Spare {
  const memories: MatteMemory[] = []
  return { take: (size) => memories.pop() ?? emptyMemory(size), give: (memory) => void memories.push(memory) }
}
