import { type Box, boxes, type Film, find, readFilm, type Span, whole } from './film-list.ts'
import type { TimeRange } from './frame.ts'
import { invalidVideo } from './invalid-video.ts'

/** What an edit list shows of a track; see `readEdits`. */
export type Edits = {
  /** The stretches of the track that are shown, one after the other; empty where there is only one. */
  readonly splices: readonly Splice[]
  /** Where the only stretch ends, on the container's clock: what starts later is in the file and not shown. */
  readonly endSeconds: number
}

/** A stretch of a track, `fromSeconds` to `toSeconds` on its own clock, that is shown from `atSeconds` on. */
export type Splice = TimeRange & { readonly atSeconds: number }

export const allOfIt: Edits = { splices: [], endSeconds: Number.POSITIVE_INFINITY }

/**
 * The edit list of a track of an MP4 or MOV (ISO/IEC 14496-12, 8.6.6), of which mediabunny knows only where its
 * first stretch starts. All of the track for other files, and for those in fragments, whose lists say nothing of
 * the fragments.
 */
export const readEdits = async (video: Blob, trackId: number): Promise<Edits> => {
  const film = await readFilm(video)
  return film ? editsOfTrack(film, trackId) : allOfIt
}

/** Like `readEdits`, of a list that is read already. */
export const editsOfTrack = ({ view: moov }: Film, trackId: number): Edits => {
  const movieHz = clockOf(moov, find(moov, whole(moov), 'mvhd'))
  if (!movieHz || find(moov, whole(moov), 'mvex')) return allOfIt
  const trak = traksOf(moov).find((trak) => idOf(moov, find(moov, trak, 'tkhd')) === trackId)
  const elst = trak && listsOf(moov, trak)[0]
  const mdia = trak && find(moov, trak, 'mdia')
  const trackHz = mdia && clockOf(moov, find(moov, mdia, 'mdhd'))
  return elst && trackHz ? editsOf(moov, elst, movieHz, trackHz) : allOfIt
}

/** The same film without any edit list, so that its tracks are on their own clocks. Copies nothing. */
export const withoutEdits = async (video: Blob): Promise<Blob> => {
  const moov = await readFilm(video)
  if (!moov) return video
  const parts: BlobPart[] = []
  let done = 0
  for (const elst of traksOf(moov.view).flatMap((trak) => listsOf(moov.view, trak))) {
    // Its name comes before its content; a box that is free is passed over.
    const named = moov.from + elst.at + 4
    parts.push(video.slice(done, named), 'free')
    done = named + 4
  }
  return new Blob([...parts, video.slice(done)])
}

const named = (view: DataView, span: Span, wanted: string): readonly Box[] =>
  [...boxes(view, span)].filter(({ name }) => name === wanted)

const traksOf = (moov: DataView): readonly Box[] => named(moov, whole(moov), 'trak')

const listsOf = (moov: DataView, trak: Span): readonly Box[] =>
  named(moov, trak, 'edts').flatMap((edts) => named(moov, edts, 'elst'))

/** Full boxes begin with their version; those of version 1 count in 64 bits. */
const isWide = (view: DataView, { from }: Span) => view.getUint8(from) === 1

/** Ticks a second, as the heads of films and of tracks say it alike. */
const clockOf = (view: DataView, head: Span | undefined) =>
  head && view.getUint32(head.from + (isWide(view, head) ? 20 : 12))

const idOf = (view: DataView, tkhd: Span | undefined) =>
  tkhd && view.getUint32(tkhd.from + (isWide(view, tkhd) ? 20 : 12))

/** Editors write hundreds. */
const mostSplices = 100_000
const tooManySplices = () => invalidVideo('video_too_many_edits')

const editsOf = (view: DataView, elst: Span, movieHz: number, trackHz: number): Edits => {
  const wide = isWide(view, elst)
  const entryBytes = wide ? 20 : 12
  const entries = view.getUint32(elst.from + 4)
  if (Math.min(entries, (elst.to - elst.from) / entryBytes) > mostSplices) throw tooManySplices()
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
