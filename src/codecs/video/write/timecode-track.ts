import type { Timecode } from '#contract/timecode.ts'
import { boxBytes, headBytes, viewOf, withInner } from '#formats/box-bytes.ts'
import { boxesNamed, findBox, isWide } from '#formats/iso-boxes.ts'
import { numberAfterTimes } from '#formats/movie-tracks.ts'

/** Big-endian numbers of these bytes. */
const numbers = (...fields: readonly (readonly [bytes: 1 | 2 | 4, value: number])[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 4) view.setUint32(at, value)
    else if (bytes === 2) view.setUint16(at, value)
    else view.setUint8(at, value)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

const longs = (...values: readonly number[]) => numbers(...values.map((value) => [4, value] as const))
const shorts = (...values: readonly number[]) => numbers(...values.map((value) => [2, value] as const))

/** The only sample of a track of timecode: the number of its first frame. */
export const timecodeSample = ({ startFrame }: Timecode): Uint8Array => boxBytes('mdat', longs(startFrame))

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
const undetermined = 0x55c4
const [dropFrame, wrapsAtMidnight] = [1, 2]

/**
 * A movie box with a track of timecode for its picture (QuickTime File Format, timecode media), whose sample stands at
 * `sampleAt` in the file.
 */
export const withTimecode = (
  moov: Uint8Array,
  timecode: Timecode,
  sampleAt: number,
  isQuickTime: boolean,
): Uint8Array => {
  const view = viewOf(moov)
  const inside = { from: headBytes, to: moov.length }
  const header = findBox(view, inside, 'mvhd')
  if (!header) return moov
  const wide = isWide(view, header)
  const movieHz = numberAfterTimes(view, header)
  const duration = wide ? Number(view.getBigUint64(header.from + 24)) : view.getUint32(header.from + 16)
  const id = boxesNamed(view, inside, 'trak').length + 1
  const track = timecodeTrack(id, timecode, { movieHz, duration, sampleAt, isQuickTime })
  let isFirst = true
  const changed = withInner(moov, (box, name) => {
    if (name === 'mvhd') {
      const next = box.slice()
      // The number of the next track is the last field.
      viewOf(next).setUint32(next.length - 4, id + 1)
      return next
    }
    if (name !== 'trak' || !isFirst) return box
    // The picture is the first track that is written.
    isFirst = false
    return boxBytes('trak', box.subarray(headBytes), boxBytes('tref', boxBytes('tmcd', longs(id))))
  })
  return boxBytes('moov', changed.subarray(headBytes), track)
}

type Place = {
  readonly movieHz: number
  /** Of the movie, in its ticks. */
  readonly duration: number
  readonly sampleAt: number
  readonly isQuickTime: boolean
}

const timecodeTrack = (
  id: number,
  { rate, isDropFrame }: Timecode,
  { movieHz, duration, sampleAt, isQuickTime }: Place,
): Uint8Array => {
  const counted = Math.round(rate)
  // NTSC rates are lower by 1000/1001.
  const [hz, ticks] = Number.isInteger(rate) ? [counted * 100, 100] : [counted * 1000, 1001]
  const lasting = Math.round((duration / movieHz) * hz)
  const flags = (isDropFrame ? dropFrame : 0) | wrapsAtMidnight
  const description = boxBytes(
    'tmcd',
    longs(0),
    shorts(0, 1),
    longs(0, flags, hz, ticks),
    numbers([1, counted], [1, 0]),
  )
  const fullBox = (name: string, ...contents: readonly Uint8Array[]) => boxBytes(name, longs(0), ...contents)
  const handler = (kind: string, of: string) =>
    fullBox('hdlr', new TextEncoder().encode(kind + of), longs(0, 0, 0), numbers([1, 0]))
  const style = boxBytes(
    'tcmi',
    longs(0),
    shorts(0, 0, 12, 0, 0, 0, 0, 0xffff, 0xffff, 0xffff),
    numbers([1, 0]),
  )
  const media = isQuickTime
    ? [
        boxBytes(
          'gmhd',
          fullBox('gmin', shorts(0x40, 0x8000, 0x8000, 0x8000, 0, 0)),
          boxBytes('tmcd', style),
        ),
        handler('dhlr', 'alis'),
      ]
    : [fullBox('nmhd')]
  const reference = boxBytes(isQuickTime ? 'alis' : 'url ', longs(1))
  return boxBytes(
    'trak',
    boxBytes(
      'tkhd',
      // In the movie, and not enabled: nothing is shown of it.
      longs(2, 0, 0, id, 0, duration, 0, 0),
      shorts(0, 0, 0, 0),
      longs(...matrix, 0, 0),
    ),
    boxBytes(
      'mdia',
      fullBox('mdhd', longs(0, 0, hz, lasting), shorts(undetermined, 0)),
      handler(isQuickTime ? 'mhlr' : '\0\0\0\0', 'tmcd'),
      boxBytes(
        'minf',
        ...media,
        boxBytes('dinf', fullBox('dref', longs(1), reference)),
        boxBytes(
          'stbl',
          fullBox('stsd', longs(1), description),
          fullBox('stts', longs(1, 1, lasting)),
          fullBox('stsc', longs(1, 1, 1, 1)),
          fullBox('stsz', longs(4, 1)),
          // Files of more than 4 GiB need the wide table.
          fullBox('co64', longs(1, Math.floor(sampleAt / 2 ** 32), sampleAt % 2 ** 32)),
        ),
      ),
    ),
  )
}
