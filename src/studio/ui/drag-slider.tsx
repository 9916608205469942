import type { ComponentProps, PointerEvent } from 'react'

type Props = Omit<ComponentProps<'div'>, 'onDrag'> & {
  readonly label: string
  readonly min?: number
  readonly max: number
  readonly now: number
  /** The value with its unit, for screen readers. */
  readonly text: string
  /** Called with the dragged position: 0 at the left edge of its parent, 1 at the right. */
  readonly onDrag?: (share: number) => void
  /** Handles a key; returns whether it has an effect. */
  readonly onKey: (key: string) => boolean
}

/** A custom slider over an element that also handles pointers and keys. */
export function DragSlider({ label, min = 0, max, now, text, onDrag, onKey, ...rest }: Props) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    const slider = event.currentTarget
    if (!slider.hasPointerCapture(event.pointerId)) return
    event.stopPropagation()
    // The nearest positioned element: a parent may have `display: contents`, which has no box.
    const box = slider.offsetParent?.getBoundingClientRect()
    if (box) onDrag?.((event.clientX - box.left) / box.width)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={now}
      aria-valuetext={text}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onKeyDown={(event) => {
        if (!onKey(event.key)) return
        event.preventDefault()
        event.stopPropagation()
      }}
      {...rest}
    />
  )
}
