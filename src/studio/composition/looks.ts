import { type Composition, type DropShadow, noComposition } from '#contract/composition.ts'
import { groundKind } from '#library/recipe/ground-kind.ts'
import type { Messages } from '#studio/messages/messages.ts'

/** What stands behind and around the subject: a colour of the API, or what only this device composes. */
export type Ground = {
  /** A colour as the API writes it; null for transparency. */
  readonly background: string | null
  readonly composition: Composition
}

/** The backgrounds that have a tile, in its order. */
export type GroundName = keyof Messages['composition']['kinds']

/** A colour, or a background of a composition; neither is transparency. */
type Behind = { readonly color: string | null; readonly ground: Composition['background'] }

const plain = (color: string | null): Behind => ({ color, ground: null })
const composed = (ground: Composition['background']): Behind => ({ color: null, ground })

/** What each background begins with. */
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

/** The background of a recipe, by the name of its tile. */
export const groundName = ({ background, composition }: Ground): GroundName => {
  const kind = groundKind(background !== null, composition)
  if (kind !== 'color') return kind
  return (['white', 'softGrey'] as const).find((name) => grounds[name].color === background) ?? kind
}

/** `value` with the background of that tile; all else stays. */
export const withGround = ({ composition }: Ground, name: GroundName): Ground => ({
  background: grounds[name].color,
  composition: { ...composition, background: grounds[name].ground },
})

/** Black shadows on the floor, by how high above it the subject seems to be. */
export const floorShadows = {
  soft: { angle: 180, distance: 0.03, softness: 0.03, opacity: 0.35, color: '#000000' },
  hard: { angle: 135, distance: 0.06, softness: 0.004, opacity: 0.3, color: '#000000' },
  floating: { angle: 180, distance: 0.14, softness: 0.045, opacity: 0.3, color: '#000000' },
} as const satisfies Record<string, DropShadow>

type Look = { readonly color: string | null; readonly parts: Partial<Composition> }

/** Whole looks as changes of a recipe. What they do not name goes, but the place of the subject. */
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

/** A look, by its name. */
export type LookName = keyof typeof looks
/** In the order of their tiles. */
export const lookNames = Object.keys(looks) as LookName[]

/** `value` with that look. */
export const withLook = ({ composition }: Pick<Ground, 'composition'>, name: LookName): Ground => ({
  background: looks[name].color,
  composition: { ...noComposition, placement: composition.placement, ...looks[name].parts },
})

/** Whether nothing stands behind the subject. */
export const isTransparent = ({ background, composition }: Ground): boolean =>
  background === null && composition.background === null

/** The look that a recipe has; null where none. */
export const lookName = (value: Ground): LookName | null =>
  lookNames.find((name) => isSame(withLook(value, name), value)) ?? null

const isSame = (a: Ground, b: Ground): boolean =>
  a.background === b.background &&
  (Object.keys(a.composition) as (keyof Composition)[]).every(
    (part) => JSON.stringify(a.composition[part]) === JSON.stringify(b.composition[part]),
  )
