import type { ButtonHTMLAttributes, Ref } from 'react'

type Look = 'main' | 'plain' | 'quiet' | 'fault'
type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: Look
  readonly large?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

const looks: Readonly<Record<Look, string>> = {
  main: 'disabled:bg-ink/10 disabled:text-ink-faint disabled:opacity-100 disabled:inset-ring-0 disabled:shadow-none bg-lime text-on-lime font-semibold shadow-edge hover:bg-lime-strong inset-ring inset-ring-black/10',
  plain: 'bg-raised text-ink font-medium inset-ring inset-ring-line-strong hover:inset-ring-ink-faint',
  quiet: 'text-ink-soft font-medium hover:bg-ink/7 hover:text-ink',
  fault: 'text-fault font-medium hover:bg-fault-ground',
}

/** A button with words on it; an icon may come first. */
export const Button = ({ look = 'plain', large = false, className = '', ref, ...rest }: Props) => (
  <button
    ref={ref}
    type="button"
    {...rest}
    className={`touchable inline-flex items-center justify-center gap-2 whitespace-nowrap transition-[background,box-shadow,color] duration-150 select-none disabled:pointer-events-none disabled:opacity-45 ${
      large ? 'h-12 rounded-md px-5 text-lead' : 'h-9 rounded-sm px-3 text-sm'
    } ${looks[look]} ${className}`}
  />
)
