import * as v from 'valibot'
import { areRunsOf } from '#base/plane-runs.ts'
import { ServiceError } from './service-error.ts'

/**
 * The bounds of edits. Lengths are pixels of the source. Coordinates may lie outside the picture, because a stroke may
 * begin and end there.
 */
export const editLimits = {
  /** Edits of one image. */
  maxEdits: 20_000,
  /** Points of one stroke or lasso. */
  maxPoints: 20_000,
  /** Distance of a coordinate from 0. */
  maxCoordinate: 100_000,
  radius: { min: 0.5, max: 10_000 },
  edgeShift: { min: -10, max: 10 },
  feather: { min: 0, max: 20 },
  /** The longer side of a matte that is taken, in its own pixels. */
  takenSide: 512,
} as const

/** A point of a stroke: x, y, and the pressure of the pen from 0 to 1 (1 for a mouse). */
export type StrokePoint = readonly [x: number, y: number, pressure: number]
/** A corner of a lasso. */
export type LassoPoint = readonly [x: number, y: number]

/** A stroke that follows edges takes all within this share of its radius; only its rim, from there on, follows them. */
export const followedCore = 0.5

const between = (min: number, max: number) => v.pipe(v.number(), v.finite(), v.minValue(min), v.maxValue(max))

const isWithin = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && value >= min && value <= max

const { maxEdits, maxPoints, maxCoordinate, radius, edgeShift, feather, takenSide } = editLimits

const isCoordinate = (value: unknown) => isWithin(value, -maxCoordinate, maxCoordinate)

const isStrokePoint = (value: unknown): value is StrokePoint =>
  Array.isArray(value) &&
  value.length === 3 &&
  isCoordinate(value[0]) &&
  isCoordinate(value[1]) &&
  isWithin(value[2], 0, 1)

const isLassoPoint = (value: unknown): value is LassoPoint =>
  Array.isArray(value) && value.length === 2 && isCoordinate(value[0]) && isCoordinate(value[1])

/** One check for all points: a schema for each would take a second for an image with many strokes. */
const pointsSchema = <Point>(isPoint: (value: unknown) => value is Point, minLength: number) =>
  v.custom<readonly Point[]>(
    (points) =>
      Array.isArray(points) &&
      points.length >= minLength &&
      points.length <= maxPoints &&
      points.every(isPoint),
  )

const coordinate = between(-maxCoordinate, maxCoordinate)
const keepOrRemove = v.picklist(['keep', 'remove'])

const strokeSchema = v.object({
  kind: v.literal('stroke'),
  /** `refine` estimates alpha anew from the picture inside the stroke, for hair and fur. */
  mode: v.picklist(['keep', 'remove', 'refine']),
  /** Of the brush at full pressure. */
  radius: between(radius.min, radius.max),
  /** The share of the radius that has full effect; from there the effect falls to 0 at the radius. */
  hardness: between(0, 1),
  /** Whether the effect ends at the edges that the picture has inside the brush. */
  snap: v.boolean(),
  points: pointsSchema(isStrokePoint, 1),
})

const lassoSchema = v.object({
  kind: v.literal('lasso'),
  mode: keepOrRemove,
  /** The corners of a polygon, which is closed by itself; it is filled by the even-odd rule. */
  points: pointsSchema(isLassoPoint, 3),
})

const clickSchema = v.object({ kind: v.literal('click'), mode: keepOrRemove, x: coordinate, y: coordinate })

const takenLength = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(takenSide))

/** Another cut-out of the whole picture took the place of what was there: its matte, over all of the picture. */
const alternativeSchema = v.pipe(
  v.object({
    kind: v.literal('alternative'),
    width: takenLength,
    height: takenLength,
    /** As in `PlaneRuns`. */
    runs: v.custom<readonly number[]>((runs) => Array.isArray(runs) && runs.length <= takenSide ** 2),
  }),
  v.check((take) => areRunsOf(take, take.runs)),
)

/** The edits of one image, as plain data. All coordinates are pixels of the upright source, with fractions. */
const imageEdits = v.object({
  version: v.literal(1),
  /** In the order in which they were made; a later one goes over an earlier one. */
  list: v.pipe(
    v.array(v.variant('kind', [strokeSchema, lassoSchema, clickSchema, alternativeSchema])),
    v.maxLength(maxEdits),
    v.readonly(),
  ),
  /** By how many pixels the subject's edge is moved outwards; inwards where negative. */
  edgeShift: between(edgeShift.min, edgeShift.max),
  /** Standard deviation, in pixels, of the Gaussian that softens the edge. */
  feather: between(feather.min, feather.max),
  /** How far edge pixels take the subject's own colour instead of the photo's: 0 not at all, 1 wholly (D-20). */
  edgeColors: between(0, 1),
})

/** All edits of an image: a list in the order in which they were made, and the values of the edge. */
export type ImageEdits = Readonly<v.InferOutput<typeof imageEdits>>
/** A stroke of a brush. */
export type StrokeEdit = Readonly<v.InferOutput<typeof strokeSchema>>
/** An area that a line encloses. */
export type LassoEdit = Readonly<v.InferOutput<typeof lassoSchema>>
/** A click on what belongs to the subject, or does not. */
export type ClickEdit = Readonly<v.InferOutput<typeof clickSchema>>
/** Another matte of the whole image, which takes the place of what is there. */
export type AlternativeEdit = Readonly<v.InferOutput<typeof alternativeSchema>>
/** An edit that a pointer draws. */
export type DrawnEdit = StrokeEdit | LassoEdit | ClickEdit
/** One entry of the list. */
export type Edit = DrawnEdit | AlternativeEdit

/** Whether a pointer drew an edit. */
export const isDrawn = (edit: Edit): edit is DrawnEdit => edit.kind !== 'alternative'

/** Edits of another kind, with the same edge values as those of an image. */
export type EditsOf<E> = Omit<ImageEdits, 'list'> & { readonly list: readonly E[] }

/** A coordinate within the limit. */
export const clampCoordinate = (value: number): number =>
  Math.min(maxCoordinate, Math.max(-maxCoordinate, value))

/** The edits of an image that has none. */
export const noEdits: EditsOf<never> = { version: 1, list: [], edgeShift: 0, feather: 0, edgeColors: 1 }

/** Whether the result is the same as without edits. */
export const isUnedited = ({
  list,
  edgeShift: shift,
  feather: blur,
  edgeColors,
}: EditsOf<unknown>): boolean => list.length === 0 && shift === 0 && blur === 0 && edgeColors === 1

/** Reads edits that were stored. Throws nothing but `validation_error`, for anything that is not edits. */
export const parseImageEdits = (value: unknown): ImageEdits => {
  let cause: unknown
  try {
    const result = v.safeParse(imageEdits, value)
    if (result.success) return result.output
  } catch (thrown) {
    cause = thrown
  }
  throw new ServiceError('validation_error', { reason: 'edits_unreadable', cause })
}
