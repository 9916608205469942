import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Box, capSide } from '#base/geometry.ts'
import { formatColor, white } from '#contract/color.ts'
import { type CompositionParts, hasContactShadow } from '#contract/composition.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { shadowSize } from '#engine/composition/contact-shadow.ts'
import type { EditedAnswer } from '#library/pictures/make-picture.ts'
import { ComposedLayers } from '#studio/composition/composed-layers.tsx'
import { effectSides } from '#studio/composition/effect-painter.ts'
import { createLayerPainter, noCanvases } from '#studio/composition/layer-painter.ts'
import { releaseWhenGone } from '#studio/media/decode-picture.ts'
import { useBitmap, useDecoded } from '#studio/media/use-object-url.ts'
import { alphaBounds, middleOf } from '#studio/viewer/placement-style.ts'
import type { ViewerLayout } from '#studio/viewer/viewer-layout.ts'

/** A decoded subject without background, at the size of the source. */
export type SubjectPicture = {
  readonly answer: EditedAnswer
  readonly url: string
  readonly image: HTMLImageElement
  /** The box around the subject, in fractions of the source. */
  readonly bounds: Box
}

type Props = {
  readonly source: Blob
  readonly subject: SubjectPicture
  readonly parts: CompositionParts
  /** The options of the drawn result. */
  readonly options: ImageOptions
  readonly layout: ViewerLayout
  readonly label: string
  /** Whether the editor draws the subject over this. */
  readonly isEdited: boolean
}

/** The longer side of the copy from which plates are painted, in pixels. */
const plateSide = 1280

/** A picture with its composition, drawn by the browser until the exact result is made. */
export function ComposedPicture({ source, subject, parts, options, layout, label, isEdited }: Props) {
  const { image, url, bounds } = subject
  const { composition } = parts
  const size = useMemo(() => ({ width: image.naturalWidth, height: image.naturalHeight }), [image])
  const needsPlate = composition.background?.kind === 'original'
  // Without the photo, the colour below is visible, and the contact shadow is missing, until the exact result is made.
  const picture = useBitmap(
    needsPlate || hasContactShadow(composition) ? source : null,
    needsPlate ? capSide(size, plateSide) : shadowSize(size),
  )
  const pivot = useMemo(() => middleOf(bounds), [bounds])
  const sources = useMemo(() => ({ picture, subject: image, size }), [picture, image, size])
  const canvases = useRef({ ...noCanvases })
  const [painter] = useState(() => createLayerPainter(effectSides.picture))
  useLayoutEffect(
    () => painter.paint(sources, { composition, layout, pivot }, canvases.current),
    [painter, sources, composition, layout, pivot],
  )
  return (
    <ComposedLayers
      parts={parts}
      layout={layout}
      pivot={pivot}
      canvases={canvases}
      color={colorBelow(options)}
    >
      {(style) => (
        <img
          ref={releaseWhenGone}
          src={url}
          alt={label}
          draggable={false}
          className={`absolute max-w-none ${isEdited ? 'opacity-0' : ''}`}
          style={style}
        />
      )}
    </ComposedLayers>
  )
}

/** The subject of an answer once decoded; until then the previous one of the same picture. */
export const useSubjectPicture = (id: string, answer: EditedAnswer | null): SubjectPicture | null => {
  const decoded = useDecoded(answer)
  const [picture, setPicture] = useState<(SubjectPicture & { readonly id: string }) | null>(null)
  const current = useRef(id)
  current.current = id
  useEffect(() => {
    if (decoded === null) return setPicture(null)
    const { url, result } = decoded
    let isCurrent = true
    const image = new Image()
    image.src = url
    image.decode().then(
      () =>
        isCurrent &&
        setPicture({ id: current.current, answer: result, url, image, bounds: alphaBounds(image) }),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [decoded])
  return picture?.id === id ? picture : null
}

/** The CSS colour below all layers of a result; null for transparency. */
export const colorBelow = ({ bg_color, channels, format }: ImageOptions): string | null => {
  if (bg_color) return formatColor(bg_color)
  return channels === 'rgb' || !imageFormats[format].alpha ? formatColor(white) : null
}
