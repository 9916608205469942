import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Box, Point } from '#base/geometry.ts'
import { compositionLimits, noPlacement, type Placement } from '#contract/composition.ts'
import { messages } from '#studio/messages/messages.ts'
import { useHeldMode } from '#studio/state/use-studio.ts'
import { middleOf, placementStyle } from '#studio/viewer/placement-style.ts'
import { boxStyle } from '#studio/viewer/viewer-layout.ts'
import { noLines, snappedMove } from './snap-lines.ts'

const { placement: texts } = messages.composition

type Grip = 'move' | 'scale' | 'turn'

type Props = {
  readonly placement: Placement
  /** The unplaced subject's box, in fractions of the shown part. */
  readonly box: Box
  /** The point about which the subject is placed, in the same fractions; by default the middle of its box. */
  readonly pivot?: Point
  readonly onChange: (placement: Placement) => void
}

/** A rotation this near to a quarter turn snaps to it, in degrees. */
const snapDegrees = 2
/** The step of rotations with Shift. */
const shiftDegrees = 15

/**
 * A frame around the subject: a drag moves it, its corners scale it and its knob rotates it; or arrows move, + and −
 * scale, [ and ] rotate. A drag snaps to lines, unless Alt or Ctrl is held.
 */
export function SubjectHandles({ placement, box, pivot, onChange }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{
    readonly grip: Grip
    readonly from: Placement
    readonly x: number
    readonly y: number
  } | null>(null)
  const [lines, setLines] = useState(noLines)
  const middle = pivot ?? middleOf(box)
  const left = placement.flip ? 2 * middle.x - box.x - box.width : box.x

  const begin = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    // Otherwise the stage below would pan.
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ grip, from: placement, x: event.clientX, y: event.clientY })
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const rect = area.current?.getBoundingClientRect()
    if (!drag || !rect) return
    event.stopPropagation()
    const { grip, from } = drag
    const unit = Math.min(rect.width, rect.height)
    if (grip === 'move') {
      const x = from.x + (event.clientX - drag.x) / unit
      const y = from.y + (event.clientY - drag.y) / unit
      const free = limited({ ...placement, x, y })
      if (event.altKey || event.ctrlKey || event.metaKey) {
        setLines(noLines)
        return onChange(free)
      }
      const near = snappedMove(free, { box, middle, area: rect })
      setLines(near.lines)
      return onChange(limited(near.placement))
    }
    const centre = {
      x: rect.left + middle.x * rect.width + from.x * unit,
      y: rect.top + middle.y * rect.height + from.y * unit,
    }
    const before = { x: drag.x - centre.x, y: drag.y - centre.y }
    const now = { x: event.clientX - centre.x, y: event.clientY - centre.y }
    if (grip === 'scale') {
      const factor = Math.hypot(now.x, now.y) / Math.max(1, Math.hypot(before.x, before.y))
      return onChange(limited({ ...placement, scale: from.scale * factor }))
    }
    const turned = ((Math.atan2(now.y, now.x) - Math.atan2(before.y, before.x)) * 180) / Math.PI
    onChange(limited({ ...placement, rotation: snapped(from.rotation + turned, event.shiftKey) }))
  }
  const end = () => {
    setDrag(null)
    setLines(noLines)
  }
  useHeldMode(drag !== null, () => {
    if (drag) onChange(drag.from)
    end()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = placementAfterKey(placement, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    // The page has commands with the same keys.
    event.stopPropagation()
    onChange(limited(next))
  }
  const grips = { onPointerMove: follow, onPointerUp: end, onPointerCancel: end }
  const knob =
    'absolute size-3.5 touch-none rounded-full border border-black/60 bg-white before:absolute before:-inset-3'
  return (
    <div ref={area} className="pointer-events-none absolute inset-0 z-10" style={{ containerType: 'size' }}>
      {lines.x === null ? null : (
        <span
          className={`${lineClass} inset-y-0 w-px -translate-x-1/2`}
          style={{ left: `${lines.x * 100}%` }}
        />
      )}
      {lines.y === null ? null : (
        <span
          className={`${lineClass} inset-x-0 h-px -translate-y-1/2`}
          style={{ top: `${lines.y * 100}%` }}
        />
      )}
      <div className="absolute inset-0" style={placementStyle({ ...placement, flip: false }, middle)}>
        <div
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows and other keys move the subject.
          tabIndex={0}
          aria-label={texts.handles}
          aria-description={texts.keys}
          onKeyDown={onKeyDown}
          onPointerDown={begin('move')}
          {...grips}
          className="pointer-events-auto absolute cursor-move touch-none forced-color-adjust-none outline-2 outline-white outline-dashed [box-shadow:0_0_0_3px_#0006] focus-visible:outline-solid"
          style={boxStyle({ ...box, x: left })}
        >
          {corners.map((place) => (
            <span
              key={place}
              aria-hidden
              onPointerDown={begin('scale')}
              {...grips}
              className={`${knob} ${place}`}
            />
          ))}
          <span
            aria-hidden
            onPointerDown={begin('turn')}
            {...grips}
            className={`${knob} -top-9 left-1/2 -translate-x-1/2 cursor-grab`}
          />
        </div>
      </div>
    </div>
  )
}

/** Dark beside white, visible on any picture. */
const lineClass = 'absolute bg-white forced-color-adjust-none [box-shadow:0_0_0_1px_#0006]'

const corners = [
  '-left-2 -top-2 cursor-nwse-resize',
  '-right-2 -top-2 cursor-nesw-resize',
  '-left-2 -bottom-2 cursor-nesw-resize',
  '-right-2 -bottom-2 cursor-nwse-resize',
]

type Change = (placement: Placement, step: number) => Partial<Placement>

const larger: Change = ({ scale }) => ({ scale: scale * 1.02 })
const smaller: Change = ({ scale }) => ({ scale: scale / 1.02 })
const changes: Readonly<Record<string, Change>> = {
  ArrowLeft: ({ x }, step) => ({ x: x - step }),
  ArrowRight: ({ x }, step) => ({ x: x + step }),
  ArrowUp: ({ y }, step) => ({ y: y - step }),
  ArrowDown: ({ y }, step) => ({ y: y + step }),
  '+': larger,
  '=': larger,
  '-': smaller,
  '−': smaller,
  '[': ({ rotation }) => ({ rotation: rotation - 1 }),
  ']': ({ rotation }) => ({ rotation: rotation + 1 }),
  0: () => noPlacement,
}

/** The placement after a key; null for other keys. With Shift the steps of arrows are larger. */
export const placementAfterKey = (placement: Placement, key: string, isLarge: boolean): Placement | null => {
  const change = Object.hasOwn(changes, key) ? changes[key] : undefined
  return change ? { ...placement, ...change(placement, isLarge ? 0.05 : 0.005) } : null
}

/** A placement within the limits of a composition. */
export const limited = ({ x, y, scale, rotation, flip }: Placement): Placement => {
  const { move, scale: scales } = compositionLimits
  const within = (value: number, { min, max }: { readonly min: number; readonly max: number }) =>
    Math.min(max, Math.max(min, value))
  return {
    x: within(x, move),
    y: within(y, move),
    scale: within(scale, scales),
    rotation: ((((rotation + 180) % 360) + 360) % 360) - 180,
    flip,
  }
}

const snapped = (degrees: number, isStepped: boolean): number => {
  if (isStepped) return Math.round(degrees / shiftDegrees) * shiftDegrees
  const quarter = Math.round(degrees / 90) * 90
  return Math.abs(degrees - quarter) < snapDegrees ? quarter : degrees
}
