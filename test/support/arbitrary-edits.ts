import fc from 'fast-check'
import { type Edit, editLimits, type ImageEdits } from '#contract/image-edits.ts'
import type { TimedEdit, VideoEdits } from '#contract/video-edits.ts'

const { maxCoordinate, radius, edgeShift, feather } = editLimits

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })

/** Mostly near a small picture, also at the very limits. */
const coordinate = fc.oneof(
  { weight: 6, arbitrary: between(-30, 60) },
  { weight: 1, arbitrary: fc.constantFrom(-maxCoordinate, maxCoordinate, 0, -0, 0.5) },
  { weight: 1, arbitrary: between(-maxCoordinate, maxCoordinate) },
)
const mode = fc.constantFrom('keep' as const, 'remove' as const)
const points = <P>(point: fc.Arbitrary<P>, minLength: number) =>
  fc.oneof(
    fc.array(point, { minLength, maxLength: 8 }),
    point.map((one) => Array<P>(minLength + 2).fill(one)),
  )

/** Any edit that the contract allows. */
export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('click' as const), mode, x: coordinate, y: coordinate }),
  fc.record({
    kind: fc.constant('stroke' as const),
    mode: fc.constantFrom('keep' as const, 'remove' as const, 'refine' as const),
    radius: fc.oneof(between(radius.min, 40), fc.constantFrom(radius.min, radius.max)),
    hardness: between(0, 1),
    snap: fc.boolean(),
    points: points(fc.tuple(coordinate, coordinate, between(0, 1)), 1),
  }),
  fc.record({
    kind: fc.constant('lasso' as const),
    mode,
    points: points(fc.tuple(coordinate, coordinate), 3),
  }),
)

const edgeValues = {
  version: fc.constant(1 as const),
  edgeShift: between(edgeShift.min, edgeShift.max),
  feather: between(feather.min, feather.max),
  edgeColors: between(0, 1),
}

export const anyImageEdits: fc.Arbitrary<ImageEdits> = fc.record({
  ...edgeValues,
  list: fc.array(anyEdit, { maxLength: 3 }),
})

const seconds = fc.constantFrom(0, 0.04, 1.5, 86_400)

export const anyTimedEdit: fc.Arbitrary<TimedEdit> = fc
  .tuple(anyEdit, seconds, fc.boolean())
  .map(([edit, atSeconds, isReached]) => ({
    ...edit,
    atSeconds,
    ...(isReached && { reach: { fromSeconds: 0, toSeconds: 86_400 } }),
  }))

export const anyVideoEdits: fc.Arbitrary<VideoEdits> = fc.record({
  ...edgeValues,
  list: fc.array(anyTimedEdit, { maxLength: 4 }),
})
