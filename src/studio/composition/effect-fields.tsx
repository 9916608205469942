import type { ReactNode } from 'react'
import {
  type Composition,
  compositionLimits,
  type DropShadow,
  noPlacement,
  type Outline,
} from '#contract/composition.ts'
import { formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { ColorChoice } from '#studio/ui/color-choice.tsx'
import { Range, Switch } from '#studio/ui/form-fields.tsx'

const {
  degrees,
  shadow: shadowTexts,
  outline: outlineTexts,
  contactShadow: contactTexts,
  placement: placementTexts,
} = messages.composition

/** Below the subject and a little to the right, soft. */
const firstShadow: DropShadow = { angle: 160, distance: 0.03, softness: 0.02, opacity: 0.4, color: '#000000' }
const firstOutline: Outline = { width: 0.015, color: '#ffffff' }

/** A share of `whole`, which a slider shows as per cent. */
export const percentOf =
  (whole = 1) =>
  (value: number): string =>
    formatPercent(Math.round((value / whole) * 100))

/** A slider for a number of that name. */
export type Slider<K> = {
  readonly name: K
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly text: (value: number) => string
}

const { distance, softness, outline: width, move, scale, rotation } = compositionLimits
const strength = { name: 'opacity', min: 0, max: 1, step: 0.05, text: percentOf() } as const
/** The direction of a shadow or a gradient. */
export const angleSlider = { name: 'angle', min: 0, max: 360, step: 5, text: degrees } as const

const shadowSliders = [
  { ...strength, label: shadowTexts.strength },
  { name: 'softness', label: shadowTexts.softness, ...softness, step: 0.002, text: percentOf(softness.max) },
  { name: 'distance', label: shadowTexts.distance, ...distance, step: 0.005, text: percentOf(distance.max) },
  { ...angleSlider, label: shadowTexts.angle },
] as const
const contactSliders = [{ ...strength, label: contactTexts.strength }] as const
const outlineSliders = [
  { name: 'width', label: outlineTexts.width, ...width, step: 0.001, text: percentOf(width.max) },
] as const

/** How large something is and where it lies, of a subject or of the picture behind it. */
export const placeSliders = (texts: Readonly<Record<'scale' | 'across' | 'down', string>>) =>
  [
    { name: 'scale', label: texts.scale, ...scale, step: 0.01, text: percentOf() },
    { name: 'x', label: texts.across, ...move, step: 0.005, text: percentOf() },
    { name: 'y', label: texts.down, ...move, step: 0.005, text: percentOf() },
  ] as const
const placementSliders = [
  ...placeSliders(placementTexts),
  { name: 'rotation', label: placementTexts.rotation, ...rotation, step: 1, text: degrees },
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

type OptionalProps<T> = {
  readonly label: string
  readonly value: T | null
  /** What it begins with. */
  readonly first: T
  readonly onChange: (value: T | null) => void
  readonly children: (value: T) => ReactNode
}

/** A part that a switch adds, with its fields. */
const Optional = <T,>({ label, value, first, onChange, children }: OptionalProps<T>) => (
  <>
    <Switch label={label} checked={value !== null} onChange={(isOn) => onChange(isOn ? first : null)} />
    {value === null ? null : children(value)}
  </>
)

type Props = {
  readonly value: Composition
  readonly onChange: (change: Partial<Composition>) => void
}

/** The fields for what stands around the subject, and for where that stands. */
export function EffectFields({ value, onChange }: Props) {
  const put =
    <K extends keyof Composition>(name: K) =>
    (part: Composition[K]) =>
      onChange({ [name]: part })
  const setShadow = put('shadow')
  const setOutline = put('outline')
  const setPlacement = put('placement')
  return (
    <>
      <Optional label={shadowTexts.on} value={value.shadow} first={firstShadow} onChange={setShadow}>
        {(shadow) => (
          <>
            <Sliders value={shadow} sliders={shadowSliders} onChange={setShadow} />
            <ColorChoice
              label={shadowTexts.color}
              value={shadow.color}
              onChange={(color) => setShadow({ ...shadow, color })}
            />
          </>
        )}
      </Optional>
      {value.background?.kind === 'original' ? null : (
        <Optional
          label={contactTexts.on}
          value={value.contactShadow}
          first={{ opacity: 1 }}
          onChange={put('contactShadow')}
        >
          {(shadow) => (
            <>
              <p className="text-xs text-ink-soft">{contactTexts.help}</p>
              <Sliders value={shadow} sliders={contactSliders} onChange={put('contactShadow')} />
            </>
          )}
        </Optional>
      )}
      <Optional label={outlineTexts.on} value={value.outline} first={firstOutline} onChange={setOutline}>
        {(outline) => (
          <>
            <Sliders value={outline} sliders={outlineSliders} onChange={setOutline} />
            <ColorChoice
              label={outlineTexts.color}
              value={outline.color}
              onChange={(color) => setOutline({ ...outline, color })}
            />
          </>
        )}
      </Optional>
      <Optional label={placementTexts.on} value={value.placement} first={noPlacement} onChange={setPlacement}>
        {(placement) => (
          <>
            <p className="text-xs text-ink-soft">{placementTexts.help}</p>
            <Sliders value={placement} sliders={placementSliders} onChange={setPlacement} />
            <Switch
              label={placementTexts.flip}
              checked={placement.flip}
              onChange={(flip) => setPlacement({ ...placement, flip })}
            />
          </>
        )}
      </Optional>
    </>
  )
}
