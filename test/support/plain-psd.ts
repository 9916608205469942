import type { Size } from '#base/geometry.ts'

type Form = Size & { readonly bits: 8 | 16 }

/** A Photoshop file with raw planes and nothing between its head and its pixels. */
export const plainPsd = (
  mode: number,
  planes: readonly Uint8Array[],
  { width, height, bits }: Form,
): Uint8Array<ArrayBuffer> => {
  const head = new DataView(new ArrayBuffer(40))
  for (const [at, letter] of [...'8BPS'].entries()) head.setUint8(at, letter.charCodeAt(0))
  head.setUint16(4, 1)
  head.setUint16(12, planes.length)
  head.setUint32(14, height)
  head.setUint32(18, width)
  head.setUint16(22, bits)
  head.setUint16(24, mode)
  return Uint8Array.from([...new Uint8Array(head.buffer), ...planes.flatMap((plane) => [...plane])])
}
