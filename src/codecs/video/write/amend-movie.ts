import { nameAt } from '#base/byte-names.ts'
import { boxesIn, boxesNamed, findInner } from '#base/iso-boxes.ts'
import type { ByteSink, FormatWriter } from './frame-writer.ts'

/** The movie box as mediabunny writes it, with its head, and where it stands in the file. */
type WrittenMovie = { readonly data: Uint8Array; readonly position: number }

/** Keeps the movie box of a container, which `onMoov` of its format takes, so that `finish` can write it anew. */
export const openMovieAmendment = (sink: ByteSink, amend: (moov: Uint8Array) => Uint8Array) => {
  let movie: WrittenMovie | undefined
  return {
    onMoov: (data: Uint8Array, position: number) => {
      movie = { data: data.slice(), position }
    },
    /** The same writer, whose file gets the amended box. */
    amended: (writer: FormatWriter): FormatWriter => ({
      ...writer,
      async finish() {
        const written = await writer.finish()
        return movie
          ? { ...written, bytes: await putMovie(sink, movie, amend(movie.data), written.bytes) }
          : written
      },
    }),
  }
}

/** A box of ISO/IEC 14496-12, 4.2. */
const boxBytes = (name: string, ...contents: readonly Uint8Array[]): Uint8Array => {
  const box = new Uint8Array(headBytes + contents.reduce((sum, { length }) => sum + length, 0))
  new DataView(box.buffer).setUint32(0, box.length)
  box.set(new TextEncoder().encode(name), 4)
  let at = headBytes
  for (const content of contents) {
    box.set(content, at)
    at += content.length
  }
  return box
}

const headBytes = 8

/** A box with each of the boxes in it changed. */
const withInner = (box: Uint8Array, change: (inner: Uint8Array, name: string) => Uint8Array): Uint8Array => {
  const view = viewOf(box)
  const inner = [...boxesIn(view, { from: headBytes, to: box.length })]
  return boxBytes(nameAt(view, 4), ...inner.map(({ name, at, to }) => change(box.subarray(at, to), name)))
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * A movie box whose handlers are called as their tracks: many programs show no other title. `isCounted`: names start with
 * their length, as in MOV, instead of ending with 0.
 */
export const withTitles = (moov: Uint8Array, isCounted: boolean): Uint8Array =>
  withInner(moov, (trak, name) => {
    const title = name === 'trak' ? titleOf(trak) : null
    if (!title) return trak
    return withInner(trak, (mdia, part) =>
      part === 'mdia'
        ? withInner(mdia, (box, of) => (of === 'hdlr' ? called(box, title, isCounted) : box))
        : mdia,
    )
  })

/** FFmpeg takes the length of a longer counted name for a negative one. */
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
 * Writes a movie box in the place of one that is shorter or longer: at the end of the file, or before its media data,
 * where mediabunny has reserved room. Resolves with the length of the file.
 */
const putMovie = async (
  sink: ByteSink,
  { data, position }: WrittenMovie,
  moov: Uint8Array,
  fileBytes: number,
): Promise<number> => {
  const isLast = position + data.length === fileBytes
  if (isLast) {
    const spare = data.length - moov.length
    const padded = spare > 0 ? withInnerRoom(moov, Math.max(spare, headBytes)) : moov
    await sink.write(padded, position)
    return position + padded.length
  }
  const room = mediaStart(data) - position - moov.length
  // Titles of kilobytes; the file is right without them.
  if (room !== 0 && room < headBytes) return fileBytes
  await sink.write(moov, position)
  if (room > 0) await sink.write(freeHead(room), position + moov.length)
  return fileBytes
}

const withInnerRoom = (moov: Uint8Array, bytes: number): Uint8Array =>
  boxBytes('moov', moov.subarray(headBytes), boxBytes('free', new Uint8Array(bytes - headBytes)))

const freeHead = (bytes: number): Uint8Array => {
  const head = boxBytes('free')
  viewOf(head).setUint32(0, bytes)
  return head
}

/** Where the box of the media data begins, with a head of 16 bytes: the first chunk is its first content. */
const mediaStart = (moov: Uint8Array): number => {
  const view = viewOf(moov)
  const starts = boxesNamed(view, { from: headBytes, to: moov.length }, 'trak').flatMap((trak) => {
    const tables = findInner(view, trak, ['mdia', 'minf', 'stbl'])
    return (tables ? [...boxesIn(view, tables)] : []).flatMap(({ name, from }) => {
      if (name === 'stco' && view.getUint32(from + 4) > 0) return view.getUint32(from + 8)
      if (name === 'co64' && view.getUint32(from + 4) > 0) return Number(view.getBigUint64(from + 8))
      return []
    })
  })
  return Math.min(...starts) - 2 * headBytes
}
