import { useLayoutEffect, useRef } from 'react'
import type { Box } from '#base/geometry.ts'
import { type Edit, isDrawn } from '#contract/image-edits.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { backdropProps } from '#studio/viewer/backdrop-choice.tsx'
import { cameraOf } from '#studio/viewer/viewer-state.ts'
import { BrushCursor } from './brush-cursor.tsx'
import { createEditPreview } from './edit-preview.ts'
import { pictureBox } from './picture-point.ts'
import { backdropColors } from './preview-paints.ts'
import type { EditingTools } from './use-editing.ts'

type Props = {
  readonly tools: EditingTools
  /** The original, to draw strokes from; null until it is decoded. */
  readonly picture: ImageBitmap | null
  /** The edits that the shown result does not have yet. */
  readonly pending: readonly Edit[]
  /** What a click would change, as SVG path data in pixels of the picture; null where nothing is to be outlined. */
  readonly outline: string | null
}

/** More pixels than this to a CSS px are not drawn: a stroke that waits for its result may be a little soft. */
const maxRatio = 2

/** What lies over the picture while it is edited: strokes that wait for their result, the cursor and the crosshair. */
export function EditSurface({ tools, picture, pending, outline }: Props) {
  const { store, editor, stage, preview } = tools
  const viewer = useStore(store)
  const { tool, mode, view, crosshair } = useStore(editor)
  const pendingCanvas = useRef<HTMLCanvasElement>(null)
  const drawnCanvas = useRef<HTMLCanvasElement>(null)
  const backdrop = useRef<HTMLSpanElement>(null)

  useLayoutEffect(() => {
    if (!pendingCanvas.current || !drawnCanvas.current) return
    const mine = createEditPreview({ pending: pendingCanvas.current, drawn: drawnCanvas.current })
    preview.current = mine
    return () => {
      mine.close()
      preview.current = null
    }
  }, [preview])

  const { viewport } = viewer
  useLayoutEffect(() => {
    if (!backdrop.current || viewport.width === 0) return
    const ratio = Math.min(maxRatio, devicePixelRatio)
    const box = pictureBox(viewer)
    preview.current?.setScene({
      size: { width: Math.round(viewport.width * ratio), height: Math.round(viewport.height * ratio) },
      box: {
        x: box.x * ratio,
        y: box.y * ratio,
        width: box.width * ratio,
        height: box.height * ratio,
      },
      scale: cameraOf(viewer).scale * ratio,
      ratio,
      view,
      picture,
      backdrop: backdropColors(backdrop.current),
    })
  })
  // What is taken is seen when the result has it.
  useLayoutEffect(() => preview.current?.setPending(pending.filter(isDrawn)), [preview, pending])

  const box = pictureBox(viewer)
  const { scale } = cameraOf(viewer)
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden" data-testid="edit-surface">
      <span ref={backdrop} {...backdropProps(viewer.backdrop, 'absolute size-0')} />
      <canvas ref={pendingCanvas} className="absolute inset-0 size-full" />
      <canvas ref={drawnCanvas} className="absolute inset-0 size-full" />
      {tool ? (
        // Fingers have no tooltips.
        <p
          key={tool}
          className="absolute inset-x-4 top-3 mx-auto w-fit animate-tell rounded-full bg-panel px-3.5 py-1.5 text-xs text-ink shadow-lift inset-ring inset-ring-line lg:hidden"
        >
          {messages.image.edit.hints[tool]}
        </p>
      ) : null}
      {outline ? <ClickOutline path={outline} box={box} scale={scale} isRemoved={mode === 'remove'} /> : null}
      {crosshair ? <Crosshair x={box.x + crosshair.x * scale} y={box.y + crosshair.y * scale} /> : null}
      <BrushCursor
        editor={editor}
        stage={stage}
        picture={picture}
        box={box}
        layers={[pendingCanvas, drawnCanvas]}
      />
    </div>
  )
}

type OutlineProps = {
  readonly path: string
  readonly box: Box
  /** CSS px per pixel of the picture. */
  readonly scale: number
  readonly isRemoved: boolean
}

/** What a click would take: a dashed line in two colours, seen on any picture, around a tint. */
const ClickOutline = ({ path, box, scale, isRemoved }: OutlineProps) => (
  <svg
    data-testid="click-outline"
    aria-hidden
    className="absolute overflow-visible"
    style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    viewBox={`0 0 ${box.width / scale} ${box.height / scale}`}
  >
    <path
      d={path}
      fillRule="evenodd"
      fill={isRemoved ? '#ff4d6d' : '#c6f24e'}
      fillOpacity={0.28}
      stroke="#1b1c20"
      strokeWidth={3}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
    <path
      d={path}
      fill="none"
      stroke={isRemoved ? '#ff8ba0' : '#c6f24e'}
      strokeWidth={1.5}
      strokeDasharray="5 4"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)

/** Where the keyboard works. */
const Crosshair = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <svg
    data-testid="crosshair"
    aria-hidden
    width={41}
    height={41}
    viewBox="0 0 41 41"
    className="absolute"
    style={{ left: x - 20.5, top: y - 20.5 }}
  >
    {[
      ['#1b1c20', 4],
      ['#c6f24e', 2],
    ].map(([color, width]) => (
      <path
        key={color}
        d="M20.5 0v14M20.5 27v14M0 20.5h14M27 20.5h14"
        stroke={String(color)}
        strokeWidth={width}
      />
    ))}
  </svg>
)
