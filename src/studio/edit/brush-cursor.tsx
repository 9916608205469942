import { type RefObject, useEffect, useRef } from 'react'
import type { Affine } from '#base/affine.ts'
import type { Size } from '#base/geometry.ts'
import { useStore } from '#studio/state/store.ts'
import { type EditorStore, isBrush } from './editor-state.ts'
import { drawMapped } from './preview-paints.ts'

type Props = {
  readonly editor: EditorStore
  /** The element that handles the pointer, in whose CSS px positions are measured from its corner. */
  readonly stage: RefObject<HTMLElement | null>
  readonly picture: ImageBitmap | null
  /** The size of the picture in its pixels. */
  readonly size: Size
  /** Maps pixels of the picture to CSS px of the stage. */
  readonly map: Affine
  /** Whether the layers contain the subject; then the rest of the picture is faint. */
  readonly isComposed: boolean
  /** Canvases of the stage's size that the loupe shows over the picture. */
  readonly layers: readonly RefObject<HTMLCanvasElement | null>[]
}

/** The loupe: diameter and distance of its centre from the finger in CSS px, and its magnification. */
const loupe = { size: 116, distance: 104, zoom: 2 } as const

/**
 * A ring of the brush's size under the mouse or pen, and a loupe above the finger, which covers the drawing. Both
 * follow the pointer without rendering.
 */
export function BrushCursor({ editor, stage, layers, ...shown }: Props) {
  const { tool, sizePx, crosshair } = useStore(editor)
  const ring = useRef<HTMLSpanElement>(null)
  const glass = useRef<HTMLCanvasElement>(null)
  /** The id of the pressing finger; -1 for several. */
  const pressed = useRef<number | null>(null)

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const place = (node: HTMLElement | null, x: number, y: number) => {
      if (!node) return
      node.style.visibility = 'visible'
      node.style.left = `${x}px`
      node.style.top = `${y}px`
    }
    const hide = () => {
      for (const node of [ring.current, glass.current]) if (node) node.style.visibility = 'hidden'
    }
    const show = (event: PointerEvent) => {
      const { left, top, width } = element.getBoundingClientRect()
      const x = event.clientX - left
      const y = event.clientY - top
      if (event.pointerType !== 'touch') return place(ring.current, x, y)
      if (pressed.current !== event.pointerId) return hide()
      // Beside the finger if there is no room above it.
      const isAbove = y > loupe.distance + loupe.size / 2
      const aside = x < width / 2 ? loupe.distance : -loupe.distance
      place(
        glass.current,
        isAbove ? x : x + aside,
        isAbove ? y - loupe.distance : Math.max(loupe.size / 2, y),
      )
      place(ring.current, x, y)
      drawLoupe(glass.current, { ...shown, x, y, sizePx: isBrush(tool) ? sizePx : 0, layers })
    }
    const press = (event: PointerEvent) => {
      // A second finger pans and zooms, without a loupe.
      pressed.current = pressed.current === null ? event.pointerId : -1
      show(event)
    }
    const release = (event: PointerEvent) => {
      pressed.current = null
      if (event.pointerType === 'touch') hide()
    }
    const listeners = {
      pointerdown: press,
      pointermove: show,
      pointerup: release,
      pointercancel: release,
      pointerleave: hide,
    }
    const abort = new AbortController()
    for (const [type, listener] of Object.entries(listeners))
      element.addEventListener(type, listener as EventListener, { signal: abort.signal })
    return () => abort.abort()
  })

  const diameter = isBrush(tool) ? sizePx : 0
  return (
    <>
      <span
        ref={ring}
        data-testid="brush-ring"
        className={`invisible forced-color-adjust-none absolute -translate-1/2 rounded-full shadow-[inset_0_0_0_1px_#fff,0_0_0_1px_#1b1c20] ${diameter === 0 || crosshair ? 'opacity-0' : ''}`}
        style={{ width: diameter, height: diameter }}
      />
      <canvas
        ref={glass}
        data-testid="loupe"
        className="invisible forced-color-adjust-none absolute -translate-1/2 rounded-full bg-sunken shadow-lift ring-2 ring-white"
        style={{ width: loupe.size, height: loupe.size }}
      />
    </>
  )
}

type LoupeParts = Pick<Props, 'picture' | 'size' | 'map' | 'isComposed' | 'layers'> & {
  readonly x: number
  readonly y: number
  readonly sizePx: number
}

/** Draws the picture around a point, the edits on it and the ring of the brush. */
const drawLoupe = (
  canvas: HTMLCanvasElement | null,
  { x, y, picture, size, map, isComposed, layers, sizePx }: LoupeParts,
): void => {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return
  const side = Math.round(loupe.size * Math.min(2, devicePixelRatio))
  canvas.width = side
  canvas.height = side
  const scale = (side / loupe.size) * loupe.zoom
  context.translate(side / 2, side / 2)
  context.scale(scale, scale)
  context.translate(-x, -y)
  context.globalAlpha = isComposed ? 0.35 : 1
  if (picture) drawMapped(context, picture, { map, pictureSize: size })
  context.globalAlpha = 1
  for (const { current } of layers)
    if (current && current.width > 0)
      context.drawImage(current, 0, 0, current.clientWidth, current.clientHeight)
  const radius = Math.max(1.5, sizePx / 2)
  for (const [color, width] of [
    ['#1b1c20', 2],
    ['#ffffff', 1],
  ] as const) {
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.strokeStyle = color
    context.lineWidth = width
    context.stroke()
  }
}
