import type { CSSProperties } from 'react'
import type { Point, Size } from '#base/geometry.ts'

/**
 * The content's position in the viewport: `scale` in CSS px per picture px; `x`, `y` from centre to centre in CSS px.
 */
export type Camera = Point & { readonly scale: number }

/** The factor of a zoom step. */
export const zoomStep = 1.25
const maxScale = 16
/** The most that a tiny picture is enlarged to fit. */
const maxFitScale = 2

/** The scale at which the whole content is visible, with `margin` CSS px around it. */
export const fitScale = (viewport: Size, content: Size, margin: number): number =>
  Math.max(
    0.001,
    Math.min(
      maxFitScale,
      (viewport.width - 2 * margin) / content.width,
      (viewport.height - 2 * margin) / content.height,
    ),
  )

export const fitCamera = (viewport: Size, content: Size, margin: number): Camera => ({
  scale: fitScale(viewport, content, margin),
  x: 0,
  y: 0,
})

/** The style of an element of this size in the middle of the viewport, placed by the camera. */
export const cameraStyle = ({ width, height }: Size, { scale, x, y }: Camera): CSSProperties => ({
  width: width * scale,
  height: height * scale,
  marginLeft: (-width * scale) / 2,
  marginTop: (-height * scale) / 2,
  transform: `translate3d(${x}px, ${y}px, 0)`,
})

/** Zooms so that the point of the picture under `at` (from the centre of the viewport) stays there. */
export const zoomAt = (camera: Camera, at: Point, factor: number, minScale: number): Camera => {
  const scale = Math.min(maxScale, Math.max(Math.min(minScale, maxScale), camera.scale * factor))
  const ratio = scale / camera.scale
  return { scale, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio }
}

export const panBy = (camera: Camera, by: Point): Camera => ({
  ...camera,
  x: camera.x + by.x,
  y: camera.y + by.y,
})

/** Keeps the content in the viewport: an edge may move in up to the margin. */
export const keepInSight = (camera: Camera, viewport: Size, content: Size, margin: number): Camera => {
  const limit = (contentSide: number, viewportSide: number) =>
    Math.max(0, (contentSide * camera.scale - viewportSide) / 2 + margin)
  const clamp = (value: number, max: number) => (max === 0 ? 0 : Math.min(max, Math.max(-max, value)))
  return {
    scale: camera.scale,
    x: clamp(camera.x, limit(content.width, viewport.width)),
    y: clamp(camera.y, limit(content.height, viewport.height)),
  }
}

/** The zoom factor of a wheel event; trackpads send many small steps, mice few large ones. */
export const wheelFactor = (deltaY: number, deltaMode: number): number => {
  const pixels = deltaMode === 1 ? deltaY * 16 : deltaMode === 2 ? deltaY * 400 : deltaY
  return Math.exp(-Math.min(240, Math.max(-240, pixels)) / 300)
}
