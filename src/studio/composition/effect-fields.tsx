import type { PointerEvent } from 'react'
import type { Point } from '#base/geometry.ts'
import { type Composition, compositionLimits, type DropShadow, type Outline } from '#contract/composition.ts'
import { messages } from '#studio/messages/messages.ts'
import { ColorField } from '#studio/ui/color-choice.tsx'
import { Switch } from '#studio/ui/form-fields.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { floorShadows } from './looks.ts'
import { angleSlider, percentOf, Sliders } from './part-sliders.tsx'

const { shadow: shadowTexts, outline: outlineTexts, contactShadow: contactTexts } = messages.composition

/** Soft, below the subject and slightly to the right. */
const firstShadow: DropShadow = { angle: 160, distance: 0.03, softness: 0.02, opacity: 0.4, color: '#000000' }
const firstOutline: Outline = { width: 0.015, color: '#ffffff' }
const firstEffects = { shadow: firstShadow, contactShadow: { opacity: 1 }, outline: firstOutline } as const

const { distance, softness, outline: width } = compositionLimits
const strength = { name: 'opacity', min: 0, max: 1, step: 0.05, text: percentOf() } as const
const shadowSliders = [
  { ...strength, label: shadowTexts.strength, shown: shadowTexts.short.strength },
  {
    name: 'softness',
    label: shadowTexts.softness,
    shown: shadowTexts.short.softness,
    ...softness,
    step: 0.002,
    text: percentOf(softness.max),
  },
  {
    name: 'distance',
    label: shadowTexts.distance,
    shown: shadowTexts.short.distance,
    ...distance,
    step: 0.005,
    text: percentOf(distance.max),
  },
  { ...angleSlider, label: shadowTexts.angle, shown: shadowTexts.short.angle },
] as const
const contactSliders = [{ ...strength, label: contactTexts.strength }] as const
const outlineSliders = [
  { name: 'width', label: outlineTexts.width, ...width, step: 0.001, text: percentOf(width.max) },
] as const

/** An effect around a subject. */
export type EffectName = 'shadow' | 'contactShadow' | 'outline'

type Props = {
  readonly value: Composition
  readonly onChange: (change: Partial<Composition>) => void
}

/** The effects of a composition. */
export const effectsOf = ({ background, ...value }: Composition): readonly EffectName[] =>
  (['shadow', 'contactShadow', 'outline'] as const).filter(
    (name) => value[name] !== null && !(name === 'contactShadow' && background?.kind === 'original'),
  )

/** Switches for the effects. */
export const EffectSwitches = ({
  value,
  onChange,
  onShow,
}: Props & { readonly onShow: (name: EffectName) => void }) => {
  const toggle = (name: EffectName) => (isOn: boolean) => {
    onChange({ [name]: isOn ? firstEffects[name] : null })
    if (isOn) onShow(name)
  }
  return (
    <div className="grid grid-cols-[1.2fr_1fr] gap-x-4 gap-y-2">
      <Switch label={shadowTexts.on} checked={value.shadow !== null} onChange={toggle('shadow')} />
      <Switch label={outlineTexts.on} checked={value.outline !== null} onChange={toggle('outline')} />
      {value.background?.kind === 'original' ? null : (
        <Switch
          label={contactTexts.on}
          hint={contactTexts.help}
          checked={value.contactShadow !== null}
          onChange={toggle('contactShadow')}
        />
      )}
    </div>
  )
}

/** The fields of one effect. */
export function EffectFields({ value, onChange, name }: Props & { readonly name: EffectName }) {
  const { shadow, contactShadow, outline } = value
  switch (name) {
    case 'shadow':
      return shadow && <ShadowFields value={shadow} onChange={(next) => onChange({ shadow: next })} />
    case 'contactShadow':
      return (
        contactShadow && (
          <Sliders
            value={contactShadow}
            sliders={contactSliders}
            onChange={(next) => onChange({ contactShadow: next })}
          />
        )
      )
    case 'outline':
      return (
        outline && (
          <>
            <Sliders
              value={outline}
              sliders={outlineSliders}
              onChange={(next) => onChange({ outline: next })}
            />
            <ColorField
              label={outlineTexts.color}
              value={outline.color}
              onChange={(color) => onChange({ outline: { ...outline, color } })}
            />
          </>
        )
      )
  }
}

const kindChoices = (['soft', 'hard', 'floating'] as const).map((value) => ({
  value,
  label: shadowTexts.kinds[value],
}))

type ShadowProps = { readonly value: DropShadow; readonly onChange: (shadow: DropShadow) => void }

function ShadowFields({ value, onChange }: ShadowProps) {
  const kind = kindChoices.find((each) => {
    const { angle, distance: length, softness: blur } = floorShadows[each.value]
    return angle === value.angle && length === value.distance && blur === value.softness
  })
  return (
    <>
      <Segmented
        legend={shadowTexts.kind}
        choices={kindChoices}
        value={kind?.value ?? null}
        onChange={(next) => onChange({ ...value, ...floorShadows[next], color: value.color })}
      />
      <div className="flex items-center gap-3">
        <ShadowPad value={value} onChange={onChange} />
        <div className="min-w-0 flex-1 [--label:3.75rem]">
          <Sliders value={value} sliders={shadowSliders} onChange={onChange} />
        </div>
      </div>
      <ColorField
        label={shadowTexts.color}
        value={value.color}
        onChange={(color) => onChange({ ...value, color })}
      />
    </>
  )
}

/** The side of the pad, in pixels. */
const padPx = 72

/** Sets direction and length of a shadow by one drag from the middle. The sliders beside it serve the keyboard. */
function ShadowPad({ value, onChange }: ShadowProps) {
  const turn = (value.angle * Math.PI) / 180
  const length = (value.distance / distance.max) * (padPx / 2)
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const box = event.currentTarget.getBoundingClientRect()
    onChange({ ...value, ...shadowTo({ x: event.clientX - box.x, y: event.clientY - box.y }, box.width) })
  }
  return (
    <div
      aria-hidden
      title={shadowTexts.drag}
      data-testid="shadow-pad"
      onPointerDown={drag}
      onPointerMove={drag}
      className="relative shrink-0 cursor-crosshair touch-none rounded-full bg-sunken inset-ring inset-ring-field-line"
      style={{ width: padPx, height: padPx }}
    >
      <span className="absolute top-1/2 left-1/2 size-1.5 -translate-1/2 rounded-full bg-line-strong" />
      <span
        className="absolute top-1/2 left-1/2 size-4 rounded-full bg-ink inset-ring-2 inset-ring-panel"
        style={{
          translate: `calc(-50% + ${Math.sin(turn) * length}px) calc(-50% - ${Math.cos(turn) * length}px)`,
        }}
      />
    </div>
  )
}

/** The direction and length of a shadow dragged to `point` of a pad of `side` pixels. */
export const shadowTo = ({ x, y }: Point, side: number): Pick<DropShadow, 'angle' | 'distance'> => {
  const [right, up] = [x - side / 2, side / 2 - y]
  const angle = Math.round((Math.atan2(right, up) * 180) / Math.PI / angleSlider.step) * angleSlider.step
  const length = Math.min(1, Math.hypot(right, up) / (side / 2))
  return { angle: (angle + 360) % 360, distance: Math.round(length * distance.max * 200) / 200 }
}
