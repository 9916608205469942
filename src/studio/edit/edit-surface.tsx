import { useLayoutEffect, useRef } from 'react'
import { type Affine, chained, mapped } from '#base/affine.ts'
import { type Edit, isDrawn } from '#contract/image-edits.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { backdropProps } from '#studio/viewer/backdrop-choice.tsx'
import { BrushCursor } from './brush-cursor.tsx'
import { createEditPreview } from './edit-preview.ts'
import { contentOnViewport, pictureOnViewport, pictureSize } from './picture-point.ts'
import { backdropColors } from './preview-paints.ts'
import { clipOf } from './preview-shapes.ts'
import type { EditingTools } from './use-editing.ts'

type Props = {
  readonly tools: EditingTools
  /** The original, whose pixels strokes show; null until decoded. */
  readonly picture: ImageBitmap | null
  /** In a composition, the subject of the shown result, to draw over the layer below it. Otherwise null. */
  readonly subject?: CanvasImageSource | null
  /** The edits that the shown result lacks. */
  readonly pending: readonly Edit[]
  /** The outline of a click's change, as SVG path data in pixels of the picture; null for none. */
  readonly outline: string | null
}

/** The most canvas pixels per CSS px: a pending stroke may be slightly soft. */
const maxRatio = 2

/** The layers over an edited picture: pending strokes, the cursor and the crosshair. */
export function EditSurface({ tools, picture, subject = null, pending, outline }: Props) {
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
  const map = pictureOnViewport(viewer)
  const size = pictureSize(viewer)
  useLayoutEffect(() => {
    if (!backdrop.current || viewport.width === 0) return
    const ratio = Math.min(maxRatio, devicePixelRatio)
    preview.current?.setScene({
      size: { width: Math.round(viewport.width * ratio), height: Math.round(viewport.height * ratio) },
      map: chained([ratio, 0, 0, ratio, 0, 0], map),
      pictureSize: size,
      ratio,
      view: subject ? 'composed' : view,
      picture,
      subject,
      backdrop: backdropColors(backdrop.current),
    })
  })
  // Edits that are not drawn appear only in the result.
  useLayoutEffect(() => preview.current?.setPending(pending.filter(isDrawn)), [preview, pending])

  const cross = crosshair && mapped(map, crosshair)
  const isHidden = subject !== null && viewer.peeking
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden" data-testid="edit-surface">
      <span ref={backdrop} {...backdropProps(viewer.backdrop, 'absolute size-0')} />
      <div
        className={`absolute inset-0 ${isHidden ? 'invisible' : ''}`}
        style={subject ? { clipPath: clipOf(contentOnViewport(viewer), viewer.content) } : undefined}
      >
        <div className="absolute inset-0" style={subject ? { clipPath: clipOf(map, size) } : undefined}>
          <canvas ref={pendingCanvas} className="absolute inset-0 size-full" />
          <canvas ref={drawnCanvas} className="absolute inset-0 size-full" />
        </div>
      </div>
      {tool ? (
        // Touch screens have no tooltips.
        <p
          key={tool}
          className="absolute inset-x-4 top-3 mx-auto w-fit animate-tell rounded-full bg-panel px-3.5 py-1.5 text-xs text-ink shadow-lift inset-ring inset-ring-line lg:hidden"
        >
          {messages.image.edit.hints[tool]}
        </p>
      ) : null}
      {outline ? <ClickOutline path={outline} map={map} isRemoved={mode === 'remove'} /> : null}
      {cross ? <Crosshair {...cross} /> : null}
      <BrushCursor
        editor={editor}
        stage={stage}
        picture={picture}
        map={map}
        size={size}
        isComposed={subject !== null}
        layers={[pendingCanvas, drawnCanvas]}
      />
    </div>
  )
}

type OutlineProps = {
  readonly path: string
  readonly map: Affine
  readonly isRemoved: boolean
}

/** The region of a click: a dashed line in two colours, visible on any picture, around a tint. */
const ClickOutline = ({ path, map, isRemoved }: OutlineProps) => (
  <svg data-testid="click-outline" aria-hidden className="absolute inset-0 size-full overflow-visible">
    <path
      d={path}
      transform={`matrix(${map})`}
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
      transform={`matrix(${map})`}
      fill="none"
      stroke={isRemoved ? '#ff8ba0' : '#c6f24e'}
      strokeWidth={1.5}
      strokeDasharray="5 4"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)

/** The keyboard's position in the picture. */
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
