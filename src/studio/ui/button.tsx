import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { ariaKeys, type Command, shownKeys } from '#studio/keyboard/command.ts'
import { useCommand } from '#studio/keyboard/use-commands.ts'

type ButtonVariant = 'main' | 'plain' | 'quiet' | 'fault'
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly variant?: ButtonVariant
  readonly large?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

const variantClasses: Readonly<Record<ButtonVariant, string>> = {
  main: 'aria-disabled:bg-ink/10 aria-disabled:text-ink-faint aria-disabled:opacity-100 aria-disabled:inset-ring-0 aria-disabled:shadow-none bg-lime text-on-lime font-semibold shadow-edge hover:bg-lime-strong inset-ring inset-ring-black/10',
  plain: 'bg-raised text-ink font-medium inset-ring inset-ring-line-strong hover:inset-ring-ink-faint',
  quiet: 'text-ink-soft font-medium hover:bg-ink/7 hover:text-ink',
  fault: 'text-fault font-medium hover:bg-fault-ground',
}

/**
 * A disabled button keeps the focus and can be reached, as the ARIA Authoring Practices advise for toolbars; a press does
 * nothing. The attribute `disabled` would drop the focus of whoever just pressed it.
 */
const focusable = ({ disabled, onClick, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) => ({
  ...rest,
  'aria-disabled': disabled || undefined,
  onClick: disabled ? (event: MouseEvent) => event.preventDefault() : onClick,
})

/** A button with a text, and an icon before it if given. */
export const Button = ({ variant = 'plain', large = false, className = '', ref, ...rest }: ButtonProps) => (
  <button
    ref={ref}
    type="button"
    {...focusable(rest)}
    className={`touchable inline-flex items-center justify-center gap-2 whitespace-nowrap transition-[background,box-shadow,color] duration-150 select-none aria-disabled:pointer-events-none aria-disabled:opacity-45 ${
      large ? 'h-12 rounded-md px-5 text-lead' : 'h-9 rounded-sm px-3 text-sm'
    } ${variantClasses[variant]} ${className}`}
  />
)

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly icon: LucideIcon
  /** What it does, for screen readers and as a tooltip. */
  readonly label: string
  /** The command that it runs, unless it has an `onClick`; the tooltip shows its keys. */
  readonly command?: Command['id']
  readonly small?: boolean
}

/** A button that shows an icon; its label is read and shown as a hint. */
export function IconButton({
  icon: Icon,
  label,
  command,
  small = false,
  className = '',
  onClick,
  ...rest
}: IconButtonProps) {
  const known = useCommand(command)
  const hint = known && shownKeys(known)[0]
  return (
    <button
      type="button"
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      aria-keyshortcuts={known && (ariaKeys(known) || undefined)}
      {...focusable({ onClick: onClick ?? (() => known?.run?.()), ...rest })}
      className={`touchable grid shrink-0 place-items-center rounded-sm text-ink-soft transition-colors duration-150 hover:bg-ink/7 hover:text-ink aria-disabled:pointer-events-none aria-disabled:opacity-40 ${
        small ? 'size-7' : 'size-9'
      } ${className}`}
    >
      <Icon size={small ? 15 : 17} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
