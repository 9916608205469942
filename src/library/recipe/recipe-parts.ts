import type { Composition } from '#contract/composition.ts'
import type { Recipe } from './recipe.ts'
import type { VideoRecipe } from './video-recipe.ts'

/** The settings of an item of any kind. */
export type AnyRecipe = { readonly composition: Composition }

/** The name of a group of settings. */
export type PartName =
  | 'level'
  | 'background'
  | 'shadow'
  | 'contactShadow'
  | 'outline'
  | 'placement'
  | 'canvas'
  | 'crop'
  | 'dimensions'
  | 'format'
  | 'quality'
  | 'depth'
  | 'size'
  | 'channels'
  | 'sound'
  | 'fields'
  | 'matte'
  | 'sequence'

/** Settings that are compared and copied together. */
export type RecipePart = {
  readonly name: PartName
  /** Whether it depends on the content of the item, so that changes do not reach other items by default. */
  readonly isOwn: boolean
  readonly fields: readonly string[]
  readonly composed: readonly (keyof Composition)[]
}

const partOf =
  <R extends AnyRecipe>() =>
  (
    name: PartName,
    fields: readonly Exclude<keyof R & string, 'composition'>[],
    composed: readonly (keyof Composition)[] = [],
    isOwn = false,
  ): RecipePart => ({ name, isOwn, fields, composed })

const image = partOf<Recipe>()
const video = partOf<VideoRecipe>()

const composedParts = [
  image('background', ['background', 'picture'], ['background']),
  image('shadow', [], ['shadow']),
  image('contactShadow', [], ['contactShadow']),
  image('outline', [], ['outline']),
  image('placement', [], ['placement'], true),
  image('canvas', [], ['canvas']),
] as const

/** The parts of picture settings. */
export const imageRecipeParts: readonly RecipePart[] = [
  image('level', ['level']),
  ...composedParts,
  image('crop', ['crop', 'ratio', 'padding'], [], true),
  image('dimensions', ['exactSize', 'width', 'height', 'fit', 'dpi']),
  image('format', ['format', 'inSrgb']),
  image('quality', ['quality', 'isLossless', 'maxBytes']),
  image('depth', ['depth']),
  image('size', ['size']),
  image('channels', ['channels']),
]

/** The parts of video settings. */
export const videoRecipeParts: readonly RecipePart[] = [
  video('level', ['level']),
  ...composedParts,
  video('size', ['size']),
  video('format', ['format']),
  video('channels', ['channels']),
  video('sound', ['hasSound', 'soundTracks']),
  video('fields', ['deinterlace']),
  video('matte', ['hasMatte']),
  video('sequence', ['sequence']),
]

const valuesOf = (recipe: AnyRecipe, { fields, composed }: RecipePart) => ({
  own: Object.fromEntries(fields.map((field) => [field, recipe[field as keyof AnyRecipe]])),
  composed: Object.fromEntries(composed.map((field) => [field, recipe.composition[field]])),
})

/** Whether two recipes agree in a part. */
export const isSamePart = (a: AnyRecipe, b: AnyRecipe, part: RecipePart): boolean =>
  a === b || JSON.stringify(valuesOf(a, part)) === JSON.stringify(valuesOf(b, part))

/** `recipe` with these parts copied from `from`; the same object if nothing changes. */
export const withParts = <R extends AnyRecipe>(recipe: R, from: R, parts: readonly RecipePart[]): R => {
  let next = recipe
  for (const part of parts) {
    if (isSamePart(next, from, part)) continue
    const { own, composed } = valuesOf(from, part)
    next = { ...next, ...own, composition: { ...next.composition, ...composed } }
  }
  return next
}
