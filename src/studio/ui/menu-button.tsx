import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useHeldMode } from '#studio/state/use-studio.ts'

/** An entry of a menu. */
export type MenuItem = {
  readonly label: string
  readonly hint?: string
  readonly icon?: LucideIcon
  /** The key with the same effect. */
  readonly keys?: string | undefined
  readonly run: () => void
}

type Props = {
  readonly label: string
  readonly disabled: boolean
  /** Groups are separated by lines. */
  readonly groups: readonly (readonly MenuItem[])[]
}

/**
 * The second part of a split button: opens a menu above it, as wide as the nearest positioned box. Its keys follow the
 * ARIA Authoring Practices for menu buttons.
 */
export function MenuButton({ label, disabled, groups }: Props) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const shown = groups.filter((group) => group.length > 0)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  useHeldMode(isOpen, close)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') return setIsOpen(false)
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = items.findIndex((item) => item.matches(':focus'))
    const { length } = items
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + length, Home: 0, End: length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    items[to % length]?.focus()
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus is gone.
    <div className="contents" onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (disabled || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          event.stopPropagation()
          setIsOpen(true)
        }}
        className="grid h-12 w-11 shrink-0 max-[20rem]:w-9 place-items-center rounded-r-md bg-lime text-on-lime shadow-edge inset-ring inset-ring-black/10 hover:bg-lime-strong aria-disabled:bg-ink/10 aria-disabled:text-ink-faint aria-disabled:shadow-none aria-disabled:inset-ring-0"
      >
        <ChevronDown size={18} strokeWidth={2} aria-hidden className={isOpen ? 'rotate-180' : ''} />
      </button>
      {isOpen ? (
        <div
          id={id}
          role="menu"
          aria-label={label}
          onKeyDown={onKeyDown}
          ref={(menu) => menu?.querySelector<HTMLElement>('[role=menuitem]')?.focus()}
          className="slim-scroll absolute inset-x-0 bottom-full z-40 mb-2 max-h-[70dvh] animate-rise divide-y divide-line overflow-y-auto rounded-md bg-panel p-1.5 shadow-lift inset-ring inset-ring-line-strong"
        >
          {shown.map((group) => (
            <div key={group[0]?.label} className="py-1 first:pt-0 last:pb-0">
              {group.map(({ label: text, hint, icon: Icon, keys, run }) => (
                <button
                  key={text}
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  aria-keyshortcuts={keys}
                  title={hint}
                  onClick={() => {
                    close()
                    run()
                  }}
                  className="touchable flex h-9 w-full items-center gap-2.5 rounded-sm px-2.5 text-left text-sm font-medium outline-offset-[-2px] hover:bg-ink/7"
                >
                  {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : <span className="w-4" />}
                  <span className="flex-1">{text}</span>
                  {keys ? (
                    <kbd aria-hidden className="font-sans text-xs text-ink-faint">
                      {keys}
                    </kbd>
                  ) : null}
                </button>
              ))}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  )
}
