import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id' | 'className'> & {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What is wrong with it, in a sentence; null where nothing is. */
  readonly fault?: string | null
  /** Below it. */
  readonly hint?: string
  /** At its end, inside. */
  readonly children?: ReactNode
}

/** A line of text, with what it is above and what is wrong with it below. */
export function TextField({ label, value, onChange, fault = null, hint, children, ...rest }: Props) {
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
