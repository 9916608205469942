import type { Alpha, Raster } from '#engine/raster.ts'

/** What can be encoded: a colour picture, `opaque` if its alpha is 255 everywhere, or a matte as greyscale. */
export type Picture =
  | { readonly kind: 'colour'; readonly raster: Raster; readonly opaque: boolean }
  | { readonly kind: 'grey'; readonly alpha: Alpha }
