import * as v from 'valibot'
import { type Box, type Size, wholeBox } from '#base/geometry.ts'
import { parseColor, type Rgb } from './color.ts'
import { type StickerName, stickers } from './stickers.ts'

/** The bounds of a composition. Lengths are shares of the shorter side of the result, so that they fit every size. */
export const compositionLimits = {
  stops: { min: 2, max: 8 },
  /** Standard deviation of the Gaussian that blurs the background. */
  blur: { min: 0, max: 0.06 },
  distance: { min: 0, max: 0.3 },
  /** Standard deviation of the Gaussian that softens the shadow. */
  softness: { min: 0, max: 0.1 },
  outline: { min: 0, max: 0.05 },
  /** By how much subject and picture are moved. */
  move: { min: -1, max: 1 },
  scale: { min: 0.1, max: 4 },
  /** In degrees, clockwise. */
  rotation: { min: -180, max: 180 },
  /** The share of the canvas that the subject's box may fill. */
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
  /** The direction in which a linear gradient runs. */
  angle,
  /** Colours with their places between begin (0) and end (1), in that order. */
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
  /** 1 as photographed, 0 grey. */
  saturation: ratio,
})

/** The picture itself is a Blob and travels beside the composition. */
const pictureSchema = v.object({
  kind: v.literal('picture'),
  /** As CSS `object-fit`: `cover` fills the result, `contain` shows all of the picture. */
  fit: v.picklist(['cover', 'contain']),
  /** About the middle of the result; 1 where absent. */
  scale: v.exactOptional(within(scale)),
  /** To the right and down; 0 where absent. */
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
  /** Mirrored, left to right. */
  flip: v.boolean(),
})

/** The shapes of a canvas. */
export const canvasRatios = ['1:1', '4:5', '35:45', '16:9', '9:16'] as const

const canvasSchema = v.object({
  ratio: v.picklist(canvasRatios),
  fill: within(fill),
  /**
   * A clip has the size, the length and the bytes that this messenger takes, if it has its format. Pictures have limits
   * of their own.
   */
  sticker: v.exactOptional(v.picklist(Object.keys(stickers) as StickerName[])),
})

const dropShadowSchema = v.object({
  /** The direction in which the shadow falls. */
  angle,
  distance: within(distance),
  softness: within(softness),
  opacity: ratio,
  color,
})

/** The photo's own shadow near the lower edge of the subject, as a soft layer. */
/** The shadow that was photographed where the subject stands. */
const contactShadowSchema = v.object({ opacity: ratio })

const outlineSchema = v.object({ width: within(outline), color })

/** What stands behind and around the subject and no parameter of the API can say, as plain data. */
export const compositionSchema = v.object({
  /** Null where the options decide alone: transparency, or the colour that they name. */
  background: v.nullable(v.variant('kind', [gradientSchema, originalSchema, pictureSchema])),
  shadow: v.nullable(dropShadowSchema),
  outline: v.nullable(outlineSchema),
  contactShadow: v.optional(v.nullable(contactShadowSchema), null),
  /** Where the subject stands; null for where it was photographed. */
  placement: v.optional(v.nullable(placementSchema), null),
  /** The part of the picture that is shown, around the subject in all frames; null for what the options say. */
  canvas: v.optional(v.nullable(canvasSchema), null),
})

/** What stands behind and around the subject, and where the subject is; null for each that is not wanted. */
export type Composition = Readonly<v.InferOutput<typeof compositionSchema>>
/** What takes the place of the photo behind the subject. */
export type Background = NonNullable<Composition['background']>
/** A background that goes from one colour to another. */
export type Gradient = Readonly<v.InferOutput<typeof gradientSchema>>
/** The photo itself as the background, blurred or grey. */
export type OriginalBackground = Readonly<v.InferOutput<typeof originalSchema>>
/** A shadow that the subject's shape throws. */
export type DropShadow = Readonly<v.InferOutput<typeof dropShadowSchema>>
/** A line around the subject. */
export type Outline = Readonly<v.InferOutput<typeof outlineSchema>>

/** How the subject is moved, turned and scaled. */
export type Placement = Readonly<v.InferOutput<typeof placementSchema>>
/** The frame of the result around the subject, in place of a crop. */
export type Canvas = Readonly<v.InferOutput<typeof canvasSchema>>
/** How a picture of one's own fills the background. */
export type PictureBackground = Readonly<v.InferOutput<typeof pictureSchema>>

/** The subject alone, as the options of the API make it. */
export const noComposition: Composition = {
  background: null,
  shadow: null,
  outline: null,
  contactShadow: null,
  placement: null,
  canvas: null,
}

/**
 * The part of a picture that a canvas shows: the smallest box of its ratio, around the middle of the subject's box, of
 * which that fills at most the share `fill` along either axis. Where the picture's edge cuts the subject off, the
 * canvas ends there too, so that the cut does not stand free. Without a subject, around the whole picture. In whole
 * pixels of the picture; may reach past it.
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

/** Whether the picture's edges cut the subject off along an axis. */
type CutEnds = { readonly atStart: boolean; readonly atEnd: boolean }

/** A subject that ends so close to an edge, as a share of the picture's side, is cut off there: mattes are small. */
const cutSlack = 0.004

const cutEnds = (from: number, length: number, side: number): CutEnds => ({
  atStart: from <= side * cutSlack,
  atEnd: from + length >= side * (1 - cutSlack),
})

/** Which share of the free space along an axis lies before the subject. */
const spaceBefore = ({ atStart, atEnd }: CutEnds): number => (atStart === atEnd ? 0.5 : atStart ? 0 : 1)

/** A subject that stands where it was photographed. */
export const noPlacement: Placement = { x: 0, y: 0, scale: 1, rotation: 0, flip: false }

/**
 * Whether the photo's own shadow is added: not where the original lies behind the subject, since that has it already.
 */
export const hasContactShadow = ({ background, contactShadow }: Composition): boolean =>
  contactShadow !== null && contactShadow.opacity > 0 && background?.kind !== 'original'

/** Whether the result is the same as without a composition. */
export const isNoComposition = (composition: Composition): boolean =>
  Object.values(composition).every((part) => part === null)

/** The colour of a checked `#rrggbb`. */
export const rgbOf = (text: string): Rgb => {
  const rgb = parseColor(text)
  if (!rgb) throw new TypeError(`${text} is no colour.`)
  return rgb
}

/** A composition with what it needs besides. */
export type CompositionParts = {
  readonly composition: Composition
  /** The picture of a background of the kind `picture`; without it that background is left out. */
  readonly picture?: Blob
  /** The SHA-256 of that picture. */
  readonly pictureId?: string
}

/** What the layers of a Photoshop file are called, in the language of the page. */
export type LayerNames = {
  /** The colour, gradient or picture that stands behind the subject. */
  readonly background: string
  readonly shadow: string
  /** The shadow that the photo itself has. */
  readonly contactShadow: string
  readonly outline: string
  readonly subject: string
  /** The photo as it was; hidden. */
  readonly original: string
}
