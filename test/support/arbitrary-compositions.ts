import fc from 'fast-check'
import { type Composition, canvasRatios, compositionLimits } from '#contract/composition.ts'

type Range = { readonly min: number; readonly max: number }

/** Any number of a range, its ends among them. */
const within = ({ min, max }: Range) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.double({ min, max, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  )

const ratio = within({ min: 0, max: 1 })
const angle = within({ min: 0, max: 360 })
const color = fc.constantFrom('#000000', '#ffffff', '#1080f0')
const { stops, blur, distance, softness, outline, move, scale, rotation, fill } = compositionLimits

const background = fc.oneof(
  fc.record({
    kind: fc.constant('gradient' as const),
    shape: fc.constantFrom('linear' as const, 'radial' as const),
    angle,
    stops: fc.array(fc.record({ color, at: ratio }), { minLength: stops.min, maxLength: stops.max }),
  }),
  fc.record({ kind: fc.constant('original' as const), blur: within(blur), saturation: ratio }),
  fc.record(
    {
      kind: fc.constant('picture' as const),
      fit: fc.constantFrom('cover' as const, 'contain' as const),
      scale: within(scale),
      x: within(move),
      y: within(move),
    },
    { requiredKeys: ['kind', 'fit'] },
  ),
)

const orNone = <T>(part: fc.Arbitrary<T>) => fc.option(part, { freq: 2 })

/** Any composition that the contract allows. */
export const anyComposition: fc.Arbitrary<Composition> = fc.record({
  background: orNone(background),
  shadow: orNone(
    fc.record({ angle, distance: within(distance), softness: within(softness), opacity: ratio, color }),
  ),
  outline: orNone(fc.record({ width: within(outline), color })),
  contactShadow: orNone(fc.record({ opacity: ratio })),
  placement: orNone(
    fc.record({
      x: within(move),
      y: within(move),
      scale: within(scale),
      rotation: within(rotation),
      flip: fc.boolean(),
    }),
  ),
  canvas: orNone(fc.record({ ratio: fc.constantFrom(...canvasRatios), fill: within(fill) })),
})
