import type { ReactNode } from 'react'

type Props = {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export const Switch = ({ label, checked, onChange }: Props) => (
  <label className="touchable flex cursor-pointer items-center justify-between gap-3 text-sm font-medium select-none">
    {label}
    <input
      type="checkbox"
      role="switch"
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
