/** A TIFF for tests: fields beside those that follow from its strips, by their tags. */
type TiffToWrite = {
  readonly isBigEndian?: boolean
  /** Rows of a strip. */
  readonly rowsPerStrip: number
  readonly strips: readonly Uint8Array[]
  /** Numbers of 16 bits, or of 32 where one is larger; or bytes. */
  readonly fields: Readonly<Record<number, readonly number[] | Uint8Array>>
}

/** Writes a TIFF with one picture in strips (TIFF 6.0, section 2). */
export const tiffFile = ({ isBigEndian = false, rowsPerStrip, strips, fields }: TiffToWrite): Uint8Array => {
  const starts = strips.map((_, at) => 8 + strips.slice(0, at).reduce((sum, strip) => sum + strip.length, 0))
  const all: TiffToWrite['fields'] = {
    ...fields,
    273: starts,
    278: [rowsPerStrip],
    279: strips.map((strip) => strip.length),
  }
  const entries = Object.entries(all).map(([tag, values]) => ({ tag: Number(tag), values }))
  const directory = (starts.at(-1) ?? 8) + (strips.at(-1)?.length ?? 0)
  const padded = directory + (directory % 2)
  const typeOf = (values: readonly number[] | Uint8Array) =>
    values instanceof Uint8Array
      ? ([1, 1] as const)
      : values.some((value) => value > 65_535)
        ? ([4, 4] as const)
        : ([3, 2] as const)
  const ends = padded + 2 + entries.length * 12 + 4
  const size = entries.reduce((sum, { values }) => sum + values.length * typeOf(values)[1] + 1, ends)
  const file = new Uint8Array(size)
  const view = new DataView(file.buffer)
  const little = !isBigEndian
  view.setUint16(0, little ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, little)
  view.setUint32(4, padded, little)
  for (const [at, strip] of strips.entries()) file.set(strip, starts[at])
  view.setUint16(padded, entries.length, little)
  let free = ends
  for (const [index, { tag, values }] of entries.toSorted((one, other) => one.tag - other.tag).entries()) {
    const [type, bytes] = typeOf(values)
    const entry = padded + 2 + index * 12
    view.setUint16(entry, tag, little)
    view.setUint16(entry + 2, type, little)
    view.setUint32(entry + 4, values.length, little)
    const isInside = values.length * bytes <= 4
    const place = isInside ? entry + 8 : free
    if (!isInside) {
      view.setUint32(entry + 8, free, little)
      free += values.length * bytes + ((values.length * bytes) % 2)
    }
    for (const [at, value] of values.entries()) {
      if (type === 1) view.setUint8(place + at, value)
      else if (type === 3) view.setUint16(place + at * 2, value, little)
      else view.setUint32(place + at * 4, value, little)
    }
  }
  return file
}
