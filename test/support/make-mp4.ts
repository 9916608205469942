/** Minimal ISO base media files (ISO/IEC 14496-12), for tests of what their tables may claim. */

import { ascii, uint32 } from './byte-arrays.ts'

export const zeros = (count: number): number[] => Array<number>(count).fill(0)

export const box = (name: string, ...content: readonly (readonly number[])[]): number[] => {
  const bytes = content.flat()
  return [...uint32(bytes.length + 8), ...ascii(name), ...bytes]
}

/** A table with a version, a count and entries of 32-bit numbers; `count` may lie. */
export const table = (
  name: string,
  entries: readonly (readonly number[])[],
  count = entries.length,
): number[] => box(name, uint32(0), uint32(count), entries.flat().flatMap(uint32))

export const brand = box('ftyp', ascii('isom'), uint32(0))

/** Ticks a second of the movie and of its track. */
export const timescale = 600

export type Tables = {
  /** Replaces a box of the sample table, or adds it. */
  readonly [name: string]: number[] | undefined
}

/** The sample table of `frames` samples of one tick each, all of them sync samples without bytes. */
const tablesOf = (frames: number): Tables => ({
  stsd: box('stsd', uint32(0), uint32(1), avc),
  stts: table('stts', [[frames, 1]]),
  stsz: box('stsz', uint32(0), uint32(1), uint32(frames)),
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
    uint32(1),
    zeros(24),
    unturned,
    uint32(64 << 16),
    uint32(48 << 16),
  )
  const media = [
    box('mdhd', zeros(12), uint32(timescale), zeros(8)),
    box('hdlr', zeros(8), ascii('vide'), zeros(13)),
    box('minf', box('stbl', ...all)),
  ]
  return box('trak', head, ...boxes, box('mdia', ...media))
}

const unturned = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].flatMap(uint32)

export const moov = (...traks: number[][]): number[] =>
  box('moov', box('mvhd', zeros(12), uint32(timescale), zeros(84)), ...traks)

export const toFile = (...boxes: readonly (readonly number[])[]): Blob =>
  new Blob(boxes.map((bytes) => Uint8Array.from(bytes)))

/** An element of Matroska (RFC 8794) of less than 16 kB. */
export const ebml = (id: number, ...content: readonly (readonly number[])[]): number[] => {
  const bytes = content.flat()
  const name = uint32(id).slice(Math.clz32(id) >> 3)
  return [...name, 0x40 | (bytes.length >> 8), bytes.length & 255, ...bytes]
}
