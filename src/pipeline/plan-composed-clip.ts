import { type Box, toPixels } from '#base/geometry.ts'
import { canvasWindow } from '#contract/composition.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { hasGround } from '#contract/video-options.ts'
import type { Composed } from './background-sources.ts'
import { createFrameComposer, type FrameComposer, isCovered } from './compose-frames.ts'
import { canvasOf } from './image-requests.ts'
import type { MatteBeside } from './matte-beside.ts'
import type { PlanExtras, planVideo, RenderPlan } from './plan-video.ts'
import type { RenderRequest } from './video-requests.ts'

type Request = Pick<RenderRequest, 'options' | 'parts' | 'edits'> & { readonly facts: VideoFacts }

type PlannedClip = {
  readonly plan: RenderPlan
  readonly composer: FrameComposer | undefined
  /** How the separate matte of an opaque result is made. */
  readonly beside: MatteBeside
}

/**
 * The plan of a composed clip, and the composer of its frames. `findSubject` resolves with the subject's box over the
 * whole clip, in fractions of a frame; it is called for a canvas only.
 */
export const planComposedClip = async (
  plan: typeof planVideo,
  { options, parts, edits, facts }: Request,
  composed: Composed | undefined,
  findSubject: () => Promise<Box | null>,
): Promise<PlannedClip> => {
  const canvas = canvasOf({ options, parts })
  const subject = canvas && (await findSubject())
  const shown = canvas && canvasWindow(canvas, facts, subject && toPixels(subject, facts))
  const extras: PlanExtras = { isCovered: isCovered(composed), edits, shown }
  const planned = plan(options, facts, extras)
  const placed = subject && toPixels(subject, planned.scaled)
  const staged = composed && { ...composed, subject: placed }
  const composer = createFrameComposer(staged, planned)
  const alone = staged && { ...staged, composition: { ...staged.composition, background: null } }
  const beside = {
    composer: createFrameComposer(alone, { ...planned, composite: { kind: 'cutout' } }),
    isFill: !hasGround(options, composed?.composition),
  }
  return { plan: planned, composer, beside }
}
