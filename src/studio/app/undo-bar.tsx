import { X } from 'lucide-react'
import { Button } from '#studio/ui/button.tsx'
import { IconButton } from '#studio/ui/icon-button.tsx'
import type { Undo } from './use-undo.ts'

type Props = {
  readonly undo: Undo
  /** There is a list to stand on. */
  readonly hasList: boolean
}

/** Puts back what was just taken out of the list. */
export function UndoBar({ undo, hasList }: Props) {
  if (undo.count === 0) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only its time stands still; its buttons do the rest.
    <div
      className={`fixed inset-x-3 bottom-3 z-40 mx-auto flex w-fit animate-rise items-center gap-2 rounded-lg bg-panel py-1.5 pr-1.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line-strong ${hasList ? 'lg:right-auto lg:bottom-26 lg:left-3 lg:w-58 lg:justify-between' : ''}`}
      onPointerEnter={() => undo.hold(true)}
      onPointerLeave={() => undo.hold(false)}
      onFocus={() => undo.hold(true)}
      onBlur={() => undo.hold(false)}
    >
      <span className="figures">{undo.count} taken out</span>
      <span className="flex items-center">
        <Button onClick={undo.run} title="Undo (Ctrl Z)">
          Undo
        </Button>
        <IconButton icon={X} label="Dismiss" onClick={undo.dismiss} />
      </span>
    </div>
  )
}
