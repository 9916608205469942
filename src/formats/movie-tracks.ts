import { nameAt } from '#base/byte-names.ts'
import {
  type ByteSpan,
  boxesIn,
  boxesNamed,
  findBox,
  findInner,
  type IsoBox,
  isWide,
  wholeSpan,
} from './iso-boxes.ts'

// Boxes of the tracks of a movie (ISO/IEC 14496-12, 8). `moov` is the content of the box `moov`.

/** The tracks of a movie. */
export const tracksOf = (moov: DataView): readonly IsoBox[] => boxesNamed(moov, wholeSpan(moov), 'trak')

/** The number after the two times of a full box: ticks per second in `mvhd` and `mdhd`, the track ID in `tkhd`. */
export const numberAfterTimes = (moov: DataView, box: ByteSpan | undefined): number =>
  box ? moov.getUint32(box.from + (isWide(moov, box) ? 20 : 12)) : 0

/** The ID of a track; 0, which is no valid ID, without a `tkhd`. */
export const trackIdOf = (moov: DataView, trak: ByteSpan): number =>
  numberAfterTimes(moov, findBox(moov, trak, 'tkhd'))

/** The handler type of a track, as `vide`; empty if missing. */
export const handlerOf = (moov: DataView, trak: ByteSpan): string => {
  const handler = findInner(moov, trak, ['mdia', 'hdlr'])
  return handler ? nameAt(moov, handler.from + 8) : ''
}

/** A box of this type in a track's sample table. */
export const tableOf = (moov: DataView, trak: ByteSpan, name: string): IsoBox | undefined =>
  findInner(moov, trak, ['mdia', 'minf', 'stbl', name])

/** The sample descriptions of a track (8.5.2), as boxes. */
export const descriptionsIn = (moov: DataView, trak: ByteSpan): readonly IsoBox[] => {
  const list = tableOf(moov, trak, 'stsd')
  return list ? [...boxesIn(moov, { from: list.from + 8, to: list.to })] : []
}

/** Bytes of a visual sample entry before its boxes (12.1.3). */
const pictureBytes = 78

/** A box of this type in a visual sample entry. */
export const findInPicture = (moov: DataView, { from, to }: ByteSpan, name: string): IsoBox | undefined =>
  findBox(moov, { from: from + pictureBytes, to }, name)

/** The file position of a track's first chunk; undefined without a chunk offset table. */
export const firstOffset = (moov: DataView, trak: ByteSpan): number | undefined => {
  const [short, long] = [tableOf(moov, trak, 'stco'), tableOf(moov, trak, 'co64')]
  const holdsOne = ({ from, to }: ByteSpan, bytes: number) =>
    to - from >= 8 + bytes && moov.getUint32(from + 4) > 0
  if (short && holdsOne(short, 4)) return moov.getUint32(short.from + 8)
  return long && holdsOne(long, 8) ? Number(moov.getBigUint64(long.from + 8)) : undefined
}
