import {
  type ContactShadow,
  compositionLimits,
  type DropShadow,
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
} = messages.composition

const { distance, softness, outline: outlineWidth } = compositionLimits

/** Below the subject and a little to the right, soft. */
const firstShadow: DropShadow = { angle: 160, distance: 0.03, softness: 0.02, opacity: 0.4, color: '#000000' }
const firstOutline: Outline = { width: 0.015, color: '#ffffff' }

type ShadowProps = {
  readonly value: DropShadow | null
  readonly onChange: (shadow: DropShadow | null) => void
}

/** The drop shadow of the subject. */
export const ShadowFields = ({ value, onChange }: ShadowProps) => (
  <>
    <Switch
      label={shadowTexts.on}
      checked={value !== null}
      onChange={(isOn) => onChange(isOn ? firstShadow : null)}
    />
    {value ? (
      <>
        <StrengthRange
          label={shadowTexts.strength}
          value={value.opacity}
          onChange={(opacity) => onChange({ ...value, opacity })}
        />
        <Range
          label={shadowTexts.softness}
          value={value.softness}
          {...softness}
          step={0.002}
          text={shareText(value.softness, softness.max)}
          onChange={(next) => onChange({ ...value, softness: next })}
        />
        <Range
          label={shadowTexts.distance}
          value={value.distance}
          {...distance}
          step={0.005}
          text={shareText(value.distance, distance.max)}
          onChange={(next) => onChange({ ...value, distance: next })}
        />
        <Range
          label={shadowTexts.angle}
          value={value.angle}
          min={0}
          max={360}
          step={5}
          text={degrees(value.angle)}
          onChange={(angle) => onChange({ ...value, angle })}
        />
        <ColorChoice
          label={shadowTexts.color}
          value={value.color}
          onChange={(color) => onChange({ ...value, color })}
        />
      </>
    ) : null}
  </>
)

type ContactShadowProps = {
  readonly value: ContactShadow | null
  readonly onChange: (shadow: ContactShadow | null) => void
}

/** The photo's own shadow below the subject. */
export const ContactShadowFields = ({ value, onChange }: ContactShadowProps) => (
  <>
    <Switch
      label={contactTexts.on}
      checked={value !== null}
      onChange={(isOn) => onChange(isOn ? { opacity: 1 } : null)}
    />
    {value ? (
      <>
        <p className="text-xs text-ink-soft">{contactTexts.help}</p>
        <StrengthRange
          label={contactTexts.strength}
          value={value.opacity}
          onChange={(opacity) => onChange({ opacity })}
        />
      </>
    ) : null}
  </>
)

type OutlineProps = {
  readonly value: Outline | null
  readonly onChange: (outline: Outline | null) => void
}

/** The outline around the subject, as stickers have it. */
export const OutlineFields = ({ value, onChange }: OutlineProps) => (
  <>
    <Switch
      label={outlineTexts.on}
      checked={value !== null}
      onChange={(isOn) => onChange(isOn ? firstOutline : null)}
    />
    {value ? (
      <>
        <Range
          label={outlineTexts.width}
          value={value.width}
          {...outlineWidth}
          step={0.001}
          text={shareText(value.width, outlineWidth.max)}
          onChange={(width) => onChange({ ...value, width })}
        />
        <ColorChoice
          label={outlineTexts.color}
          value={value.color}
          onChange={(color) => onChange({ ...value, color })}
        />
      </>
    ) : null}
  </>
)

type StrengthProps = {
  readonly label: string
  readonly value: number
  readonly onChange: (opacity: number) => void
}

const StrengthRange = ({ label, value, onChange }: StrengthProps) => (
  <Range
    label={label}
    value={value}
    min={0}
    max={1}
    step={0.05}
    text={shareText(value, 1)}
    onChange={onChange}
  />
)

/** Of the largest value that a slider has. */
const shareText = (value: number, max: number): string => formatPercent(Math.round((value / max) * 100))
