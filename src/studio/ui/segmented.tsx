import { type ReactNode, useId } from 'react'

type Choice<T extends string> = {
  readonly value: T
  readonly label: ReactNode
  /** For screen readers, if the label is an icon. */
  readonly announced?: string
  readonly hint?: string
}

type Props<T extends string> = {
  readonly legend: string
  readonly choices: readonly Choice<T>[]
  /** Null if none is chosen. */
  readonly value: T | null
  readonly onChange: (value: T) => void
  readonly wrap?: boolean
  /** Whether nothing can be chosen now. */
  readonly isDisabled?: boolean
}

/** A choice among a few: radio buttons drawn as a strip, or as chips that wrap. */
export function Segmented<T extends string>(props: Props<T>) {
  const { legend, choices, value, onChange, wrap = false, isDisabled = false } = props
  const name = useId()
  return (
    <fieldset
      disabled={isDisabled}
      className={
        wrap
          ? 'flex min-w-0 flex-wrap gap-1.5 max-lg:flex-nowrap max-lg:overflow-x-auto max-lg:p-1 max-lg:[scrollbar-width:none]'
          : 'flex gap-0.5 rounded-sm bg-sunken p-0.5 inset-ring inset-ring-line disabled:opacity-60'
      }
    >
      <legend className="sr-only">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          title={choice.hint}
          className={`touchable grid cursor-pointer place-items-center text-sm has-disabled:cursor-default font-medium select-none has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink ${
            wrap
              ? 'h-8 shrink-0 rounded-xs px-2.5 whitespace-nowrap inset-ring inset-ring-line-strong has-checked:bg-ink has-checked:text-on-ink has-checked:inset-ring-ink'
              : 'h-8 flex-auto rounded-xs px-1.5 whitespace-nowrap text-ink-soft hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-edge has-checked:inset-ring has-checked:inset-ring-line-strong'
          }`}
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={choice.value}
            aria-label={choice.announced}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
