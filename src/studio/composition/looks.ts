import { type Composition, type DropShadow, noComposition } from '#contract/composition.ts'
import { groundKind } from '#library/recipe/ground-kind.ts'
import type { Messages } from '#studio/messages/messages.ts'

/** The background and effects of a result: a colour of the API, or a composition of this device. */
export type Ground = {
  /** A colour in the notation of the API; null for transparency. */
  readonly background: string | null
  readonly composition: Composition
}

/** The backgrounds with a tile, in order. */
export type GroundName = keyof Messages['composition']['kinds']

/** A colour or a composed background; transparency if both are absent. */
type Behind = { readonly color: string | null; readonly ground: Composition['background'] }

const plain = (color: string | null): Behind => ({ color, ground: null })
const composed = (ground: Composition['background']): Behind => ({ color: null, ground })

/** The initial value of each background. */
export const grounds: Readonly<Record<GroundName, Behind>> = {
  none: plain(null),
  white: plain('#ffffff'),
  softGrey: plain('#e9e9e7'),
  color: plain('#ffd24a'),
  gradient: composed({
    kind: 'gradient',
    shape: 'linear',
    angle: 180,
    stops: [
      { color: '#ffffff', at: 0 },
      { color: '#b8c4d6', at: 1 },
    ],
  }),
  blurred: composed({ kind: 'original', blur: 0.02, saturation: 1 }),
  grey: composed({ kind: 'original', blur: 0, saturation: 0 }),
  picture: composed({ kind: 'picture', fit: 'cover' }),
}

/** The tile of a recipe's background. */
export const groundName = ({ background, composition }: Ground): GroundName => {
  const kind = groundKind(background !== null, composition)
  if (kind !== 'color') return kind
  return (['white', 'softGrey'] as const).find((name) => grounds[name].color === background) ?? kind
}

/** `value` with the background of that tile, otherwise unchanged. */
export const withGround = ({ composition }: Ground, name: GroundName): Ground => ({
  background: grounds[name].color,
  composition: { ...composition, background: grounds[name].ground },
})

/** Black shadows on the floor, by the apparent height of the subject above it. */
export const floorShadows = {
  soft: { angle: 180, distance: 0.03, softness: 0.03, opacity: 0.35, color: '#000000' },
  hard: { angle: 135, distance: 0.06, softness: 0.004, opacity: 0.3, color: '#000000' },
  floating: { angle: 180, distance: 0.14, softness: 0.045, opacity: 0.3, color: '#000000' },
} as const satisfies Record<string, DropShadow>

type Look = { readonly color: string | null; readonly parts: Partial<Composition> }

/** Looks as changes of a recipe. Absent parts are removed, except the subject's placement. */
const looks = {
  product: {
    color: '#ffffff',
    parts: { contactShadow: { opacity: 1 }, canvas: { ratio: '1:1', fill: 0.85 } },
  },
  floor: { color: '#ffffff', parts: { shadow: floorShadows.soft } },
  sticker: { color: null, parts: { outline: { width: 0.02, color: '#ffffff' } } },
  story: {
    color: null,
    parts: {
      background: { kind: 'original', blur: 0.05, saturation: 1 },
      canvas: { ratio: '9:16', fill: 0.8 },
    },
  },
  id: { color: '#e9e9e7', parts: { canvas: { ratio: '35:45', fill: 0.9 } } },
} as const satisfies Record<string, Look>

/** The name of a look. */
export type LookName = keyof typeof looks
/** The order of the tiles. */
export const lookNames = Object.keys(looks) as LookName[]

/** `value` with that look. */
export const withLook = ({ composition }: Pick<Ground, 'composition'>, name: LookName): Ground => ({
  background: looks[name].color,
  composition: { ...noComposition, placement: composition.placement, ...looks[name].parts },
})

/** Whether the background is transparent. */
export const isTransparent = ({ background, composition }: Ground): boolean =>
  background === null && composition.background === null

/** The look of a recipe; null if it has none. */
export const lookName = (value: Ground): LookName | null =>
  lookNames.find((name) => isSame(withLook(value, name), value)) ?? null

const isSame = (a: Ground, b: Ground): boolean =>
  a.background === b.background &&
  (Object.keys(a.composition) as (keyof Composition)[]).every(
    (part) => JSON.stringify(a.composition[part]) === JSON.stringify(b.composition[part]),
  )
