import { X } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { messages } from '#studio/messages/messages.ts'
import { IconButton } from './button.tsx'

type NumberFieldProps = {
  readonly label: string
  readonly unit: string
  readonly value: number | null
  readonly min: number
  readonly max: number
  readonly placeholder: string
  readonly onChange: (value: number | null) => void
}

/** A whole number, or null if the field is empty. Invalid input is marked and leaves the value unchanged. */
export function NumberField({ label, unit, value, min, max, placeholder, onChange }: NumberFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? value?.toString() ?? ''
  const valid = isUsable(text, min, max)
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="mb-1 block text-xs text-ink-soft">
        {label}
      </label>
      <div
        className={`flex h-9 items-center rounded-sm bg-raised px-2.5 inset-ring focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ink pointer-coarse:h-11 ${valid ? 'inset-ring-field-line' : 'inset-ring-fault'}`}
      >
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          className="figures w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-faint"
          placeholder={placeholder}
          value={text}
          aria-invalid={!valid}
          aria-describedby={valid ? undefined : `${id}-fault`}
          onChange={(event) => {
            const typed = event.currentTarget.value.trim()
            setDraft(typed)
            if (isUsable(typed, min, max)) onChange(typed === '' ? null : Number(typed))
          }}
          onBlur={() => valid && setDraft(null)}
        />
        <span className="text-xs text-ink-faint">{unit}</span>
      </div>
      {valid ? null : (
        <p id={`${id}-fault`} className="mt-1 text-xs text-fault">
          {messages.ui.range(min, max)}
        </p>
      )}
    </div>
  )
}

const isUsable = (text: string, min: number, max: number) =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max)

type RangeProps = {
  readonly label: string
  /** Replaces the visible label. */
  readonly shown?: string | undefined
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** The visible and accessible value. */
  readonly text: string
  readonly onChange: (value: number) => void
}

/** A slider with its value beside it. */
export function Range({ label, shown, value, min, max, step, text, onChange }: RangeProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[var(--label,6.5rem)_minmax(0,1fr)_2.75rem] items-center gap-x-2 text-sm leading-4">
      <label htmlFor={id}>{shown ?? label}</label>
      <input
        id={id}
        aria-label={shown && label}
        type="range"
        className="w-full"
        value={value}
        min={min}
        max={max}
        step={step}
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <span className="figures text-right text-ink-soft">{text}</span>
    </div>
  )
}

type SwitchProps = {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly hint?: string
}

/** A setting that is on or off. */
export const Switch = ({ label, checked, onChange, hint }: SwitchProps) => (
  <label
    title={hint}
    className="touchable flex cursor-pointer items-center justify-between gap-3 text-sm font-medium select-none"
  >
    {label}
    <input
      type="checkbox"
      role="switch"
      aria-description={hint}
      aria-checked={checked}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      className="peer sr-only"
    />
    <span
      aria-hidden
      className="relative h-5 w-9 shrink-0 rounded-full bg-sunken inset-ring inset-ring-field-line transition-colors duration-150 after:absolute after:top-[3px] after:left-[3px] after:size-3.5 after:rounded-full after:bg-field-line after:transition-[translate,background] after:duration-150 peer-checked:bg-ink peer-checked:inset-ring-ink peer-checked:after:translate-x-4 peer-checked:after:bg-on-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink"
    />
  </label>
)

type TextFieldProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange' | 'value' | 'id' | 'className'
> & {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Why the value is invalid, in a sentence; null if it is valid. */
  readonly fault?: string | null
  /** Shown below the field. */
  readonly hint?: string
  /** Shown inside the field, at its end. */
  readonly children?: ReactNode
}

/** One line of text, with its label above, and a hint or the error below. */
export function TextField({ label, value, onChange, fault = null, hint, children, ...rest }: TextFieldProps) {
  const id = useId()
  const note = fault ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div
        className={`flex h-10 items-center gap-1 rounded-sm bg-raised pr-1 pl-3 inset-ring focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ink pointer-coarse:h-11 ${fault ? 'inset-ring-fault' : 'inset-ring-field-line'}`}
      >
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          id={id}
          value={value}
          aria-invalid={fault !== null}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="h-full w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-faint"
        />
        {children}
      </div>
      {note ? (
        <p id={`${id}-note`} className={`mt-1 text-xs ${fault ? 'text-fault' : 'text-ink-soft'}`}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

/** A value of a recipe that can only be removed. */
export const SetValue = ({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) => (
  <p className="flex items-center justify-between text-sm">
    {text}
    <IconButton small icon={X} label={messages.ui.takeAway(text)} onClick={onRemove} />
  </p>
)
