import type { Flow } from '#engine/motion/optical-flow.ts'
import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'

const size = { width: 12, height: 6 }
const half = { width: 6, height: 3 }

/** A matte of 12 x 6 pixels: 255 in the columns from `from` on. */
export const edge = (from: number): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: 72 }, (_, i) => (i % 12 >= from ? 255 : 0)),
})

/** The luma of a grey picture of that size. */
export const flat = (): AlphaMask8 => ({ ...size, data: new Uint8ClampedArray(72).fill(90) })

/** A confidence of half that size. */
export const plane = (value: number): AlphaMaskF32 => ({ ...half, data: new Float32Array(18).fill(value) })

/** A flow of half that size, `dx` of its own pixels to the right. */
export const shifted = (dx: number): Flow => ({
  ...half,
  dx: new Float32Array(18).fill(dx),
  dy: new Float32Array(18),
})

export const firstRow = ({ data }: AlphaMask8): number[] => [...data.subarray(0, 12)]
