import { X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { ItemList } from '#library/items/item-list.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'

const text = messages.app.undo

/** An offer to restore removed items. */
type Undo = {
  /** The number of items to restore. */
  readonly count: number
  /** Restores them and selects the last one. */
  readonly run: () => void
  /** Withdraws the offer. */
  readonly dismiss: () => void
  /** Stops and restarts the countdown, which stands still while the bar has the pointer or the focus. */
  readonly hold: (isHeld: boolean) => void
}

/** How long the bar is shown. */
const offeredForMs = 12_000

/** Offers for some seconds to restore removed items. Ctrl Z works until the page is closed. */
export function useUndo(list: ItemList): Undo {
  const { removed } = useStore(list)
  const [passed, setPassed] = useState<typeof removed>([])
  const offered = removed.filter((each) => !passed.includes(each))
  const count = offered.length
  const [isHeld, hold] = useState(false)
  const dismiss = useCallback(() => setPassed(list.get().removed), [list])
  useEffect(() => {
    // A removed bar sends no event for the pointer that leaves it.
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
  /** Whether there is a list: the bar is then above it. On phones the bar has its own place and covers no button. */
  readonly hasList: boolean
}

/** Offers to restore the last removed items, and shows what was undone. */
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
