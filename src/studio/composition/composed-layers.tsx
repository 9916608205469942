import type { ReactNode, Ref } from 'react'
import {
  type CompositionParts,
  type Gradient,
  hasContactShadow,
  type PictureBackground,
} from '#contract/composition.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'

type Props = {
  /** Null where nothing stands behind or around the subject. */
  readonly parts: CompositionParts | null
  /** CSS colour below everything; null for transparency. */
  readonly color: string | null
  /** The photo without its subject, sharp and in its own colours. */
  readonly plate: ReactNode
  /** The photo's own shadow, black at full strength. */
  readonly contactShadow: ReactNode
  /** What `EffectPainter` paints shadow and outline on. */
  readonly shadowRef: Ref<HTMLCanvasElement>
  readonly outlineRef: Ref<HTMLCanvasElement>
  /** The subject alone, transparent around it. */
  readonly children: ReactNode
}

/**
 * A composition drawn by the browser, at the size of the screen and with each frame of it. It looks like the result.
 * Lengths are shares of the shorter side, hence `cqmin`.
 */
export function ComposedLayers({
  parts,
  color,
  plate,
  contactShadow,
  shadowRef,
  outlineRef,
  children,
}: Props) {
  // The subject keeps its place in the tree, and so its element, where layers come and go.
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
              {contactShadow}
            </div>
          ) : null}
          <canvas ref={shadowRef} className="absolute size-full" />
          <canvas ref={outlineRef} className="absolute size-full" />
        </>
      ) : null}
      {children}
    </div>
  )
}

function GroundLayer({
  parts: { composition, picture },
  plate,
}: Pick<Props, 'plate'> & { readonly parts: CompositionParts }) {
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

/** A share of the shorter side as a CSS length. */
export const cqmin = (share: number): string => `${Number((share * 100).toFixed(3))}cqmin`

/** As `paintGradient` of the engine, which follows CSS. */
export const gradientCss = ({ shape, angle, stops }: Gradient): string => {
  const list = stops.map(({ color, at }) => `${color} ${at * 100}%`).join()
  return shape === 'linear' ? `linear-gradient(${angle}deg,${list})` : `radial-gradient(circle,${list})`
}
