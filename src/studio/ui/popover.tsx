import { type ReactNode, useId, useRef, useState } from 'react'
import { useHeldMode } from '#studio/state/use-studio.ts'

type Props = {
  /** The content of the button. */
  readonly label: ReactNode
  /** The name of the button and of its popover. */
  readonly name: string
  readonly buttonClass: string
  readonly children: ReactNode
}

/** The gap between button and popover, in pixels. */
const gapPx = 6

/**
 * A button that opens a few controls beside it. A press elsewhere closes them (HTML, the `popover` attribute); the page
 * handles Esc, because its commands would otherwise handle it first.
 */
export function Popover({ label, name, buttonClass, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useHeldMode(isOpen, () => box.current?.hidePopover())
  /** Below the button and within the window; above the button if there is more space. */
  const place = () => {
    const at = button.current?.getBoundingClientRect()
    const { current: opened } = box
    if (!at || !opened) return
    const { offsetWidth: width, offsetHeight: height } = opened
    const below = at.bottom + gapPx
    const top = below + height <= innerHeight ? below : Math.max(gapPx, at.top - gapPx - height)
    opened.style.top = `${top}px`
    opened.style.left = `${Math.max(gapPx, Math.min(at.right, innerWidth - gapPx) - width)}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={name}
        title={name}
        className={buttonClass}
      >
        {label}
      </button>
      <fieldset
        ref={box}
        id={id}
        popover="auto"
        aria-label={name}
        // At once; `toggle` follows later, and Esc may come before it.
        onBeforeToggle={({ newState }) => setIsOpen(newState === 'open')}
        onToggle={({ newState }) => {
          place()
          // Arrow keys then choose, as in a menu.
          if (newState === 'open') box.current?.querySelector<HTMLElement>('[type=radio]:checked')?.focus()
        }}
        className="fixed m-0 rounded-lg bg-panel p-4 text-ink shadow-lift inset-ring inset-ring-line open:animate-rise"
      >
        {children}
      </fieldset>
    </>
  )
}
