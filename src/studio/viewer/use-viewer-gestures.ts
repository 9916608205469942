import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Point } from '#base/geometry.ts'
import { createPointerRoles, type PointerPress } from './pointer-roles.ts'
import { actualSize, panned, type ViewerStore, withSizes, zoomed } from './viewer-state.ts'
import { wheelFactor } from './zoom-math.ts'

/** Receives pointers for a drawing tool. Positions are those of the events, in CSS px of the window. */
export type Drawing = {
  /** `tap`: a press draws only if the pointer does not move before its release; moving pans. */
  readonly kind: 'drag' | 'tap'
  /** Whether a mouse pans now. */
  readonly isHandHeld: () => boolean
  readonly onStart: (event: PointerEvent, isSwapped: boolean) => void
  readonly onMove: (event: PointerEvent) => void
  readonly onFinish: () => void
  readonly onCancel: () => void
  /** Called for Alt with the wheel; a factor above 1 enlarges. */
  readonly onResize: (factor: number) => void
}

type DrawingPointer = PointerPress & Point & { readonly isSwapped: boolean }

/** A tap that moves farther is a drag, in CSS px. */
export const tapSlackPx = 6

/**
 * Measures the viewport. Wheel and pinch zoom, dragging pans, a double click shows the actual size. With a drawing tool
 * one pointer draws instead, and two fingers pan and zoom.
 */
export function useViewerGestures(
  store: ViewerStore,
  ref: RefObject<HTMLDivElement | null>,
  drawing: Drawing | null = null,
) {
  const fingers = useRef(new Map<number, Point>())
  const drawer = useRef<DrawingPointer | null>(null)
  const [roles] = useState(createPointerRoles)
  const latest = useRef(drawing)
  useLayoutEffect(() => {
    latest.current = drawing
  })

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      store.set((state) => withSizes(state, { viewport: { width, height } }))
    })
    observer.observe(element)
    // React's wheel listeners are passive and cannot prevent the browser from zooming the page.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const factor = wheelFactor(event.deltaY, event.deltaMode)
      if (event.altKey && latest.current) latest.current.onResize(factor)
      else store.set((state) => zoomed(state, factor, fromCentre(element, event)))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', onWheel)
    }
  }, [store, ref])

  /** Ends the stroke; its pointer pans from now on. */
  const stopDrawing = (how: 'cancel' | 'finish') => {
    const { current } = drawer
    if (!current) return
    drawer.current = null
    fingers.current.set(current.id, { x: current.x, y: current.y })
    if (drawing?.kind === 'tap' || how === 'cancel') drawing?.onCancel()
    else drawing?.onFinish()
  }

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const { pointerId: id, pointerType: type, button, timeStamp: atMs } = event
    const press: PointerPress = { id, type, button, atMs }
    const interrupts = roles.interrupts(drawer.current, press)
    if (interrupts !== 'no') stopDrawing(interrupts)
    const canDraw = drawing !== null && drawer.current === null && fingers.current.size === 0
    const role = roles.press(press, { canDraw, isHandHeld: drawing?.isHandHeld() ?? false })
    if (role === 'none') return
    event.currentTarget.setPointerCapture(id)
    if (role === 'pan') {
      fingers.current.set(id, { x: event.clientX, y: event.clientY })
      return
    }
    const isSwapped = role === 'swap'
    drawer.current = { ...press, x: event.clientX, y: event.clientY, isSwapped }
    drawing?.onStart(event, isSwapped)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { current } = drawer
    if (current?.id === event.pointerId) {
      if (drawing?.kind !== 'tap') drawing?.onMove(event)
      else if (Math.hypot(event.clientX - current.x, event.clientY - current.y) > tapSlackPx)
        stopDrawing('cancel')
      return
    }
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    const share = other ? 0.5 : 1
    const by = { x: (now.x - before.x) * share, y: (now.y - before.y) * share }
    const element = event.currentTarget
    store.set((state) => {
      const moved = panned(state, by)
      if (!other) return moved
      const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }
      return zoomed(
        moved,
        distance(now, other) / Math.max(1, distance(before, other)),
        fromCentre(element, middle),
      )
    })
  }
  const onPointerEnd = (event: PointerEvent<HTMLDivElement>) => {
    fingers.current.delete(event.pointerId)
    if (drawer.current?.id !== event.pointerId) return
    drawer.current = null
    if (event.type === 'pointercancel') drawing?.onCancel()
    else drawing?.onFinish()
  }
  const onDoubleClick = (event: { clientX: number; clientY: number; currentTarget: HTMLDivElement }) => {
    if (drawing) return
    const at = fromCentre(event.currentTarget, event)
    store.set((state) => actualSize(state, at))
  }
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onDoubleClick,
    // The second button draws with the opposite tool.
    onContextMenu: (event: MouseEvent) => {
      if (drawing) event.preventDefault()
    },
  }
}

/** The position of an event in CSS px from the centre of `element`. */
export const fromCentre = (
  element: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point => {
  const box = element.getBoundingClientRect()
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
