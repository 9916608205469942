import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ItemList } from '#library/items/item-list.ts'
import { useWindowEvent } from '#studio/hooks/use-browser-state.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { useStore } from '#studio/state/store.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'

const text = messages.app.undo

/** What restores removed items while it is offered. */
type Undo = {
  /** How many removed items can be restored. */
  readonly count: number
  /** Restores them all and selects the last one. */
  readonly run: () => void
  /** Deletes them for good. */
  readonly dismiss: () => void
  /** Stops and restarts the countdown: it does not run while the bar is pointed at or focused. */
  readonly hold: (isHeld: boolean) => void
}

/** How long removed items can be restored. */
const undoForMs = 12_000

/** Lets removed items be restored for some seconds, and then drops them for good. */
export function useUndo(list: ItemList): Undo {
  const { removed } = useStore(list)
  const count = removed.length
  const [isHeld, hold] = useState(false)
  useEffect(() => {
    // A bar that is gone tells of no pointer that leaves it.
    if (count === 0) hold(false)
    if (count === 0 || isHeld) return
    const timer = setTimeout(list.purge, undoForMs)
    return () => clearTimeout(timer)
  }, [list, count, isHeld])
  useWindowEvent('pagehide', list.purge)
  return {
    count,
    hold,
    dismiss: list.purge,
    run: () => list.undoRemove(),
  }
}

type UndoBarProps = {
  readonly undo: Undo
  /** Places the bar above the list, where there is one. On phones it has a place of its own, and covers no button. */
  readonly hasList: boolean
}

/** Offers to restore what was just removed from the list. */
export function UndoBar({ undo, hasList }: UndoBarProps) {
  if (undo.count === 0) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only stops the countdown; its buttons do the rest.
    <div
      className={`inset-x-3 bottom-3 z-40 mx-auto flex w-fit shrink-0 animate-rise items-center gap-2 rounded-lg bg-panel py-1.5 pr-1.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line-strong max-lg:my-1 lg:fixed ${hasList ? 'lg:right-auto lg:bottom-26 lg:left-3 lg:w-58 lg:justify-between' : ''}`}
      onPointerEnter={() => undo.hold(true)}
      onPointerLeave={() => undo.hold(false)}
      onFocus={() => undo.hold(true)}
      onBlur={() => undo.hold(false)}
    >
      <span className="figures">{text.removed(undo.count)}</span>
      <span className="flex items-center">
        <Button onClick={undo.run} title={text.runWithKeys}>
          {text.run}
        </Button>
        <IconButton icon={X} label={messages.app.dismiss} onClick={undo.dismiss} />
      </span>
    </div>
  )
}
