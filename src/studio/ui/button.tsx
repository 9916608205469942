import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { ariaKeys, type Command, shownKeys } from '#studio/keyboard/command.ts'
import { useCommand } from '#studio/keyboard/use-commands.ts'

type ButtonVariant = 'main' | 'plain' | 'quiet' | 'fault'
type CommonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The command that a press runs, unless there is an `onClick`. */
  readonly command?: Command['id']
}
type ButtonProps = CommonProps & {
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
 * The attributes of a button. A disabled button keeps the focus and remains reachable, as the ARIA Authoring Practices
 * advise for toolbars, but a press does nothing. The attribute `disabled` would drop the focus after a press.
 */
const useButton = ({ command, disabled, onClick, ...rest }: CommonProps) => {
  const known = useCommand(command)
  return {
    ...rest,
    'aria-disabled': disabled || undefined,
    'aria-keyshortcuts': known && (ariaKeys(known) || undefined),
    onClick: disabled ? (event: MouseEvent) => event.preventDefault() : (onClick ?? (() => known?.run?.())),
  }
}

/** A button with text, and optionally an icon before it. */
export const Button = ({ variant = 'plain', large = false, className = '', ref, ...rest }: ButtonProps) => (
  <button
    ref={ref}
    type="button"
    {...useButton(rest)}
    className={`touchable inline-flex items-center justify-center gap-2 whitespace-nowrap transition-[background,box-shadow,color] duration-150 select-none aria-disabled:pointer-events-none aria-disabled:opacity-45 ${
      large ? 'h-12 rounded-md px-5 text-lead' : 'h-9 rounded-sm px-3 text-sm'
    } ${variantClasses[variant]} ${className}`}
  />
)

type IconButtonProps = CommonProps & {
  readonly icon: LucideIcon
  /** Its action, for screen readers and as a tooltip. */
  readonly label: string
  readonly small?: boolean
}

/** A button with an icon; its label is the accessible name and, with the keys of its command, the tooltip. */
export function IconButton({ icon: Icon, label, small = false, className = '', ...rest }: IconButtonProps) {
  const known = useCommand(rest.command)
  const hint = known && shownKeys(known)[0]
  return (
    <button
      type="button"
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      {...useButton(rest)}
      className={`touchable grid shrink-0 place-items-center rounded-sm text-ink-soft transition-colors duration-150 hover:bg-ink/7 hover:text-ink aria-disabled:pointer-events-none aria-disabled:opacity-40 ${
        small ? 'size-7' : 'size-9'
      } ${className}`}
    >
      <Icon size={small ? 15 : 17} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
