import { nameAt } from '#base/byte-names.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Where the content of a box begins and ends. */
type Box = { readonly start: number; readonly end: number }

/** The content of the first box of a name between two places (ISO/IEC 14496-12, 4.2); null where there is none. */
export const findBox = (view: DataView, name: string, from: number, to: number): Box | null => {
  for (let at = from; at + 8 <= to; ) {
    const size = view.getUint32(at)
    if (size < 8 || at + size > to) return null
    if (nameAt(view, at + 4) === name) return { start: at + 8, end: at + size }
    at += size
  }
  return null
}

/** A box of this content. */
export const toBox = (name: string, ...content: readonly (readonly number[] | Bytes)[]): Bytes => {
  const body = content.flatMap((part) => Array.from(part))
  return Uint8Array.of(...uint32(8 + body.length), ...new TextEncoder().encode(name), ...body)
}

/** A number as ISO files have it. */
export const uint16 = (value: number): readonly number[] => [value >> 8, value & 255]
/** A longer one. */
export const uint32 = (value: number): readonly number[] => [
  ...uint16(value >>> 16),
  ...uint16(value & 0xffff),
]
