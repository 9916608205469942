import { type Composition, noComposition } from '#contract/composition.ts'
import { parseImageOptions } from '#contract/image-options.ts'
import type { Raster } from '#engine/raster.ts'
import { planImage } from '#pipeline/plan-image.ts'
import { layeredOptions } from '#pipeline/render-layers.ts'

/** The size of the disc's picture. */
export const discSize = { width: 120, height: 80 }

const paint = (at: (x: number, y: number) => readonly number[]): Raster => ({
  ...discSize,
  data: Uint8ClampedArray.from(
    Array.from({ length: discSize.width * discSize.height }, (_, i) =>
      at(i % discSize.width, Math.floor(i / discSize.width)),
    ).flat(),
  ),
})

/** A red disc with a soft edge on green. */
const coverage = (x: number, y: number) => Math.max(0, Math.min(1, (24 - Math.hypot(x - 50, y - 40)) / 6))

export const discPhoto = paint((x, y) => {
  const share = coverage(x, y)
  return [30 + 190 * share, 160 - 140 * share, 60 - 40 * share, 255]
})

/** Its cut-out, in which the edge has the colour of the disc. */
export const discCutout = paint((x, y) =>
  coverage(x, y) > 0 ? [220, 20, 20, 255 * coverage(x, y)] : [0, 0, 0, 0],
)

/** The plan of its result in layers or parts, and what that is composed with; nothing where there is no composition. */
export const planDisc = (composition: Partial<Composition> | null, form = {}) => {
  const subject = { x: 26, y: 16, width: 48, height: 48 }
  const options = layeredOptions(parseImageOptions(form))
  const plan = planImage(options, discCutout, subject, undefined, composition?.canvas ?? null)
  const composed = composition
    ? { composition: { ...noComposition, ...composition }, sources: { photo: null, picture: null }, subject }
    : undefined
  return { plan, composed }
}
