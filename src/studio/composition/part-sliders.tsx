import { compositionLimits } from '#contract/composition.ts'
import { formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { Range } from '#studio/ui/form-fields.tsx'

const { degrees } = messages.composition
const { move, scale } = compositionLimits

/** A share of `whole`, shown as per cent. */
export const percentOf =
  (whole = 1) =>
  (value: number): string =>
    formatPercent(Math.round((value / whole) * 100) + 0)

/** A slider for a number of that name. */
export type Slider<K> = {
  readonly name: K
  readonly label: string
  /** Replaces the visible label if the context supplies the rest. */
  readonly shown?: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly text: (value: number) => string
}

/** The direction of a shadow or a gradient. */
export const angleSlider = { name: 'angle', min: 0, max: 360, step: 5, text: degrees } as const

/** Scale and position of a subject or of the picture behind it. */
export const placeSliders = (texts: Readonly<Record<'scale' | 'across' | 'down', string>>) =>
  [
    { name: 'scale', label: texts.scale, ...scale, step: 0.01, text: percentOf() },
    { name: 'x', label: texts.across, ...move, step: 0.005, text: percentOf() },
    { name: 'y', label: texts.down, ...move, step: 0.005, text: percentOf() },
  ] as const

type SlidersProps<K extends string, T> = {
  readonly value: T
  readonly sliders: readonly Slider<K>[]
  readonly onChange: (value: T) => void
}

/** Sliders for the numbers of a part of a composition. */
export const Sliders = <K extends string, T extends Readonly<Record<K, number>>>({
  value,
  sliders,
  onChange,
}: SlidersProps<K, T>) =>
  sliders.map(({ name, text, ...slider }) => (
    <Range
      key={name}
      {...slider}
      value={value[name]}
      text={text(value[name])}
      onChange={(next) => onChange({ ...value, [name]: next })}
    />
  ))
