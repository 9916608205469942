import { nameAt } from '#base/byte-names.ts'
import { boxesIn } from './iso-boxes.ts'

/** The bytes of a box (ISO/IEC 14496-12, 4.2). */
export const boxBytes = (
  name: string,
  ...contents: readonly ArrayLike<number>[]
): Uint8Array<ArrayBuffer> => {
  const box = new Uint8Array(headBytes + contents.reduce((sum, { length }) => sum + length, 0))
  new DataView(box.buffer).setUint32(0, box.length)
  box.set(new TextEncoder().encode(name), 4)
  let at = headBytes
  for (const content of contents) {
    box.set(content, at)
    at += content.length
  }
  return box
}

/** Bytes of the head of a box with a 32-bit size. */
export const headBytes = 8

/** A copy of a box with `change` applied to each box in it. */
export const withInner = (
  box: Uint8Array,
  change: (inner: Uint8Array, name: string) => Uint8Array,
): Uint8Array => {
  const view = viewOf(box)
  const inner = [...boxesIn(view, { from: headBytes, to: box.length })]
  return boxBytes(nameAt(view, 4), ...inner.map(({ name, at, to }) => change(box.subarray(at, to), name)))
}

/** A view of bytes. */
export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
