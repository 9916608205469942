/** A pointer pressed on the viewer. */
export type PointerPress = {
  readonly id: number
  readonly type: string
  /** The button of a `PointerEvent`: 0 main button or contact, 1 wheel, 2 second button, 5 eraser of a pen. */
  readonly button: number
  readonly atMs: number
}

/** The role of a pressed pointer. `swap`: it draws with the opposite of the chosen tool. */
type PointerRole = 'draw' | 'swap' | 'pan' | 'none'

type PointerRoles = {
  /** `canDraw`: a drawing tool is chosen. `isHandHeld`: the key that pans is held. */
  readonly press: (
    press: PointerPress,
    chosen: { readonly canDraw: boolean; readonly isHandHeld: boolean },
  ) => PointerRole
  /**
   * What happens to the stroke of `drawing` when `next` is pressed: a second finger pans and zooms, which cancels a
   * stroke that has just begun and finishes a longer one. A palm beside a pen changes nothing.
   */
  readonly interrupts: (drawing: PointerPress | null, next: PointerPress) => 'no' | 'cancel' | 'finish'
}

/** The age below which a stroke counts as the start of a pinch when a second finger is pressed. */
const pinchMs = 300

const eraserButton = 5

/**
 * Decides which pointers draw and which pan. After a pen was used, fingers only pan, because users rest their hand on
 * the screen.
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
