import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly icon: LucideIcon
  /** What it does, for screen readers and as a tip. */
  readonly label: string
  /** The key that does the same. */
  readonly keys?: string
  readonly small?: boolean
}

export const IconButton = ({ icon: Icon, label, keys, small = false, className = '', ...rest }: Props) => (
  <button
    type="button"
    aria-label={label}
    title={keys ? `${label} (${keys})` : label}
    {...rest}
    className={`touchable grid shrink-0 place-items-center rounded-sm text-ink-soft transition-colors duration-150 hover:bg-ink/7 hover:text-ink disabled:pointer-events-none disabled:opacity-40 ${
      small ? 'size-7' : 'size-9'
    } ${className}`}
  >
    <Icon size={small ? 15 : 17} strokeWidth={1.75} aria-hidden />
  </button>
)
