/** Whether these ASCII letters are at a position; false past the end. */
export const isNamed = (view: DataView, at: number, name: string): boolean =>
  at + name.length <= view.byteLength &&
  Array.from(name).every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0))

/** The four-letter name of a box, chunk or tag at a position. Throws a RangeError past the end. */
export const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** A 24-bit number, little-endian. */
export const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
