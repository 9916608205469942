import { nameAt } from './byte-names.ts'
import { boxesNamed, findBox, findFileBox, findInner, type IsoBox, isWide, wholeSpan } from './iso-boxes.ts'
import { type ReadFrames, shownDelay } from './picture-frames.ts'

/** Of an AVIF (AV1 Image File Format 1.1, section 3): one of the brand `avis` shows the track of its pictures. */
export const readAvifFrames: ReadFrames = async (file, { maxFrames, signal }) => {
  const head = new DataView(await file.slice(0, 12).arrayBuffer())
  if (head.byteLength < 12) return null
  const still = { width: 0, height: 0, delays: [], clockHz: 1, mayBeTransparent: false }
  if (nameAt(head, 8) !== 'avis') return still
  const movie = await findFileBox(file, 'moov', signal)
  if (!movie || movie === 'excessive') return still
  const { view } = movie
  const tracks = boxesNamed(view, wholeSpan(view), 'trak')
  const track = tracks.find((each) => handlerOf(view, each) === 'pict')
  const times = track && findInner(view, track, ['mdia', 'minf', 'stbl', 'stts'])
  const clock = track && findInner(view, track, ['mdia', 'mdhd'])
  const shape = track && findBox(view, track, 'tkhd')
  if (!times || !clock || !shape) return still
  const clockHz = view.getUint32(clock.from + (isWide(view, clock) ? 20 : 12))
  if (clockHz === 0) return still
  const sizeAt = shape.from + (isWide(view, shape) ? 88 : 76)
  const delays: number[] = []
  for (let at = times.from + 8; at + 8 <= times.to && delays.length <= maxFrames; at += 8) {
    const count = Math.min(view.getUint32(at), maxFrames + 1 - delays.length)
    const delay = shownDelay(view.getUint32(at + 4), clockHz)
    for (let index = 0; index < count; index++) delays.push(delay)
  }
  return {
    // Numbers of 16 bits, and 16 more for fractions.
    width: view.getUint16(sizeAt),
    height: view.getUint16(sizeAt + 4),
    delays,
    clockHz,
    // Alpha is a track of its own.
    mayBeTransparent: tracks.some((each) => handlerOf(view, each) === 'auxv'),
  }
}

/** What the samples of a track are. */
const handlerOf = (view: DataView, track: IsoBox): string => {
  const handler = findInner(view, track, ['mdia', 'hdlr'])
  return handler ? nameAt(view, handler.from + 8) : ''
}
