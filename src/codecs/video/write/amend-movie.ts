import type { Timecode } from '#contract/timecode.ts'
import { boxBytes, headBytes, viewOf, withInner } from '#formats/box-bytes.ts'
import { findInner } from '#formats/iso-boxes.ts'
import { firstOffset, tracksOf } from '#formats/movie-tracks.ts'
import type { ByteSink, FormatWriter } from './frame-writer.ts'
import { timecodeSample, withTimecode } from './timecode-track.ts'

/** The movie box from mediabunny, with its head, and its position in the file. */
type WrittenMovie = { readonly data: Uint8Array; readonly position: number }

type Amendments = {
  readonly isQuickTime: boolean
  readonly timecode: Timecode | undefined
  /** Changes numbers in the box, in place. */
  readonly repair?: (moov: Uint8Array) => void
}

/**
 * Keeps the movie box from `onMoov` of its format, so that the amended writer can rewrite it with track titles and a
 * timecode track.
 */
export const openMovieAmendment = (sink: ByteSink, amendments: Amendments) => {
  let movie: WrittenMovie | undefined
  return {
    onMoov: (data: Uint8Array, position: number) => {
      // The head of the free space behind it may follow.
      movie = { data: data.slice(0, viewOf(data).getUint32(0)), position }
    },
    /** A writer whose file gets the amended box. */
    amended: (writer: FormatWriter): FormatWriter => ({
      ...writer,
      async finish() {
        const written = await writer.finish()
        return movie ? { ...written, ...(await putMovie(sink, movie, written.bytes, amendments)) } : written
      },
    }),
  }
}

/**
 * A movie box with handlers named like their tracks, since many programs show no other title. `isCounted`: names start
 * with their length, as in MOV, instead of ending with 0.
 */
const withTitles = (moov: Uint8Array, isCounted: boolean): Uint8Array =>
  withInner(moov, (trak, name) => {
    const title = name === 'trak' ? titleOf(trak) : null
    if (!title) return trak
    return withInner(trak, (mdia, part) =>
      part === 'mdia'
        ? withInner(mdia, (box, of) => (of === 'hdlr' ? called(box, title, isCounted) : box))
        : mdia,
    )
  })

/** FFmpeg reads the length of a longer counted name as negative. */
const maxNameBytes = 127
const nameAtByte = headBytes + 24

const titleOf = (trak: Uint8Array): Uint8Array | null => {
  const view = viewOf(trak)
  const name = findInner(view, { from: headBytes, to: trak.length }, ['udta', 'name'])
  if (!name) return null
  let end = Math.min(name.to, name.from + maxNameBytes)
  // No character of UTF-8 is cut in two.
  while (end < name.to && (view.getUint8(end) & 0xc0) === 0x80) end--
  return trak.subarray(name.from, end)
}

const called = (hdlr: Uint8Array, title: Uint8Array, isCounted: boolean): Uint8Array => {
  const [before, after] = isCounted ? [[title.length], []] : [[], [0]]
  const head = hdlr.subarray(headBytes, nameAtByte)
  return boxBytes('hdlr', head, Uint8Array.from(before), title, Uint8Array.from(after))
}

/**
 * Replaces a movie box by a shorter or longer one: at the end of the file, or before its media data, where mediabunny
 * has reserved room. The number of the first frame follows at the end. Resolves with the length of the file in bytes.
 */
const putMovie = async (
  sink: ByteSink,
  { data, position }: WrittenMovie,
  fileBytes: number,
  { isQuickTime, timecode, repair }: Amendments,
): Promise<{ readonly bytes: number; readonly hasTimecode: boolean }> => {
  const isLast = position + data.length === fileBytes
  repair?.(data)
  const titled = withTitles(data, isQuickTime)
  const amended = (sampleAt: number) => {
    const moov = timecode ? withTimecode(titled, timecode, sampleAt, isQuickTime) : titled
    const spare = data.length - moov.length
    return isLast && spare > 0 ? withInnerRoom(moov, Math.max(spare, headBytes)) : moov
  }
  const { length } = amended(0)
  const end = isLast ? position + length : fileBytes
  const moov = amended(end + headBytes)
  const room = isLast ? 0 : mediaStart(data) - position - length
  // Titles of kilobytes; the file is right without them.
  if (room !== 0 && room < headBytes) return { bytes: fileBytes, hasTimecode: false }
  await sink.write(moov, position)
  if (room > 0) await sink.write(freeHead(room), position + length)
  if (!timecode) return { bytes: end, hasTimecode: false }
  const sample = timecodeSample(timecode)
  await sink.write(sample, end)
  return { bytes: end + sample.length, hasTimecode: true }
}

const withInnerRoom = (moov: Uint8Array, bytes: number): Uint8Array =>
  boxBytes('moov', moov.subarray(headBytes), boxBytes('free', new Uint8Array(bytes - headBytes)))

const freeHead = (bytes: number): Uint8Array => {
  const head = boxBytes('free')
  viewOf(head).setUint32(0, bytes)
  return head
}

/** The position of the media data box with a 16-byte head: the first chunk is its first content. */
const mediaStart = (moov: Uint8Array): number => {
  const view = viewOf(moov.subarray(headBytes))
  const starts = tracksOf(view).flatMap((trak) => firstOffset(view, trak) ?? [])
  return Math.min(...starts) - 2 * headBytes
}
