import type { TimeRange } from './frame.ts'

/** What an edit list shows of a track; see `readEdits`. */
export type Edits = {
  /** The stretches of the track that are shown, one after the other; empty where there is only one. */
  readonly splices: readonly Splice[]
  /** Where the only stretch ends, on the container's clock: what starts later is in the file and not shown. */
  readonly endSeconds: number
}

/** A stretch of a track, `fromSeconds` to `toSeconds` on its own clock, that is shown from `atSeconds` on. */
export type Splice = TimeRange & { readonly atSeconds: number }

const allOfIt: Edits = { splices: [], endSeconds: Number.POSITIVE_INFINITY }

/** The list of what a film holds; that of five minutes takes less than a megabyte. */
const mostBytes = 64 << 20

/**
 * The edit list of a track of an MP4 or MOV (ISO/IEC 14496-12, 8.6.6), of which mediabunny knows only where its
 * first stretch starts. All of the track for other files, and for those in fragments, whose lists say nothing of
 * the fragments.
 */
export const readEdits = async (video: Blob, trackId: number): Promise<Edits> => {
  const moov = (await readMoov(video))?.view
  const movieHz = moov && clockOf(moov, find(moov, whole(moov), 'mvhd'))
  if (!movieHz || find(moov, whole(moov), 'mvex')) return allOfIt
  const trak = traksOf(moov).find((trak) => idOf(moov, find(moov, trak, 'tkhd')) === trackId)
  const elst = trak && listOf(moov, trak)
  const mdia = trak && find(moov, trak, 'mdia')
  const trackHz = mdia && clockOf(moov, find(moov, mdia, 'mdhd'))
  return elst && trackHz ? editsOf(moov, elst, movieHz, trackHz) : allOfIt
}

/** The same film without any edit list, so that its tracks are on their own clocks. Copies nothing. */
export const withoutEdits = async (video: Blob): Promise<Blob> => {
  const moov = await readMoov(video)
  if (!moov) return video
  const parts: BlobPart[] = []
  let done = 0
  for (const trak of traksOf(moov.view)) {
    const elst = listOf(moov.view, trak)
    if (!elst) continue
    // Its name comes before its content; a box that is free is passed over.
    const named = moov.from + elst.at + 4
    parts.push(video.slice(done, named), 'free')
    done = named + 4
  }
  return new Blob([...parts, video.slice(done)])
}

const traksOf = (moov: DataView): readonly Box[] =>
  [...boxes(moov, whole(moov))].filter(({ name }) => name === 'trak')

const listOf = (moov: DataView, trak: Span): Box | undefined => {
  const edts = find(moov, trak, 'edts')
  return edts && find(moov, edts, 'elst')
}

type Span = { readonly from: number; readonly to: number }

/** `at`: where its head starts. */
type Box = Span & { readonly name: string; readonly at: number }

const whole = (view: DataView): Span => ({ from: 0, to: view.byteLength })

/** The content of the list of tracks, and where in the file it is. */
const readMoov = async (
  file: Blob,
): Promise<{ readonly view: DataView<ArrayBuffer>; readonly from: number } | null> => {
  for (let at = 0; at + 8 <= file.size; ) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer())
    const box = headOf(head, 0, file.size - at)
    if (!box) return null
    if (box.name === 'moov') {
      if (box.to > mostBytes) return null
      const view = new DataView(await file.slice(at + box.from, at + box.to).arrayBuffer())
      return { view, from: at + box.from }
    }
    at += box.to
  }
  return null
}

/** A box's name and where its content lies; null where there is none. `most`: the bytes there are from `at` on. */
const headOf = (view: DataView, at: number, most: number): Box | null => {
  if (at + 8 > view.byteLength) return null
  const name = String.fromCharCode(...[4, 5, 6, 7].map((index) => view.getUint8(at + index)))
  const short = view.getUint32(at)
  const isLong = short === 1 && at + 16 <= view.byteLength
  const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? most : short
  const headBytes = isLong ? 16 : 8
  return size < headBytes ? null : { name, at, from: at + headBytes, to: at + Math.min(size, most) }
}

function* boxes(view: DataView, { from, to }: Span): Generator<Box> {
  for (let at = from; ; ) {
    const box = headOf(view, at, to - at)
    if (!box || at >= to) return
    yield box
    at = box.to
  }
}

const find = (view: DataView, span: Span, wanted: string): Box | undefined => {
  for (const box of boxes(view, span)) if (box.name === wanted) return box
  return undefined
}

/** Full boxes begin with their version; those of version 1 count in 64 bits. */
const isWide = (view: DataView, { from }: Span) => view.getUint8(from) === 1

/** Ticks a second, as the heads of films and of tracks say it alike. */
const clockOf = (view: DataView, head: Span | undefined) =>
  head && view.getUint32(head.from + (isWide(view, head) ? 20 : 12))

const idOf = (view: DataView, tkhd: Span | undefined) =>
  tkhd && view.getUint32(tkhd.from + (isWide(view, tkhd) ? 20 : 12))

const editsOf = (view: DataView, elst: Span, movieHz: number, trackHz: number): Edits => {
  const wide = isWide(view, elst)
  const entryBytes = wide ? 20 : 12
  const entries = view.getUint32(elst.from + 4)
  const splices: Splice[] = []
  let [ticks, isOpen] = [0, false]
  for (let index = 0, at = elst.from + 8; index < entries && at + entryBytes <= elst.to; index++) {
    const lasting = wide ? Number(view.getBigUint64(at)) : view.getUint32(at)
    const mediaTime = wide ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4)
    at += entryBytes
    const [fromSeconds, atSeconds] = [mediaTime / trackHz, ticks / movieHz]
    ticks += lasting
    if (mediaTime < 0) continue
    splices.push({ fromSeconds, toSeconds: fromSeconds + lasting / movieHz, atSeconds })
    isOpen ||= lasting === 0
  }
  // A list that ends in nothing, or says that it shows nothing, does not know better than the track.
  if (splices.length === 0 || isOpen) return allOfIt
  return splices.length > 1
    ? { splices, endSeconds: Number.POSITIVE_INFINITY }
    : { splices: [], endSeconds: ticks / movieHz }
}
