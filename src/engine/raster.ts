/** A rectangle's extent in pixels. */
export type Size = { readonly width: number; readonly height: number }

/** 8-bit sRGB with straight (not premultiplied) alpha: 4 bytes a pixel, R G B A, rows from the top. */
export type Raster = Size & { readonly data: Uint8ClampedArray }

/** One byte a pixel: 0 transparent, 255 opaque. */
export type Alpha = Size & { readonly data: Uint8ClampedArray }

/** A matte as the network gives it: one float a pixel, 0 (background) to 1 (subject). */
export type Matte = Size & { readonly data: Float32Array }
