import type { CSSProperties, ReactNode } from 'react'
import type { Composition, CompositionParts, Gradient } from '#contract/composition.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'

type Props = {
  /** Null where nothing stands behind or around the subject. */
  readonly parts: CompositionParts | null
  /** CSS colour below everything; null for transparency. */
  readonly color: string | null
  /** The photo without its subject, sharp and in its own colours. */
  readonly plate: ReactNode
  /** The subject alone, transparent around it. */
  readonly children: ReactNode
}

/**
 * A composition drawn by the browser, at the size of the screen and with each frame of it. It looks like the result but
 * for the corners of outlines. Lengths are shares of the shorter side, hence `cqmin`.
 */
export function ComposedLayers({ parts, color, plate, children }: Props) {
  if (!parts) return children
  const { composition } = parts
  return (
    <div
      data-testid="composed"
      className="absolute inset-0 overflow-hidden"
      style={{ containerType: 'size', ...(color && { background: color }) }}
    >
      <GroundLayer parts={parts} plate={plate} />
      <div className="absolute inset-0" style={{ filter: subjectFilter(composition) }}>
        {children}
      </div>
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
      return picture ? <PictureLayer picture={picture} fit={background.fit} /> : null
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

function PictureLayer({ picture, fit }: { readonly picture: Blob; readonly fit: 'cover' | 'contain' }) {
  const url = useObjectUrl(picture)
  return url ? <img src={url} alt="" className="absolute size-full" style={{ objectFit: fit }} /> : null
}

/** A share of the shorter side as a CSS length. */
export const cqmin = (share: number): string => `${Number((share * 100).toFixed(3))}cqmin`

/** As `paintGradient` of the engine, which follows CSS. */
export const gradientCss = ({ shape, angle, stops }: Gradient): string => {
  const list = stops.map(({ color, at }) => `${color} ${at * 100}%`).join()
  return shape === 'linear' ? `linear-gradient(${angle}deg,${list})` : `radial-gradient(circle,${list})`
}

/** The directions, in degrees, of the shadows without softness that make the outline. */
const outlineAngles = [0, 90, 180, 270, 45, 135, 225, 315]

/** Shifts along these directions, one after the other, make an octagon around each point: this one has radius 1. */
const outlineShift = 1 / (1 + Math.SQRT2)

/** Outline and shadow as CSS filters: each applies to what those before it made. */
export const subjectFilter = ({
  outline,
  shadow,
}: Pick<Composition, 'outline' | 'shadow'>): CSSProperties['filter'] => {
  const shadows: string[] = []
  const cast = (angle: number, distance: number, rest: string) => {
    const turn = (angle * Math.PI) / 180
    shadows.push(
      `drop-shadow(${cqmin(Math.sin(turn) * distance)} ${cqmin(-Math.cos(turn) * distance)} ${rest})`,
    )
  }
  if (outline && outline.width > 0)
    for (const angle of outlineAngles) cast(angle, outline.width * outlineShift, `0 ${outline.color}`)
  if (shadow && shadow.opacity > 0) {
    const alpha = Math.round(shadow.opacity * 255)
      .toString(16)
      .padStart(2, '0')
    cast(shadow.angle, shadow.distance, `${cqmin(shadow.softness)} ${shadow.color}${alpha}`)
  }
  return shadows.length > 0 ? shadows.join(' ') : undefined
}
