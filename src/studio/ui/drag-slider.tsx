import type { ComponentProps, PointerEvent } from 'react'

type Props = Omit<ComponentProps<'div'>, 'onDrag'> & {
  readonly label: string
  readonly min?: number
  readonly max: number
  readonly now: number
  /** The value with its unit, for screen readers. */
  readonly text: string
  /** Called with the place to which it is dragged: 0 at the left edge of what it lies in, 1 at the right. */
  readonly onDrag?: (share: number) => void
  /** Does what a key means; returns whether it means anything. */
  readonly onKey: (key: string) => boolean
}

/** A slider with a look of its own, which lies over something else that takes pointers and keys. */
export function DragSlider({ label, min = 0, max, now, text, onDrag, onKey, ...rest }: Props) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    const slider = event.currentTarget
    if (!slider.hasPointerCapture(event.pointerId)) return
    event.stopPropagation()
    // The nearest element that is positioned: a parent may be laid out as `contents`, which has no box.
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
