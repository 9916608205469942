/** A pointer that was pressed on the viewer. */
export type PointerPress = {
  readonly id: number
  readonly type: string
  /** As in `PointerEvent`: 0 the main button or contact, 1 the wheel, 2 the second button, 5 the eraser of a pen. */
  readonly button: number
  readonly atMs: number
}

/** What a pressed pointer does. `swap`: it draws with the opposite of the chosen tool. */
type PointerRole = 'draw' | 'swap' | 'pan' | 'none'

type PointerRoles = {
  /** `canDraw`: a drawing tool is chosen. `isHandHeld`: the key is held that pans for a moment. */
  readonly press: (
    press: PointerPress,
    chosen: { readonly canDraw: boolean; readonly isHandHeld: boolean },
  ) => PointerRole
  /**
   * What becomes of the stroke of `drawing` when `next` is pressed: a second finger pans and zooms, so that a stroke
   * that has just begun was not meant, and a longer one is complete. A palm beside a pen changes nothing.
   */
  readonly interrupts: (drawing: PointerPress | null, next: PointerPress) => 'no' | 'cancel' | 'finish'
}

/** A stroke that is younger when a second finger comes was the first half of a pinch. */
const pinchMs = 300

const eraserButton = 5

/**
 * Decides which pointers draw and which pan. After a pen was seen, fingers and palms only pan, as people expect who
 * rest their hand on the screen.
 */
export function createPointerRoles(): PointerRoles {
  let isPenSeen = false
  return {
    press: ({ type, button }, { canDraw, isHandHeld }) => {
      if (type === 'pen') isPenSeen = true
      if (type === 'touch') return canDraw && !isPenSeen ? 'draw' : 'pan'
      if (button === 1) return 'pan'
      if (button === 2 || button === eraserButton) return canDraw ? 'swap' : 'none'
      if (button !== 0) return 'none'
      return canDraw && !isHandHeld ? 'draw' : 'pan'
    },
    interrupts: (drawing, next) => {
      if (drawing?.type !== 'touch' || next.type !== 'touch') return 'no'
      return next.atMs - drawing.atMs < pinchMs ? 'cancel' : 'finish'
    },
  }
}
