/** Films of boxes (ISO/IEC 14496-12) as small as they come, for tests of what their tables may claim. */

export const word = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >> shift) & 255)

export const zeros = (count: number): number[] => Array<number>(count).fill(0)

export const box = (name: string, ...content: readonly (readonly number[])[]): number[] => {
  const bytes = content.flat()
  return [...word(bytes.length + 8), ...[...name].map((letter) => letter.charCodeAt(0)), ...bytes]
}

/** A table with a version, a count and entries of 32-bit numbers; `count` may lie. */
export const table = (
  name: string,
  entries: readonly (readonly number[])[],
  count = entries.length,
): number[] => box(name, word(0), word(count), entries.flat().flatMap(word))

export const brand = box(
  'ftyp',
  [...'isom'].map((letter) => letter.charCodeAt(0)),
  word(0),
)

/** Ticks of the film and of its track a second. */
export const filmHz = 600

export type Tables = {
  /** Replaces a box of the sample table, or adds it. */
  readonly [name: string]: number[] | undefined
}

/** The sample table of `frames` frames of a tick each, all of them keys and of no bytes. */
const tablesOf = (frames: number): Tables => ({
  stsd: box('stsd', word(0), word(1), avc),
  stts: table('stts', [[frames, 1]]),
  stsz: box('stsz', word(0), word(1), word(frames)),
  stsc: table('stsc', [[1, 1, 1]]),
  stco: table('stco', [[0]]),
})

const avc = box(
  'avc1',
  zeros(24),
  [0, 64, 0, 48],
  zeros(50),
  box('avcC', [1, 66, 0, 10, 255, 225, 0, 0, 1, 0, 0]),
)

/** A `trak` with a picture, of `frames` frames unless `tables` say otherwise; `boxes` go before its `mdia`. */
export const trak = (frames: number, tables: Tables = {}, ...boxes: number[][]): number[] => {
  const all = Object.values({ ...tablesOf(frames), ...tables }).filter((each) => each !== undefined)
  const head = box(
    'tkhd',
    [0, 0, 0, 7],
    zeros(8),
    word(1),
    zeros(24),
    unturned,
    word(64 << 16),
    word(48 << 16),
  )
  const media = [
    box('mdhd', zeros(12), word(filmHz), zeros(8)),
    box(
      'hdlr',
      zeros(8),
      [...'vide'].map((letter) => letter.charCodeAt(0)),
      zeros(13),
    ),
    box('minf', box('stbl', ...all)),
  ]
  return box('trak', head, ...boxes, box('mdia', ...media))
}

const unturned = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].flatMap(word)

export const moov = (...traks: number[][]): number[] =>
  box('moov', box('mvhd', zeros(12), word(filmHz), zeros(84)), ...traks)

export const fileOf = (...boxes: readonly (readonly number[])[]): Blob =>
  new Blob(boxes.map((bytes) => Uint8Array.from(bytes)))

/** An element of Matroska (RFC 8794) of less than 16 kB. */
export const ebml = (id: number, ...content: readonly (readonly number[])[]): number[] => {
  const bytes = content.flat()
  const name = word(id).slice(Math.clz32(id) >> 3)
  return [...name, 0x40 | (bytes.length >> 8), bytes.length & 255, ...bytes]
}
