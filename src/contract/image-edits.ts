import * as v from 'valibot'
import { areRunsOf } from '#base/plane-runs.ts'
import { ServiceError } from './service-error.ts'

/**
 * Limits of edits. Lengths are pixels of the source. Coordinates may lie outside the picture, where strokes may begin
 * and end.
 */
export const editLimits = {
  /** Per image. */
  maxEdits: 20_000,
  /** Per stroke or lasso. */
  maxPoints: 20_000,
  /** Absolute value of a coordinate. */
  maxCoordinate: 100_000,
  radius: { min: 0.5, max: 10_000 },
  edgeShift: { min: -10, max: 10 },
  feather: { min: 0, max: 20 },
  /** The longer side of an alternative's matte, in its pixels. */
  takenSide: 512,
} as const

/** A point of a stroke: x, y, and the pen's pressure from 0 to 1 (1 for a mouse). */
export type StrokePoint = readonly [x: number, y: number, pressure: number]
/** A corner of a lasso. */
export type LassoPoint = readonly [x: number, y: number]

/** Share of the radius within which a snapping stroke covers everything; only the rim beyond follows edges. */
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

/** One check for all points: a schema per point would take a second for many strokes. */
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
  /** `refine` estimates alpha again inside the stroke, for hair and fur. */
  mode: v.picklist(['keep', 'remove', 'refine']),
  /** Brush radius at full pressure. */
  radius: between(radius.min, radius.max),
  /** Share of the radius with full effect; beyond, the effect falls to 0. */
  hardness: between(0, 1),
  /** Whether the effect ends at edges of the picture within the brush. */
  snap: v.boolean(),
  points: pointsSchema(isStrokePoint, 1),
})

const lassoSchema = v.object({
  kind: v.literal('lasso'),
  mode: keepOrRemove,
  /** Corners of a polygon, filled by the even-odd rule. */
  points: pointsSchema(isLassoPoint, 3),
})

const clickSchema = v.object({ kind: v.literal('click'), mode: keepOrRemove, x: coordinate, y: coordinate })

const takenLength = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(takenSide))

/** Replaces the whole matte by an alternative one. */
const alternativeSchema = v.pipe(
  v.object({
    kind: v.literal('alternative'),
    width: takenLength,
    height: takenLength,
    /** See `PlaneRuns`. */
    runs: v.custom<readonly number[]>((runs) => Array.isArray(runs) && runs.length <= takenSide ** 2),
  }),
  v.check((take) => areRunsOf(take, take.runs)),
)

/** Edits of an image, as plain data. Coordinates are fractional pixels of the upright source. */
const imageEdits = v.object({
  version: v.literal(1),
  /** In chronological order; later edits cover earlier ones. */
  list: v.pipe(
    v.array(v.variant('kind', [strokeSchema, lassoSchema, clickSchema, alternativeSchema])),
    v.maxLength(maxEdits),
    v.readonly(),
  ),
  /** Pixels by which the subject's edge moves outwards; negative: inwards. */
  edgeShift: between(edgeShift.min, edgeShift.max),
  /** Standard deviation of the Gaussian that softens the edge, in pixels. */
  feather: between(feather.min, feather.max),
  /** Share of the subject's own colour in edge pixels, instead of the photo's: 0 to 1 (D-20). */
  edgeColors: between(0, 1),
})

/** All edits of an image: a chronological list, and edge values. */
export type ImageEdits = Readonly<v.InferOutput<typeof imageEdits>>
/** A brush stroke. */
export type StrokeEdit = Readonly<v.InferOutput<typeof strokeSchema>>
/** A filled polygon. */
export type LassoEdit = Readonly<v.InferOutput<typeof lassoSchema>>
/** A click that marks subject or background. */
export type ClickEdit = Readonly<v.InferOutput<typeof clickSchema>>
/** An alternative matte of the whole image. */
export type AlternativeEdit = Readonly<v.InferOutput<typeof alternativeSchema>>
/** An edit drawn with a pointer. */
export type DrawnEdit = StrokeEdit | LassoEdit | ClickEdit
/** An edit of the list. */
export type Edit = DrawnEdit | AlternativeEdit

/** Whether an edit was drawn with a pointer. */
export const isDrawn = (edit: Edit): edit is DrawnEdit => edit.kind !== 'alternative'

/** Edits of another type, with the same edge values. */
export type EditsOf<E> = Omit<ImageEdits, 'list'> & { readonly list: readonly E[] }

/** Limits a coordinate. */
export const clampCoordinate = (value: number): number =>
  Math.min(maxCoordinate, Math.max(-maxCoordinate, value))

/** The edits of an unedited image. */
export const noEdits: EditsOf<never> = { version: 1, list: [], edgeShift: 0, feather: 0, edgeColors: 1 }

/** Whether edits change nothing. */
export const isUnedited = ({
  list,
  edgeShift: shift,
  feather: blur,
  edgeColors,
}: EditsOf<unknown>): boolean => list.length === 0 && shift === 0 && blur === 0 && edgeColors === 1

/** Parses stored edits. Throws only `validation_error`. */
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
