import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { IconButton } from './button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

type Props = {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  /** Wide enough for columns; fills the screen on phones. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A modal dialog. The browser keeps the focus inside and returns it on closing. */
export function Dialog({ title, open, onClose, isWide = false, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it; with keys, Esc and the button do.
    <dialog
      ref={ref}
      aria-labelledby={id}
      // Esc is handled by the page, since the "close" event is late: keys pressed until then would find the dialog
      // still open.
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onClose={() => ref.current?.open || onClose()}
      onClick={(event) => event.target === ref.current && onClose()}
      className={`m-auto ${isWide ? 'h-[min(88dvh,50rem)] w-[min(66rem,calc(100vw-2rem))] max-sm:h-dvh max-sm:max-h-none max-sm:w-screen max-sm:max-w-none max-sm:rounded-none max-sm:pb-[env(safe-area-inset-bottom)]' : 'max-h-[min(85dvh,44rem)] w-[min(34rem,calc(100vw-2rem))]'} slim-scroll overflow-y-auto rounded-lg bg-panel p-0 text-ink shadow-lift inset-ring inset-ring-line open:animate-rise`}
    >
      <div>
        <div className="sticky top-0 z-10 bg-panel flex items-center justify-between border-b border-line py-2.5 pr-2.5 pl-5">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          <IconButton icon={X} label={messages.app.close} onClick={onClose} />
        </div>
        <div className={isWide ? '' : 'px-5 py-5'}>
          {open ? <ErrorBoundary name={title}>{children}</ErrorBoundary> : null}
        </div>
      </div>
    </dialog>
  )
}
