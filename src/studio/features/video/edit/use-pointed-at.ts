import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Point } from '#base/geometry.ts'
import { useWindowEvent } from '#studio/hooks/use-browser-state.ts'

/**
 * Whether a pointer or the keyboard's crosshair has moved over the picture since the frame of this time is shown. Only
 * then a click is to be expected: who steps through frames would wait for the network on each of them.
 */
export function usePointedAt(
  picture: RefObject<HTMLElement | null>,
  crosshair: Point | null,
  seconds: number,
): boolean {
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const shown = useRef(seconds)
  shown.current = seconds
  useWindowEvent('pointermove', ({ clientX, clientY }) => {
    if (pointedAt === seconds) return
    const box = picture.current?.getBoundingClientRect()
    if (!box || clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return
    setPointedAt(seconds)
  })
  useEffect(() => {
    if (crosshair) setPointedAt(shown.current)
  }, [crosshair])
  return pointedAt === seconds
}
