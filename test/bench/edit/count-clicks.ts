import { applyClicks } from '#engine/clicks/apply-clicks.ts'
import type { Click } from '#engine/clicks/click-grid.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { type EditCase, toLabels } from './edit-cases.ts'
import { iouOf, nextClick } from './simulate-clicks.ts'

/** IoU at which a matte counts as mended, and the most clicks that are tried. */
export const goal = { iou: 0.9, maxClicks: 20 } as const

export type ClickSession = {
  /** IoU before the first click and after each; ends where the goal is reached. */
  readonly ious: readonly number[]
  /** Milliseconds of each click. */
  readonly times: readonly number[]
}

/** Clicks until the goal is reached; where `random` is absent at centres of the largest wrong region, else in it. */
export function clickUntilGood(
  { picture, matte, truth }: EditCase,
  features: FeatureMaps | null,
  {
    random,
    maxClicks = goal.maxClicks,
  }: { readonly random?: () => number; readonly maxClicks?: number } = {},
): ClickSession {
  const clicks: Click[] = []
  const ious: number[] = []
  const times: number[] = []
  // A matte of its own, so that nothing is known of it when its first click is timed.
  const start = { ...matte }
  for (let labels = toLabels(matte, truth); ; ) {
    ious.push(iouOf(labels, truth))
    const click = nextClick(labels, truth, random)
    if (!click || (ious.at(-1) ?? 0) >= goal.iou || clicks.length === maxClicks) break
    clicks.push(click)
    const begin = performance.now()
    const after = applyClicks({ picture, matte: start, features, clicks: [...clicks] })
    times.push(performance.now() - begin)
    labels = toLabels(after, truth)
  }
  return { ious, times }
}

/** Number of clicks to the goal (NoC); the cap where it was not reached. */
export const clicksToGoal = ({ ious }: ClickSession): number =>
  (ious.at(-1) ?? 0) >= goal.iou ? ious.length - 1 : goal.maxClicks

/** IoU after so many clicks; of those that needed fewer, the last. */
export const iouAfter = ({ ious }: ClickSession, clicks: number): number =>
  ious[Math.min(clicks, ious.length - 1)] ?? 0
