import type { TimeRange } from '#codecs/video/frame.ts'
import { type MovieBox, readMovieBox, trackBox } from '#codecs/video/read/movie-box.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import {
  type ByteSpan,
  boxesNamed,
  findBox,
  findInner,
  type IsoBox,
  isWide,
  wholeSpan,
} from '#formats/iso-boxes.ts'
import { numberAfterTimes, tracksOf } from '#formats/movie-tracks.ts'

/** The shown part of a track; see `readEditList`. */
export type EditList = {
  /** The segments that are shown, one after the other; empty where there is only one. */
  readonly segments: readonly EditSegment[]
  /** The end of the only segment in seconds on the container's clock; later frames are not shown. */
  readonly endSeconds: number
}

/** A part of a track, in seconds on the track's clock, that is shown from `atSeconds` on. */
export type EditSegment = TimeRange & { readonly atSeconds: number }

/** The edit list of a track without one. */
export const wholeTrack: EditList = { segments: [], endSeconds: Number.POSITIVE_INFINITY }

/**
 * Reads the edit list of a track of an MP4 or MOV (ISO/IEC 14496-12, 8.6.6). mediabunny applies only the start of its
 * first segment. `wholeTrack` for other files, and for fragmented ones, whose lists do not describe the fragments.
 * Rejects with `invalid_video` for more segments than a video can have.
 */
export const readEditList = async (video: Blob, trackId: number): Promise<EditList> => {
  const movieBox = await readMovieBox(video)
  return movieBox ? editListOfTrack(movieBox, trackId) : wholeTrack
}

/** As `readEditList`, from a movie box. */
export const editListOfTrack = ({ view: moov }: MovieBox, trackId: number): EditList => {
  const movieHz = numberAfterTimes(moov, findBox(moov, wholeSpan(moov), 'mvhd'))
  if (!movieHz || findBox(moov, wholeSpan(moov), 'mvex')) return wholeTrack
  const trak = trackBox(moov, trackId)
  const elst = trak && listsOf(moov, trak)[0]
  const trackHz = trak && numberAfterTimes(moov, findInner(moov, trak, ['mdia', 'mdhd']))
  return elst && trackHz ? editsOf(moov, elst, movieHz, trackHz) : wholeTrack
}

/** The file without edit lists, so that its tracks have their own clocks. Copies no bytes. */
export const withoutEditLists = async (video: Blob): Promise<Blob> => {
  const moov = await readMovieBox(video)
  if (!moov) return video
  const parts: BlobPart[] = []
  let done = 0
  for (const elst of tracksOf(moov.view).flatMap((trak) => listsOf(moov.view, trak))) {
    // The name of a box precedes its content; readers skip boxes named `free`.
    const named = moov.from + elst.at + 4
    parts.push(video.slice(done, named), 'free')
    done = named + 4
  }
  return new Blob([...parts, video.slice(done)])
}

const listsOf = (moov: DataView, trak: ByteSpan): readonly IsoBox[] =>
  boxesNamed(moov, trak, 'edts').flatMap((edts) => boxesNamed(moov, edts, 'elst'))

/** Editors write hundreds of segments. */
const maxSegments = 100_000
const tooManySegments = () => invalidVideo('video_too_many_edits')

const editsOf = (view: DataView, elst: ByteSpan, movieHz: number, trackHz: number): EditList => {
  const wide = isWide(view, elst)
  const entryBytes = wide ? 20 : 12
  const entries = view.getUint32(elst.from + 4)
  if (Math.min(entries, (elst.to - elst.from) / entryBytes) > maxSegments) throw tooManySegments()
  const segments: EditSegment[] = []
  let [ticks, isOpen] = [0, false]
  for (let index = 0, at = elst.from + 8; index < entries && at + entryBytes <= elst.to; index++) {
    const lasting = wide ? Number(view.getBigUint64(at)) : view.getUint32(at)
    const mediaTime = wide ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4)
    at += entryBytes
    const [fromSeconds, atSeconds] = [mediaTime / trackHz, ticks / movieHz]
    ticks += lasting
    if (mediaTime < 0) continue
    segments.push({ fromSeconds, toSeconds: fromSeconds + lasting / movieHz, atSeconds })
    isOpen ||= lasting === 0
  }
  // A list without segments, or with one of no duration, shows all of the track.
  if (segments.length === 0 || isOpen) return wholeTrack
  return segments.length > 1
    ? { segments, endSeconds: Number.POSITIVE_INFINITY }
    : { segments: [], endSeconds: ticks / movieHz }
}
