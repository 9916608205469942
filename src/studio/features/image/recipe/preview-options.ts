import type { ImageOptions } from '#contract/image-options.ts'
import { imagePixelCaps } from '#contract/size-presets.ts'

type Size = { readonly width: number; readonly height: number }

/**
 * What the stage asks for. A photo above the `hd` cap is shown at that cap, so that a change of colour
 * or crop is there at once; Save, Copy and ZIP always send the exact options, and so does the stage
 * itself once somebody zooms in further than the cap. `source` is null where
 * the browser could not tell the size: then the exact options are shown too.
 */
export const toPreviewOptions = (options: ImageOptions, source: Size | null): ImageOptions => {
  const pixels = source ? source.width * source.height : 0
  const asked = (options.width ?? 0) * (options.height ?? options.width ?? 0)
  const large = Math.max(pixels, asked, (options.height ?? 0) ** 2) > imagePixelCaps.hd
  return options.size === 'full' && large ? { ...options, size: 'hd' } : options
}
