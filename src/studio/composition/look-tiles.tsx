import { ImagePlus } from 'lucide-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import type { Box } from '#base/geometry.ts'
import type { CompositionParts, DropShadow, OriginalBackground, Outline } from '#contract/composition.ts'
import { lastingUrl } from '#studio/media/use-object-url.ts'
import { cqmin } from '#studio/viewer/placement-style.ts'
import { gradientCss } from './composed-layers.tsx'
import type { Cutout } from './cutout-thumbnail.ts'
import { type Ground, isTransparent } from './looks.ts'

/** The pictures of the tiles; null if missing. */
export type TilePictures = {
  readonly cutout: Cutout | null
  /** A small copy of the photo or a frame. */
  readonly photo: Blob | null
  /** The background picture. */
  readonly own: Blob | null
}

type TileProps<T extends string> = {
  readonly legend: string
  readonly names: readonly T[]
  readonly texts: Readonly<Record<T, string>>
  /** Null if none is chosen. */
  readonly value: T | null
  readonly onChange: (name: T) => void
  readonly pictures: TilePictures
  /** Returns the look of a tile. */
  readonly lookOf: (name: T) => Ground
  /** The number of tiles in a row. */
  readonly columns: 4 | 5
}

/** Radio buttons for looks, each a picture of the subject with that look. */
export function LookTiles<T extends string>(props: TileProps<T>) {
  const { legend, names, texts, value, onChange, pictures, lookOf, columns } = props
  const group = useId()
  return (
    <fieldset
      className={`grid min-w-0 gap-x-1 gap-y-2 stacked:flex stacked:overflow-x-auto stacked:p-1 stacked:[scrollbar-width:none] ${columns === 4 ? 'grid-cols-4' : 'grid-cols-5'}`}
    >
      <legend className="sr-only">{legend}</legend>
      {names.map((name) => (
        <label
          key={name}
          className="group min-w-0 cursor-pointer text-center text-2xs text-ink-soft select-none has-checked:font-medium has-checked:text-ink stacked:w-18 stacked:shrink-0"
        >
          <input
            type="radio"
            className="peer sr-only"
            name={group}
            value={name}
            checked={name === value}
            onChange={() => onChange(name)}
          />
          <span
            aria-hidden
            className="relative block aspect-square overflow-hidden rounded-sm outline-offset-1 after:absolute after:inset-0 after:rounded-sm after:inset-ring after:inset-ring-line-strong peer-checked:outline-2 peer-checked:outline-ink peer-focus-visible:outline-3"
          >
            <SmallLook look={lookOf(name)} pictures={pictures} />
          </span>
          <span className="mt-1 block leading-3.5">{texts[name]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** A look drawn by CSS alone, so that a row of tiles is fast; with a figure if there is no cut-out yet. */
export function SmallLook({ look, pictures }: { readonly look: Ground; readonly pictures: TilePictures }) {
  const { background, composition } = look
  const { canvas, shadow, outline, contactShadow } = composition
  const { cutout, photo } = pictures
  const { aspect, bounds } = cutout ?? unknown
  // A subject cut off by the photo's lower edge touches the edge of the tile.
  const share = canvas ? canvas.fill * 100 : isCutBelow(bounds) ? 90 : 80
  const place: CSSProperties = {
    width: `${share * aspect}cqh`,
    maxWidth: `${canvas ? share : 80}cqw`,
    aspectRatio: aspect,
    // In a tile that is too narrow the subject is below the middle.
    bottom: isCutBelow(bounds) ? 0 : `${(100 - share) / 2}cqh`,
  }
  const original = composition.background?.kind === 'original' ? composition.background : null
  const frame: CSSProperties = {
    containerType: 'size',
    ...(canvas && canvas.ratio !== '1:1' && { aspectRatio: canvas.ratio.replace(':', '/'), inset: '0 auto' }),
    ...(background && { background }),
  }
  const subject = { className: 'relative size-full', style: { filter: effectsCss(outline, shadow) } }
  return (
    <span className="absolute inset-0 flex justify-center bg-sunken forced-color-adjust-none">
      <span
        className={`absolute overflow-hidden ${canvas && canvas.ratio !== '1:1' ? 'h-full' : 'inset-0'} ${isTransparent(look) ? 'checkerboard [background-size:12px_12px]' : ''}`}
        style={frame}
      >
        <Behind background={composition.background} pictures={pictures} />
        <span className="absolute left-1/2 -translate-x-1/2" style={place}>
          {original && photo && cutout ? (
            <img
              src={lastingUrl(photo)}
              alt=""
              className="absolute max-w-none"
              style={{ ...around(bounds), filter: originalCss(original) }}
            />
          ) : null}
          {contactShadow ? (
            <span className="absolute inset-x-[12%] -bottom-[5%] h-[12%] bg-[radial-gradient(closest-side,#0008,transparent)]" />
          ) : null}
          {cutout ? (
            <img src={lastingUrl(cutout.picture)} alt="" draggable={false} {...subject} />
          ) : (
            <svg viewBox="0 0 80 90" preserveAspectRatio="xMidYMax" aria-hidden {...subject}>
              <g fill="var(--color-field-line)">
                <circle cx="40" cy="32" r="20" />
                <path d="M4 90c0-20 14-32 36-32s36 12 36 32z" />
              </g>
            </svg>
          )}
        </span>
      </span>
    </span>
  )
}

/** The figure, cut off at the lower edge. */
const unknown = { aspect: 8 / 9, bounds: { x: 0, y: 0, width: 1, height: 1 } }

const isCutBelow = ({ y, height }: Box): boolean => y + height > 0.99

/** The place of a whole photo around its shown part. */
const around = ({ x, y, width, height }: Box): CSSProperties => ({
  left: `${(-x / width) * 100}%`,
  top: `${(-y / height) * 100}%`,
  width: `${100 / width}%`,
  height: `${100 / height}%`,
})

const originalCss = ({ blur, saturation }: Omit<OriginalBackground, 'kind'>): string =>
  `blur(${cqmin(blur)}) saturate(${saturation})`

/** Large enough to hide what lies beyond the edges of the photo. */
const edgeBlur = 0.1

type BehindProps = {
  readonly background: CompositionParts['composition']['background']
  readonly pictures: TilePictures
}

function Behind({ background, pictures: { photo, own } }: BehindProps): ReactNode {
  switch (background?.kind) {
    case undefined:
      return null
    case 'gradient':
      return <span className="absolute inset-0" style={{ background: gradientCss(background) }} />
    case 'picture':
      return own ? (
        <img src={lastingUrl(own)} alt="" className="absolute size-full object-cover" />
      ) : (
        <ImagePlus size={18} strokeWidth={1.5} className="absolute top-1.5 left-1.5 text-ink-faint" />
      )
    case 'original':
      return photo ? (
        <img
          src={lastingUrl(photo)}
          alt=""
          className="absolute -inset-[4%] size-[108%] max-w-none object-cover"
          style={{ filter: originalCss({ ...background, blur: edgeBlur }) }}
        />
      ) : null
  }
}

/** Outline and shadow as a CSS filter; the outline is at least wide enough to be visible at this size. */
export const effectsCss = (outline: Outline | null, shadow: DropShadow | null): string | undefined => {
  const parts: string[] = []
  if (outline) {
    const wide = Math.max(0.025, outline.width)
    for (const [x, y] of sides)
      parts.push(`drop-shadow(${cqmin(x * wide)} ${cqmin(y * wide)} ${outline.color})`)
  }
  if (shadow) {
    const turn = (shadow.angle * Math.PI) / 180
    const [x, y] = [Math.sin(turn) * shadow.distance, -Math.cos(turn) * shadow.distance]
    const alpha = Math.round(shadow.opacity * 255)
    const color = `${shadow.color}${alpha.toString(16).padStart(2, '0')}`
    parts.push(`drop-shadow(${cqmin(x)} ${cqmin(y)} ${cqmin(shadow.softness)} ${color})`)
  }
  return parts.length > 0 ? parts.join(' ') : undefined
}

const sides = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
