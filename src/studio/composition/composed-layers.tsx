import type { CSSProperties, ReactNode, RefObject } from 'react'
import type { Point } from '#base/geometry.ts'
import {
  type CompositionParts,
  type Gradient,
  hasContactShadow,
  type PictureBackground,
} from '#contract/composition.ts'
import { useObjectUrl } from '#studio/media/use-object-url.ts'
import { cqmin, placementStyle } from '#studio/viewer/placement-style.ts'
import { boxStyle, type ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import type { LayerCanvases } from './layer-painter.ts'
import { PlateCanvas, plateMargin } from './plate-canvas.tsx'

type Props = {
  /** Null without composition. */
  readonly parts: CompositionParts | null
  /** The CSS colour below all layers; null for transparency. */
  readonly color: string | null
  /** See `LayerLook`. */
  readonly layout: ViewerLayout
  readonly pivot: Point
  /** Receives the canvases that `LayerPainter` paints on. */
  readonly canvases: RefObject<LayerCanvases>
  /** Renders the subject, transparent around it, with the style that places it. */
  readonly children: (style: CSSProperties) => ReactNode
}

/**
 * A composition drawn by the browser at the size of the screen, for each frame. It looks like the result. Lengths are
 * shares of the shorter side, hence `cqmin`.
 */
export function ComposedLayers({ parts, color, layout, pivot, canvases, children }: Props) {
  const refOf = (layer: keyof LayerCanvases) => (canvas: HTMLCanvasElement | null) => {
    canvases.current[layer] = canvas
  }
  const placement = parts?.composition.placement
  const area = boxStyle(layout.source)
  const style = { ...area, ...(placement && placementStyle(placement, pivot)) }
  const plate = (
    <div className="absolute" style={area}>
      <PlateCanvas ref={refOf('plate')} margin={plateMargin(layout.source)} />
    </div>
  )
  // The subject keeps its place in the tree, so that its element survives changes of the layers.
  return (
    <div
      {...(parts && { 'data-testid': 'composed' })}
      className="absolute inset-0 overflow-hidden forced-color-adjust-none"
      style={{ containerType: 'size', ...(parts && color && { background: color }) }}
    >
      {parts ? (
        <>
          <GroundLayer parts={parts} plate={plate} />
          {hasContactShadow(parts.composition) ? (
            <div className="absolute inset-0" style={{ opacity: parts.composition.contactShadow?.opacity }}>
              <canvas ref={refOf('contactShadow')} className="absolute max-w-none" style={style} />
            </div>
          ) : null}
          <canvas ref={refOf('shadow')} className="absolute size-full" />
          <canvas ref={refOf('outline')} className="absolute size-full" />
        </>
      ) : null}
      {children(style)}
    </div>
  )
}

type GroundProps = { readonly parts: CompositionParts; readonly plate: ReactNode }

function GroundLayer({ parts: { composition, picture }, plate }: GroundProps) {
  const { background } = composition
  switch (background?.kind) {
    case undefined:
      return null
    case 'gradient':
      return <div className="absolute inset-0" style={{ background: gradientCss(background) }} />
    case 'picture':
      return picture ? <PictureLayer picture={picture} background={background} /> : null
    case 'original': {
      const { blur, saturation } = background
      const filter = `blur(${cqmin(blur)}) saturate(${saturation})`
      return (
        <div className="absolute inset-0" style={{ filter }}>
          {plate}
        </div>
      )
    }
  }
}

type PictureLayerProps = { readonly picture: Blob; readonly background: PictureBackground }

function PictureLayer({ picture, background: { fit, scale = 1, x = 0, y = 0 } }: PictureLayerProps) {
  const url = useObjectUrl(picture)
  const transform = `translate(${cqmin(x)}, ${cqmin(y)}) scale(${scale})`
  return url ? (
    <img src={url} alt="" className="absolute size-full" style={{ objectFit: fit, transform }} />
  ) : null
}

/** Like `paintGradient` of the engine, which follows CSS. */
export const gradientCss = ({ shape, angle, stops }: Gradient): string => {
  const list = stops.map(({ color, at }) => `${color} ${at * 100}%`).join()
  return shape === 'linear' ? `linear-gradient(${angle}deg,${list})` : `radial-gradient(circle,${list})`
}
