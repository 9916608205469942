import { type PointerEvent, useEffect, useRef } from 'react'
import type { Point } from '#base/geometry.ts'
import { actualSize, panned, type ViewerStore, withSizes, zoomed } from './viewer-state.ts'
import { wheelFactor } from './zoom-math.ts'

/** Measures the viewport. Wheel and pinch zoom, dragging pans, a double click shows the actual size. */
export function useViewerGestures(store: ViewerStore) {
  const ref = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      store.set((state) => withSizes(state, { viewport: { width, height } }))
    })
    observer.observe(element)
    // React's own wheel listeners are passive, so they cannot keep the browser from zooming the page.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      store.set((state) =>
        zoomed(state, wheelFactor(event.deltaY, event.deltaMode), fromCentre(element, event)),
      )
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', onWheel)
    }
  }, [store])

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
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
  const onPointerEnd = (event: PointerEvent<HTMLDivElement>) => fingers.current.delete(event.pointerId)
  const onDoubleClick = (event: { clientX: number; clientY: number; currentTarget: HTMLDivElement }) => {
    const at = fromCentre(event.currentTarget, event)
    store.set((state) => actualSize(state, at))
  }
  return {
    ref,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onDoubleClick,
    },
  }
}

const fromCentre = (
  element: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point => {
  const box = element.getBoundingClientRect()
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
