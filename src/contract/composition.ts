import * as v from 'valibot'
import { type Box, type Size, wholeBox } from '#base/geometry.ts'
import { parseColor, type Rgb } from './color.ts'
import { type StickerName, stickers } from './stickers.ts'

/** Limits of a composition. Lengths are relative to the shorter side of the result. */
export const compositionLimits = {
  stops: { min: 2, max: 8 },
  /** Standard deviation of the Gaussian that blurs the background. */
  blur: { min: 0, max: 0.06 },
  distance: { min: 0, max: 0.3 },
  /** Standard deviation of the Gaussian that softens the shadow. */
  softness: { min: 0, max: 0.1 },
  outline: { min: 0, max: 0.05 },
  /** Displacement of subject or picture. */
  move: { min: -1, max: 1 },
  scale: { min: 0.1, max: 4 },
  /** In degrees, clockwise. */
  rotation: { min: -180, max: 180 },
  /** Largest share of the canvas that the subject's box fills. */
  fill: { min: 0.1, max: 1 },
} as const

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  v.pipe(v.number(), v.finite(), v.minValue(min), v.maxValue(max))

const ratio = within({ min: 0, max: 1 })
/** In degrees: 0 upwards, 90 to the right, as in CSS. */
const angle = within({ min: 0, max: 360 })
const color = v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/))

const { stops, blur, distance, softness, outline, move, scale, rotation, fill } = compositionLimits

const gradientSchema = v.object({
  kind: v.literal('gradient'),
  shape: v.picklist(['linear', 'radial']),
  /** Direction of a linear gradient. */
  angle,
  /** Colours and their positions, from 0 to 1, ascending. */
  stops: v.pipe(
    v.array(v.object({ color, at: ratio })),
    v.minLength(stops.min),
    v.maxLength(stops.max),
    v.readonly(),
  ),
})

const originalSchema = v.object({
  kind: v.literal('original'),
  blur: within(blur),
  /** 1 original, 0 grey. */
  saturation: ratio,
})

/** The picture is a Blob outside the composition. */
const pictureSchema = v.object({
  kind: v.literal('picture'),
  /** As CSS `object-fit`: `cover` fills the result, `contain` shows the whole picture. */
  fit: v.picklist(['cover', 'contain']),
  /** About the middle of the result; default 1. */
  scale: v.exactOptional(within(scale)),
  /** To the right and down; default 0. */
  x: v.exactOptional(within(move)),
  y: v.exactOptional(within(move)),
})

const placementSchema = v.object({
  /** To the right and down. */
  x: within(move),
  y: within(move),
  /** About the middle of the subject's box; in a clip without a canvas, of the frame. */
  scale: within(scale),
  rotation: within(rotation),
  flip: v.boolean(),
})

/** The shapes of a canvas. */
export const canvasRatios = ['1:1', '4:5', '35:45', '16:9', '9:16'] as const

const canvasSchema = v.object({
  ratio: v.picklist(canvasRatios),
  fill: within(fill),
  /** Applies the messenger's limits of size, length and bytes to clips in its format. Pictures have other limits. */
  sticker: v.exactOptional(v.picklist(Object.keys(stickers) as StickerName[])),
})

const dropShadowSchema = v.object({
  /** Direction in which the shadow falls. */
  angle,
  distance: within(distance),
  softness: within(softness),
  opacity: ratio,
  color,
})

/** The shadow in the photo near the lower edge of the subject, as a soft layer. */
const contactShadowSchema = v.object({ opacity: ratio })

const outlineSchema = v.object({ width: within(outline), color })

/** Background and surroundings of the subject that the API has no parameters for, as plain data. */
export const compositionSchema = v.object({
  /** Null: as the options, transparent or a colour. */
  background: v.nullable(v.variant('kind', [gradientSchema, originalSchema, pictureSchema])),
  shadow: v.nullable(dropShadowSchema),
  outline: v.nullable(outlineSchema),
  contactShadow: v.optional(v.nullable(contactShadowSchema), null),
  /** Placement of the subject; null: as photographed. */
  placement: v.optional(v.nullable(placementSchema), null),
  /** The part of the picture shown, around the subject in all frames; null: as the options. */
  canvas: v.optional(v.nullable(canvasSchema), null),
})

/** Background, shadows, outline, placement and canvas of a result; null for each that is absent. */
export type Composition = Readonly<v.InferOutput<typeof compositionSchema>>
/** What replaces the photo behind the subject. */
export type Background = NonNullable<Composition['background']>
/** A linear or radial colour gradient. */
export type Gradient = Readonly<v.InferOutput<typeof gradientSchema>>
/** The photo as its own background, blurred or grey. */
export type OriginalBackground = Readonly<v.InferOutput<typeof originalSchema>>
/** A shadow cast by the subject's shape. */
export type DropShadow = Readonly<v.InferOutput<typeof dropShadowSchema>>
/** A line around the subject. */
export type Outline = Readonly<v.InferOutput<typeof outlineSchema>>

/** Translation, rotation, scale and reflection of the subject. */
export type Placement = Readonly<v.InferOutput<typeof placementSchema>>
/** The area of the result around the subject, instead of a crop. */
export type Canvas = Readonly<v.InferOutput<typeof canvasSchema>>
/** How a picture fills the background. */
export type PictureBackground = Readonly<v.InferOutput<typeof pictureSchema>>

/** No composition: the result follows the API's options. */
export const noComposition: Composition = {
  background: null,
  shadow: null,
  outline: null,
  contactShadow: null,
  placement: null,
  canvas: null,
}

/**
 * The part of a picture that a canvas shows, in whole pixels of the picture; it may extend beyond it. The smallest box
 * of the canvas's ratio, centred on the subject's box, which fills at most the share `fill` along either axis. Where
 * the picture's edge cuts off the subject, the canvas ends there too, so that the cut is not visible. Without a
 * subject, it surrounds the whole picture.
 */
export const canvasWindow = ({ ratio, fill }: Canvas, picture: Size, subject: Box | null): Box => {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const aspect = across / down
  const inner = subject ?? wholeBox(picture)
  const [x, y] = [
    cutEnds(inner.x, inner.width, picture.width),
    cutEnds(inner.y, inner.height, picture.height),
  ]
  const share = ({ atStart, atEnd }: CutEnds) => (subject && !(atStart && atEnd) ? fill : 1)
  const width = Math.round(Math.max(inner.width / share(x), (inner.height * aspect) / share(y)))
  const height = Math.round(width / aspect)
  return {
    x: Math.round(inner.x + (inner.width - width) * spaceBefore(x)),
    y: Math.round(inner.y + (inner.height - height) * spaceBefore(y)),
    width,
    height,
  }
}

/** Whether the picture's edges cut off the subject along an axis. */
type CutEnds = { readonly atStart: boolean; readonly atEnd: boolean }

/** Share of the picture's side within which an edge cuts off the subject: mattes are small. */
const cutSlack = 0.004

const cutEnds = (from: number, length: number, side: number): CutEnds => ({
  atStart: from <= side * cutSlack,
  atEnd: from + length >= side * (1 - cutSlack),
})

/** The share of the free space along an axis that precedes the subject. */
const spaceBefore = ({ atStart, atEnd }: CutEnds): number => (atStart === atEnd ? 0.5 : atStart ? 0 : 1)

/** The subject's placement as photographed. */
export const noPlacement: Placement = { x: 0, y: 0, scale: 1, rotation: 0, flip: false }

/** Whether the photo's shadow is added; not onto the original background, which contains it. */
export const hasContactShadow = ({ background, contactShadow }: Composition): boolean =>
  contactShadow !== null && contactShadow.opacity > 0 && background?.kind !== 'original'

/** Whether a composition changes nothing. */
export const isNoComposition = (composition: Composition): boolean =>
  Object.values(composition).every((part) => part === null)

/** Parses a validated `#rrggbb`. */
export const rgbOf = (text: string): Rgb => {
  const rgb = parseColor(text)
  if (!rgb) throw new TypeError(`${text} is no colour.`)
  return rgb
}

/** A composition with its picture. */
export type CompositionParts = {
  readonly composition: Composition
  /** The picture of a `picture` background; without it, that background is omitted. */
  readonly picture?: Blob
  /** SHA-256 of the picture. */
  readonly pictureId?: string
}

/** Layer names of a Photoshop file, in the page's language. */
export type LayerNames = {
  /** The background colour, gradient or picture. */
  readonly background: string
  readonly shadow: string
  /** The shadow in the photo. */
  readonly contactShadow: string
  readonly outline: string
  readonly subject: string
  /** The original photo, hidden. */
  readonly original: string
}
