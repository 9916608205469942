import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Box, capSide, type Size } from '#base/geometry.ts'
import { formatColor, white } from '#contract/color.ts'
import type { CompositionParts, Placement } from '#contract/composition.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { shadowSize } from '#engine/composition/contact-shadow.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import { ComposedLayers } from '#studio/composition/composed-layers.tsx'
import { createContactPainter } from '#studio/composition/contact-painter.ts'
import { createEffectPainter, type DrawSubject } from '#studio/composition/effect-painter.ts'
import { alphaBounds, applyPlacement, middleOf, placementStyle } from '#studio/composition/placement-style.ts'
import { createPlatePainter, isSharp, PlateCanvas } from '#studio/composition/plate-canvas.tsx'
import { SubjectHandles } from '#studio/composition/subject-handles.tsx'
import { useDecoded } from '#studio/hooks/use-object-url.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { decodePicture, releaseWhenGone } from '#studio/media/decode-picture.ts'
import { boxStyle, boxWithin } from '#studio/viewer/viewer-layout.ts'

/** A subject alone, with all of the source around it, decoded. */
type SubjectPicture = {
  readonly url: string
  readonly image: HTMLImageElement
  /** The box around the subject, in fractions of the source. */
  readonly bounds: Box
}

/** What a composition on the page is drawn from. */
export type ComposedPictureProps = {
  readonly source: Blob
  readonly subject: SubjectPicture
  readonly parts: CompositionParts
  /** Of the result that is drawn. */
  readonly options: ImageOptions
  /** The size of the part of the source that is shown, in any unit. */
  readonly content: Size
  /** Where the source lies in that part: fractions of its width and height. */
  readonly box: Box
  readonly label: string
}

/** A picture with its composition, drawn by the browser while the exact result is not made yet. */
export function ComposedPicture(props: ComposedPictureProps) {
  const { subject, parts, options, content, box, label } = props
  const shadow = useRef<HTMLCanvasElement>(null)
  const outline = useRef<HTMLCanvasElement>(null)
  const [painter] = useState(createEffectPainter)
  const { width, height } = content
  const { composition } = parts
  const { placement } = composition
  const { image, url, bounds } = subject
  const middle = middleOf(bounds)
  const { x, y, width: across, height: down } = box
  const draw = useMemo<DrawSubject>(() => {
    const centre = middleOf(bounds)
    return (context, size) => {
      const on = {
        x: x * size.width,
        y: y * size.height,
        width: across * size.width,
        height: down * size.height,
      }
      const pivot = { x: on.x + centre.x * on.width, y: on.y + centre.y * on.height }
      context.save()
      if (placement) applyPlacement(context, placement, pivot, Math.min(size.width, size.height))
      context.drawImage(image, on.x, on.y, on.width, on.height)
      context.restore()
    }
  }, [image, bounds, placement, x, y, across, down])
  useLayoutEffect(() => {
    if (!shadow.current || !outline.current) return
    const canvases = { shadow: shadow.current, outline: outline.current }
    painter.paint(canvases, draw, { width, height }, composition)
  }, [painter, draw, width, height, composition])
  return (
    <ComposedLayers
      parts={parts}
      color={colorBelow(options)}
      plate={<PicturePlate {...props} />}
      shadowRef={shadow}
      outlineRef={outline}
      contactShadow={<PictureShadow {...props} />}
    >
      <img
        ref={releaseWhenGone}
        src={url}
        alt={label}
        draggable={false}
        className="absolute max-w-none"
        style={{ ...boxStyle(box), ...(placement && placementStyle(placement, middle)) }}
      />
    </ComposedLayers>
  )
}

/** The subject of an answer once it is decoded; the one before stays until then. */
export const useSubjectPicture = (answer: { readonly image: Blob } | null): SubjectPicture | null => {
  const decoded = useDecoded(answer)
  const [picture, setPicture] = useState<SubjectPicture | null>(null)
  const url = decoded?.url ?? null
  useEffect(() => {
    if (url === null) return setPicture(null)
    let isCurrent = true
    const image = new Image()
    image.src = url
    image.decode().then(
      () => isCurrent && setPicture({ url, image, bounds: alphaBounds(image) }),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [url])
  return picture
}

type PlacedSubjectProps = {
  readonly placement: Placement
  readonly bounds: Box
  /** As in `ComposedPictureProps`. */
  readonly box: Box
}

/** The handles with which the subject is placed. */
export function PlacedSubject({ placement, bounds, box }: PlacedSubjectProps) {
  const [{ composition }, change] = useItemRecipe(isPicture)
  return (
    <SubjectHandles
      placement={placement}
      box={boxWithin(box, bounds)}
      onChange={(next) => change({ composition: { ...composition, placement: next } })}
    />
  )
}

const colorBelow = ({ bg_color, channels, format }: ImageOptions): string | null => {
  if (bg_color) return formatColor(bg_color)
  return channels === 'rgb' || !imageFormats[format].alpha ? formatColor(white) : null
}

/** The longer side of the copy that plates are painted from, in pixels. */
const plateSide = 1280

/** The shadow that was photographed; it goes where the subject goes. */
function PictureShadow({ source, subject: { image, bounds }, parts, box }: ComposedPictureProps) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isCurrent = true
    const paint = async () => {
      const size = { width: image.naturalWidth, height: image.naturalHeight }
      const { width: resizeWidth, height: resizeHeight } = shadowSize(size)
      const photo = await decodePicture(source, { resizeWidth, resizeHeight, resizeQuality: 'medium' })
      if (isCurrent && ref.current) createContactPainter().paint(ref.current, photo, image, size)
      photo.close()
    }
    // Without it the shadow comes with the exact result.
    paint().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [source, image])
  const { placement } = parts.composition
  return (
    <canvas
      ref={ref}
      className="absolute max-w-none"
      style={{ ...boxStyle(box), ...(placement && placementStyle(placement, middleOf(bounds))) }}
    />
  )
}

function PicturePlate({ source, subject: { image }, parts, box }: ComposedPictureProps) {
  const ref = useRef<HTMLCanvasElement>(null)
  const { background } = parts.composition
  const isNeeded = background?.kind === 'original'
  const needsDetail = isNeeded && isSharp(background)
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    const paint = async () => {
      const resizeQuality = 'medium'
      const { naturalWidth, naturalHeight } = image
      const { width, height } = capSide({ width: naturalWidth, height: naturalHeight }, plateSide)
      const photo = await decodePicture(source, {
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality,
      })
      if (isCurrent && ref.current) createPlatePainter().paint(ref.current, photo, image, needsDetail)
      photo.close()
    }
    // Without a plate the colour below is seen until the result is made.
    paint().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [source, image, isNeeded, needsDetail])
  return (
    <div className="absolute" style={boxStyle(box)}>
      <PlateCanvas ref={ref} />
    </div>
  )
}
