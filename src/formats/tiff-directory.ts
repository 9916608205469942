/** Field types (TIFF 6.0, section 2): their numbers, and the bytes of a value. */
const types = {
  bytes: { type: 7, size: 1 },
  short: { type: 3, size: 2 },
  long: { type: 4, size: 4 },
  rational: { type: 5, size: 8 },
} as const

/** A field of a directory. */
export type TiffField = {
  readonly tag: number
  readonly type: keyof typeof types
  readonly values: ArrayLike<number>
}

/** Rationals are written in hundredths. */
const denominator = 100
const fieldBytes = 12

/** The only directory of a little-endian TIFF, to begin at byte `start`, followed by its larger values. */
export const toDirectory = (fields: readonly TiffField[], start: number): Uint8Array<ArrayBuffer> => {
  const directoryBytes = 2 + fields.length * fieldBytes + 4
  // Values begin at even offsets.
  const extra = fields.map(bytesOf).reduce((sum, size) => sum + (size > 4 ? size + (size & 1) : 0), 0)
  const view = new DataView(new ArrayBuffer(directoryBytes + extra))
  view.setUint16(0, fields.length, true)
  let next = directoryBytes
  for (const [index, field] of fields.entries()) {
    const { tag, type, values } = field
    const size = bytesOf(field)
    const at = 2 + index * fieldBytes
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, types[type].type, true)
    view.setUint32(at + 4, values.length, true)
    if (size <= 4) writeValues(view, at + 8, type, values)
    else {
      view.setUint32(at + 8, start + next, true)
      writeValues(view, next, type, values)
      next += size + (size & 1)
    }
  }
  return new Uint8Array(view.buffer)
}

const bytesOf = ({ type, values }: TiffField): number => types[type].size * values.length

const writeValues = (
  view: DataView,
  start: number,
  type: TiffField['type'],
  values: ArrayLike<number>,
): void => {
  for (const [index, value] of Array.from(values).entries()) {
    const at = start + index * types[type].size
    if (type === 'bytes') view.setUint8(at, value)
    else if (type === 'short') view.setUint16(at, value, true)
    else if (type === 'long') view.setUint32(at, value, true)
    else {
      view.setUint32(at, Math.round(value * denominator), true)
      view.setUint32(at + 4, denominator, true)
    }
  }
}
