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

// Boxes of the tracks of a movie (ISO/IEC 14496-12, 8). `moov` is the content of the box of that name.

/** The boxes of all tracks. */
export const tracksOf = (moov: DataView): readonly IsoBox[] => boxesNamed(moov, wholeSpan(moov), 'trak')

/** The number behind the two times of a full box: ticks a second of `mvhd` and `mdhd`, the track's own of `tkhd`. */
export const numberAfterTimes = (moov: DataView, box: ByteSpan | undefined): number =>
  box ? moov.getUint32(box.from + (isWide(moov, box) ? 20 : 12)) : 0

/** The number of a track; 0, which none has, where it names no other. */
export const trackIdOf = (moov: DataView, trak: ByteSpan): number =>
  numberAfterTimes(moov, findBox(moov, trak, 'tkhd'))

/** What the samples of a track are. */
export const handlerOf = (moov: DataView, trak: ByteSpan): string => {
  const handler = findInner(moov, trak, ['mdia', 'hdlr'])
  return handler ? nameAt(moov, handler.from + 8) : ''
}

/** A box of a track's sample table. */
export const tableOf = (moov: DataView, trak: ByteSpan, name: string): IsoBox | undefined =>
  findInner(moov, trak, ['mdia', 'minf', 'stbl', name])

/** The descriptions of a track's samples (8.5.2); each has its own head and content. */
export const descriptionsIn = (moov: DataView, trak: ByteSpan): readonly IsoBox[] => {
  const list = tableOf(moov, trak, 'stsd')
  return list ? [...boxesIn(moov, { from: list.from + 8, to: list.to })] : []
}

/** Bytes of the description of pictures before its boxes (12.1.3). */
const pictureBytes = 78

/** A box in a description of pictures. */
export const findInPicture = (moov: DataView, { from, to }: ByteSpan, name: string): IsoBox | undefined =>
  findBox(moov, { from: from + pictureBytes, to }, name)

/** Where the first chunk of a track's samples lies in the file; undefined where no table says it. */
export const firstOffset = (moov: DataView, trak: ByteSpan): number | undefined => {
  const [short, long] = [tableOf(moov, trak, 'stco'), tableOf(moov, trak, 'co64')]
  const holdsOne = ({ from, to }: ByteSpan, bytes: number) =>
    to - from >= 8 + bytes && moov.getUint32(from + 4) > 0
  if (short && holdsOne(short, 4)) return moov.getUint32(short.from + 8)
  return long && holdsOne(long, 8) ? Number(moov.getBigUint64(long.from + 8)) : undefined
}
