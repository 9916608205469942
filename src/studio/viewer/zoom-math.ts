export type Size = { readonly width: number; readonly height: number }
export type Point = { readonly x: number; readonly y: number }

/** How the artboard lies in the stage: `scale` in CSS px a picture px, `x`, `y` from centre to centre in CSS px. */
export type Camera = Point & { readonly scale: number }

export const zoomStep = 1.25
const maxScale = 16
/** A tiny picture is shown at most this much enlarged, so that it stays a picture. */
const maxFitScale = 2

/** The scale at which the whole artboard is seen, with `margin` px around it. */
export const fitScale = (stage: Size, art: Size, margin: number): number =>
  Math.max(
    0.001,
    Math.min(maxFitScale, (stage.width - 2 * margin) / art.width, (stage.height - 2 * margin) / art.height),
  )

export const fitCamera = (stage: Size, art: Size, margin: number): Camera => ({
  scale: fitScale(stage, art, margin),
  x: 0,
  y: 0,
})

/** Zooms so that the picture under `at` (from the stage's centre) stays under it. */
export const zoomAt = (camera: Camera, at: Point, factor: number, smallest: number): Camera => {
  const scale = Math.min(maxScale, Math.max(Math.min(smallest, maxScale), camera.scale * factor))
  const ratio = scale / camera.scale
  return { scale, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio }
}

export const panBy = (camera: Camera, by: Point): Camera => ({
  ...camera,
  x: camera.x + by.x,
  y: camera.y + by.y,
})

/** Keeps the artboard from leaving the stage: an edge may come in to the margin, no further. */
export const keepInSight = (camera: Camera, stage: Size, art: Size, margin: number): Camera => {
  const limit = (artSide: number, stageSide: number) =>
    Math.max(0, (artSide * camera.scale - stageSide) / 2 + margin)
  const clamp = (value: number, most: number) => (most === 0 ? 0 : Math.min(most, Math.max(-most, value)))
  return {
    scale: camera.scale,
    x: clamp(camera.x, limit(art.width, stage.width)),
    y: clamp(camera.y, limit(art.height, stage.height)),
  }
}

/** Wheel travel to a zoom factor; trackpads send many small steps, mice few large ones. */
export const wheelFactor = (deltaY: number, deltaMode: number): number => {
  const pixels = deltaMode === 1 ? deltaY * 16 : deltaMode === 2 ? deltaY * 400 : deltaY
  return Math.exp(-Math.min(240, Math.max(-240, pixels)) / 300)
}
