import type { AlphaMaskF32 } from '#engine/raster.ts'

/** A matte of the network in a quarter of the memory: 8 bits a pixel, as outputs have. */
export type KeptMatte = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

export const toKeptMatte = ({ width, height, data }: AlphaMaskF32): KeptMatte => {
  const kept = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i++) kept[i] = (data[i] as number) * 255
  return { width, height, data: kept }
}

export const fromKeptMatte = ({
  width,
  height,
  data,
}: Omit<KeptMatte, 'data'> & { readonly data: Uint8ClampedArray | Uint8Array }): AlphaMaskF32 => {
  const shares = new Float32Array(data.length)
  for (let i = 0; i < shares.length; i++) shares[i] = (data[i] as number) / 255
  return { width, height, data: shares }
}
