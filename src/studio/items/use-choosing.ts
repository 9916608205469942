import { type ComponentProps, useEffect, useRef } from 'react'
import type { ItemList } from '#library/items/item-list.ts'

/** How long a finger must rest on a row to choose it. */
const longPressMs = 500

type Handlers = Pick<
  ComponentProps<'button'>,
  'onClick' | 'onPointerDown' | 'onPointerUp' | 'onPointerCancel' | 'onContextMenu'
>

/**
 * Handles a press on an item's row: it selects the item; Ctrl or ⌘ toggles whether it is chosen, Shift chooses all rows
 * up to it, also by keys. A finger chooses by a long press, then by taps while several are chosen.
 */
export function useChoosing(
  list: Pick<ItemList, 'select' | 'choose'>,
  id: string,
  hasChosen: boolean,
): Handlers {
  const press = useRef({ isTouch: false, isLong: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onClick: ({ shiftKey, ctrlKey, metaKey }) => {
      const { isTouch, isLong } = press.current
      press.current = { isTouch: false, isLong: false }
      if (isLong) return
      if (shiftKey) list.choose(id, 'range')
      else if (ctrlKey || metaKey || (isTouch && hasChosen)) list.choose(id, 'toggle')
      else list.select(id)
    },
    onPointerDown: ({ pointerType }) => {
      stop()
      press.current = { isTouch: pointerType === 'touch', isLong: false }
      if (pointerType !== 'touch') return
      timer.current = setTimeout(() => {
        press.current = { isTouch: true, isLong: true }
        list.choose(id, 'toggle')
      }, longPressMs)
    },
    onPointerUp: stop,
    // The browser cancels the pointer when the finger scrolls.
    onPointerCancel: stop,
    onContextMenu: (event) => {
      if (press.current.isTouch) event.preventDefault()
    },
  }
}
