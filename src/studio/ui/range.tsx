import { useId } from 'react'

type Props = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** The value in words, as shown and as spoken. */
  readonly text: string
  readonly onChange: (value: number) => void
}

export function Range({ label, value, min, max, step, text, onChange }: Props) {
  const id = useId()
  return (
    <div>
      <div className="flex items-baseline justify-between text-sm">
        <label htmlFor={id}>{label}</label>
        <span className="figures text-ink-soft">{text}</span>
      </div>
      <input
        id={id}
        type="range"
        className="w-full"
        {...{ value, min, max, step }}
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}
