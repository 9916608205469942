import type { Size } from '#base/geometry.ts'
import { ascii, concatBytes, uint32 } from './byte-arrays.ts'

type Form = Size & {
  /** Of a bitmap 1. */
  readonly bits: 1 | 8 | 16 | 32
  /** Large files (PSB) have 2. */
  readonly version?: 1 | 2
  readonly palette?: Uint8Array
  /** Image resources, by their numbers. */
  readonly resources?: Readonly<Record<number, ArrayLike<number>>>
  /** The section of layers, without its length. */
  readonly layers?: ArrayLike<number>
  /** How the planes are packed: 1 is PackBits, with the length of each row, of which a picture says nothing here. */
  readonly packing?: 0 | 1 | 2 | 3
}

/** A Photoshop file with planes as they are given between its head and its end. */
export const plainPsd = (
  mode: number,
  planes: readonly Uint8Array[],
  {
    width,
    height,
    bits,
    version = 1,
    palette = new Uint8Array(),
    resources = {},
    layers = [],
    packing = 0,
  }: Form,
): Uint8Array<ArrayBuffer> => {
  const blocks = Object.entries(resources).map(([id, data]) =>
    concatBytes(
      ascii('8BIM'),
      uint16(Number(id)),
      [0, 0],
      uint32(data.length),
      data,
      data.length % 2 ? [0] : [],
    ),
  )
  const resourceBytes = blocks.reduce((sum, block) => sum + block.length, 0)
  return concatBytes(
    ...[ascii('8BPS'), uint16(version), [0, 0, 0, 0, 0, 0], uint16(planes.length)],
    ...[uint32(height), uint32(width), uint16(bits), uint16(mode)],
    ...[uint32(palette.length), palette, uint32(resourceBytes), ...blocks],
    ...[version === 2 ? uint32(0) : [], uint32(layers.length), layers, uint16(packing), ...planes],
  )
}

const uint16 = (value: number) => [value >> 8, value & 255]
