import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Box, capSide, type Size } from '#base/geometry.ts'
import { formatColor, white } from '#contract/color.ts'
import type { CompositionParts } from '#contract/composition.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { ComposedLayers } from '#studio/composition/composed-layers.tsx'
import { createEffectPainter, type DrawSubject } from '#studio/composition/effect-painter.ts'
import { createPlatePainter, isSharp, PlateCanvas } from '#studio/composition/plate-canvas.tsx'
import { boxStyle } from './viewer-layout.ts'

export type ComposedPictureProps = {
  readonly source: Blob
  /** The address of the subject alone, with all of the source around it. */
  readonly subjectUrl: string
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
  const { subjectUrl, parts, options, content, box, label } = props
  const shadow = useRef<HTMLCanvasElement>(null)
  const outline = useRef<HTMLCanvasElement>(null)
  const [painter] = useState(createEffectPainter)
  const draw = useSubject(subjectUrl, box)
  const { width, height } = content
  const { composition } = parts
  useLayoutEffect(() => {
    if (!draw || !shadow.current || !outline.current) return
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
    >
      <img
        src={subjectUrl}
        alt={label}
        draggable={false}
        className="absolute max-w-none"
        style={boxStyle(box)}
      />
    </ComposedLayers>
  )
}

/** Draws the subject at its place in the result; null until it is decoded. */
const useSubject = (url: string, { x, y, width, height }: Box): DrawSubject | null => {
  const [picture, setPicture] = useState<HTMLImageElement | null>(null)
  useEffect(() => {
    let isCurrent = true
    const image = new Image()
    image.src = url
    image.decode().then(
      () => isCurrent && setPicture(image),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [url])
  const [draw, setDraw] = useState<DrawSubject | null>(null)
  useEffect(() => {
    if (!picture) return
    setDraw(
      () => (context: CanvasRenderingContext2D, size: Size) =>
        context.drawImage(picture, x * size.width, y * size.height, width * size.width, height * size.height),
    )
  }, [picture, x, y, width, height])
  return draw
}

const colorBelow = ({ bg_color, channels, format }: ImageOptions): string | null => {
  if (bg_color) return formatColor(bg_color)
  return channels === 'rgb' || !imageFormats[format].alpha ? formatColor(white) : null
}

/** The longer side of the copy that plates are painted from, in pixels. */
const plateSide = 1280

function PicturePlate({ source, subjectUrl, parts, box }: ComposedPictureProps) {
  const ref = useRef<HTMLCanvasElement>(null)
  const { background } = parts.composition
  const isNeeded = background?.kind === 'original'
  const needsDetail = isNeeded && isSharp(background)
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    const paint = async () => {
      const subject = new Image()
      subject.src = subjectUrl
      await subject.decode()
      const resizeQuality = 'medium'
      const { naturalWidth, naturalHeight } = subject
      const { width, height } = capSide({ width: naturalWidth, height: naturalHeight }, plateSide)
      const photo = await createImageBitmap(source, {
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality,
      })
      if (isCurrent && ref.current) createPlatePainter().paint(ref.current, photo, subject, needsDetail)
      photo.close()
    }
    // Without a plate the colour below is seen until the result is made.
    paint().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [source, subjectUrl, isNeeded, needsDetail])
  return (
    <div className="absolute" style={boxStyle(box)}>
      <PlateCanvas ref={ref} />
    </div>
  )
}
