import { X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { ItemList } from '#library/items/item-list.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'

const text = messages.app.undo

/** What restores removed items while it is offered. */
type Undo = {
  /** How many items it restores. */
  readonly count: number
  /** Restores them and selects the last one. */
  readonly run: () => void
  /** Offers it no longer. */
  readonly dismiss: () => void
  /** Stops and restarts the countdown: it does not run while the bar is pointed at or focused. */
  readonly hold: (isHeld: boolean) => void
}

/** How long the bar stays. */
const offeredForMs = 12_000

/** Offers for some seconds to restore what was removed. Ctrl Z can do so for as long as the page is there. */
export function useUndo(list: ItemList): Undo {
  const { removed } = useStore(list)
  const [passed, setPassed] = useState<typeof removed>([])
  const offered = removed.filter((each) => !passed.includes(each))
  const count = offered.length
  const [isHeld, hold] = useState(false)
  const dismiss = useCallback(() => setPassed(list.get().removed), [list])
  useEffect(() => {
    // A bar that is gone tells of no pointer that leaves it.
    if (count === 0) hold(false)
    if (count === 0 || isHeld) return
    const timer = setTimeout(dismiss, offeredForMs)
    return () => clearTimeout(timer)
  }, [dismiss, count, isHeld])
  useWindowEvent('pagehide', () => void list.purge())
  return { count, hold, dismiss, run: () => list.undoRemove(offered.map(({ item }) => item.id)) }
}

type UndoBarProps = {
  readonly undo: Undo
  /** Places the bar above the list, where there is one. On phones it has a place of its own, and covers no button. */
  readonly hasList: boolean
}

/** Offers to restore what was just removed from the list, and says what was undone. */
export function UndoBar({ undo, hasList }: UndoBarProps) {
  const { text: noted } = useStore(useStudio().announcer.noted)
  if (undo.count === 0 && noted === null) return null
  const place = `inset-x-3 bottom-3 z-40 mx-auto flex w-fit shrink-0 animate-rise items-center gap-2 rounded-lg bg-panel py-1.5 pr-1.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line-strong max-lg:my-1 lg:fixed ${hasList ? 'lg:right-auto lg:bottom-26 lg:left-3 lg:w-58 lg:justify-between' : ''}`
  if (undo.count === 0) return <p className={`${place} min-h-11 pr-4 [overflow-wrap:anywhere]`}>{noted}</p>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only stops the countdown; buttons do the rest.
    <div
      className={place}
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
