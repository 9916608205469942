import { useId, useState } from 'react'

type Props = {
  readonly label: string
  readonly unit: string
  readonly value: number | null
  readonly min: number
  readonly max: number
  readonly placeholder: string
  readonly onChange: (value: number | null) => void
}

/** A whole number or nothing. What cannot be used stays in the field, marked, and changes nothing. */
export function NumberField({ label, unit, value, min, max, placeholder, onChange }: Props) {
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
          {min} to {max}
        </p>
      )}
    </div>
  )
}

const isUsable = (text: string, min: number, max: number) =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max)
