/** Whether these ASCII letters stand at a place; false where the bytes end before. */
export const isNamed = (view: DataView, at: number, name: string): boolean =>
  at + name.length <= view.byteLength &&
  Array.from(name).every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0))

/**
 * The four letters at a place, by which boxes, chunks and tags are told apart. Throws a RangeError where the bytes end
 * before.
 */
export const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** A number of three bytes, the lowest first. */
export const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
