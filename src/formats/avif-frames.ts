import { nameAt } from '#base/byte-names.ts'
import { findBox, findFileBox, findInner, type IsoBox, isWide } from './iso-boxes.ts'
import { handlerOf, numberAfterTimes, tableOf, tracksOf } from './movie-tracks.ts'
import { type ReadFrames, shownDelay } from './picture-frames.ts'

/** Brands whose pictures move (AV1 Image File Format 1.1, section 3; ISO/IEC 23008-12, B.4.2 and 7.5.3). */
const movingBrands = ['avis', 'hevc', 'hevx', 'msf1']

/** Reads the frames of an AVIF or HEIC from the picture track of a file with a brand of sequences. */
export const readAvifFrames: ReadFrames = async (file, { maxFrames, signal }) => {
  const head = new DataView(await file.slice(0, 12).arrayBuffer())
  if (head.byteLength < 12) return null
  const still = { width: 0, height: 0, delays: [], clockHz: 1, mayBeTransparent: false, plays: 1 }
  if (!movingBrands.includes(nameAt(head, 8))) return still
  const movie = await findFileBox(file, 'moov', signal)
  if (!movie || movie === 'excessive') return still
  const { view } = movie
  const tracks = tracksOf(view)
  const track = tracks.find((each) => handlerOf(view, each) === 'pict')
  const times = track && tableOf(view, track, 'stts')
  const clockHz = track ? numberAfterTimes(view, findInner(view, track, ['mdia', 'mdhd'])) : 0
  const shape = track && findBox(view, track, 'tkhd')
  if (!times || !shape || clockHz === 0) return still
  const sizeAt = shape.from + (isWide(view, shape) ? 88 : 76)
  const delays: number[] = []
  for (let at = times.from + 8; at + 8 <= times.to && delays.length <= maxFrames; at += 8) {
    const count = Math.min(view.getUint32(at), maxFrames + 1 - delays.length)
    const delay = shownDelay(view.getUint32(at + 4), clockHz)
    for (let index = 0; index < count; index++) delays.push(delay)
  }
  return {
    // Fixed-point numbers: 16 bits and 16 fractional bits.
    width: view.getUint16(sizeAt),
    height: view.getUint16(sizeAt + 4),
    delays,
    clockHz,
    // Alpha is a track of its own.
    mayBeTransparent: tracks.some((each) => handlerOf(view, each) === 'auxv'),
    plays: playsOf(view, track, shape),
  }
}

/**
 * How often a track plays (ISO/IEC 23008-12, 9.6.1): a repeated edit, as often as it fits into the track's duration; 0,
 * for ever, if that is infinite, or there is not exactly one edit, as in browsers.
 */
const playsOf = (view: DataView, track: IsoBox, shape: IsoBox): number => {
  const list = findInner(view, track, ['edts', 'elst'])
  if (!list || view.getUint32(list.from + 4) !== 1) return 0
  const isRepeated = (view.getUint8(list.from + 3) & 1) === 1
  if (!isRepeated) return 1
  const edit = durationAt(view, list.from + 8, isWide(view, list))
  const whole = durationAt(view, shape.from + (isWide(view, shape) ? 28 : 20), isWide(view, shape))
  return edit > 0 && Number.isFinite(whole) ? Math.max(1, Math.round(whole / edit)) : 0
}

/** A duration of 32 or 64 bits in ticks; infinite if all bits are set. */
const durationAt = (view: DataView, at: number, isLong: boolean): number => {
  if (!isLong) return view.getUint32(at) === 0xffff_ffff ? Number.POSITIVE_INFINITY : view.getUint32(at)
  const value = view.getBigUint64(at)
  return value === 0xffff_ffff_ffff_ffffn ? Number.POSITIVE_INFINITY : Number(value)
}
