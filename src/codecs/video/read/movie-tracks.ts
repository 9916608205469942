import { type LeftOut, leftOut } from '#contract/left-out.ts'
import type { Timecode } from '#contract/timecode.ts'
import { noLanguage, type SoundRole } from '#contract/video-facts.ts'
import { boxesNamed, findBox, findInner, type IsoBox, isWide, wholeSpan } from '#formats/iso-boxes.ts'
import {
  descriptionsIn,
  findInPicture,
  firstOffset,
  handlerOf,
  tableOf,
  trackIdOf,
  tracksOf,
} from '#formats/movie-tracks.ts'
import type { FileTrack, FileTracks, TrackKind } from './file-tracks.ts'
import { type MovieBox, readMovieBox } from './movie-box.ts'

/** Lists the tracks of an MP4 or MOV; null for other files. */
export const readMovieTracks = async (file: Blob): Promise<FileTracks | null> => {
  const movie = await readMovieBox(file)
  if (!movie) return null
  const moov = movie.view
  const traks = tracksOf(moov)
  const chapterIds = new Set(traks.flatMap((trak) => referencesOf(moov, trak, 'chap')))
  const [ofChapters, others] = [
    traks.filter((trak) => chapterIds.has(trackIdOf(moov, trak))),
    traks.filter((trak) => !chapterIds.has(trackIdOf(moov, trak))),
  ]
  return {
    tracks: others.flatMap((trak) => {
      const track = trackOf(moov, trak)
      return track.kind === 'picture' && hasSecondView(moov, trak)
        ? [track, { ...track, id: secondView, title: '' }]
        : [track]
    }),
    beside: [...chaptersOf(moov, ofChapters), ...coversOf(moov)],
    timecode: await readMovieTimecode(file, movie),
  }
}

/** The number of the second view, which is no track's ID (ISO/IEC 14496-12, 8.3.2). */
const secondView = 0

/** The IDs of the tracks in a track's references of this type. */
const referencesOf = (moov: DataView, trak: IsoBox, type: string): readonly number[] => {
  const list = findInner(moov, trak, ['tref', type])
  return list
    ? Array.from({ length: (list.to - list.from) >> 2 }, (_, at) => moov.getUint32(list.from + at * 4))
    : []
}

/** Kinds by handler (ISO/IEC 14496-12, 8.4.3, and the QuickTime File Format). */
const kinds: { readonly [handler: string]: TrackKind } = {
  vide: 'picture',
  auxv: 'picture',
  pict: 'picture',
  soun: 'sound',
  text: 'subtitles',
  sbtl: 'subtitles',
  subt: 'subtitles',
  subp: 'subtitles',
  clcp: 'subtitles',
  tmcd: 'timecode',
}

const trackOf = (moov: DataView, trak: IsoBox): FileTrack => {
  const [head, handler] = [findInner(moov, trak, ['mdia', 'mdhd']), findInner(moov, trak, ['mdia', 'hdlr'])]
  const name = findInner(moov, trak, ['udta', 'name'])
  const title = name ? textOf(moov, name.from, name.to) : ''
  return {
    id: trackIdOf(moov, trak),
    kind: kinds[handlerOf(moov, trak)] ?? 'other',
    title: title || (handler ? handlerName(moov, handler) : ''),
    roles: rolesOf(moov, trak),
    language: head ? languageOf(moov.getUint16(head.from + (isWide(moov, head) ? 32 : 20))) : noLanguage,
  }
}

/**
 * Values of `urn:mpeg:dash:role:2011` in the box `kind` of a track (ISO/IEC 14496-12, 8.10.4), as ffmpeg takes them.
 */
const kindRoles: { readonly [value: string]: SoundRole } = {
  commentary: 'commentary',
  caption: 'hearingImpaired',
  description: 'visuallyImpaired',
}

const rolesOf = (moov: DataView, trak: IsoBox): readonly SoundRole[] => {
  const user = findBox(moov, trak, 'udta')
  return (user ? boxesNamed(moov, user, 'kind') : []).flatMap(({ from, to }) => {
    const bytes = new Uint8Array(moov.buffer, moov.byteOffset + from + 4, Math.max(0, to - from - 4))
    const [, value = ''] = new TextDecoder().decode(bytes).split('\0')
    return kindRoles[value] ?? []
  })
}

const textOf = (view: DataView, from: number, to: number): string => {
  const text = new TextDecoder().decode(
    new Uint8Array(view.buffer, view.byteOffset + from, Math.max(0, to - from)),
  )
  return (text.split('\0')[0] ?? '').trim()
}

/** Generic names of tracks, which identify none. */
const genericName = /handler|media|video|audio|sound|subtitle|^soun$|^vide$/i

/** The name of a handler, if it is a title: MOV stores its length, MP4 ends it with 0. */
const handlerName = (moov: DataView, { from, to }: IsoBox): string => {
  const at = from + 24
  const isCounted = at < to && moov.getUint8(at) === to - at - 1
  const name = textOf(moov, isCounted ? at + 1 : at, to)
  return genericName.test(name) ? '' : name
}

/** Macintosh language codes, which are below those of ISO (QuickTime File Format, language code values). */
const macintosh =
  'eng,fra,deu,ita,nld,swe,spa,dan,por,nor,heb,jpn,ara,fin,ell,isl,mlt,tur,hrv,zho,urd,hin,tha,kor'.split(',')
const firstIsoCode = 0x400

/** The language of a code: three letters of five bits each (ISO/IEC 14496-12, 8.4.2). */
const languageOf = (code: number): string => {
  if (code < firstIsoCode) return macintosh[code] ?? noLanguage
  const letters = [code >> 10, code >> 5, code]
    .map((bits) => String.fromCharCode(0x60 + (bits & 31)))
    .join('')
  return /^[a-z]{3}$/.test(letters) ? letters : noLanguage
}

/** Chapters: tracks of text or pictures that another track references, or Nero's list. */
const chaptersOf = (moov: DataView, traks: readonly IsoBox[]): readonly LeftOut[] => {
  const counts = traks.map((trak) => sampleCount(moov, trak))
  const list = findInner(moov, wholeSpan(moov), ['udta', 'chpl'])
  if (list) counts.push(moov.getUint8(list.from + (isWide(moov, list) ? 8 : 4)))
  const count = Math.max(0, ...counts)
  return count > 0 ? [leftOut('chapters', count)] : []
}

/** The samples of a track: entries of `stts` are a count and a duration (ISO/IEC 14496-12, 8.6.1.2). */
const sampleCount = (moov: DataView, trak: IsoBox): number => {
  const table = tableOf(moov, trak, 'stts')
  let count = 0
  for (let at = table ? table.from + 8 : 0; table && at + 8 <= table.to; at += 8) count += moov.getUint32(at)
  return count
}

/** Covers, as iTunes stores them: a full box `meta` with a list of values. */
const coversOf = (moov: DataView): readonly LeftOut[] => {
  const meta = findInner(moov, wholeSpan(moov), ['udta', 'meta'])
  const covers = meta && findInner(moov, { ...meta, from: meta.from + 4 }, ['ilst', 'covr'])
  const count = covers ? boxesNamed(moov, covers, 'data').length : 0
  return count > 0 ? [leftOut('pictures', count)] : []
}

/** Whether frames contain a second view, as in spatial videos, of which one view is read. */
const hasSecondView = (moov: DataView, trak: IsoBox): boolean => {
  const [description] = descriptionsIn(moov, trak)
  return description !== undefined && ['lhvC', 'mvcC'].some((name) => findInPicture(moov, description, name))
}

/** Bytes from the content of a description `tmcd` (QuickTime File Format, timecode sample description). */
const [flagsAt, timescaleAt, durationAt] = [12, 16, 20] as const
const dropFrame = 1

/** Reads the start of a timecode track of an MP4 or MOV, a number of frames in its first sample; null without one. */
const readMovieTimecode = async (file: Blob, { view: moov }: MovieBox): Promise<Timecode | null> => {
  for (const trak of tracksOf(moov)) {
    const description = descriptionsIn(moov, trak).find(({ name }) => name === 'tmcd')
    const at = firstOffset(moov, trak)
    if (!description || at === undefined) continue
    const sample = new DataView(await file.slice(at, at + 4).arrayBuffer())
    const rate =
      moov.getUint32(description.from + timescaleAt) / moov.getUint32(description.from + durationAt)
    if (sample.byteLength < 4 || !(rate >= 1 && rate <= 1000)) return null
    const isDropFrame = (moov.getUint32(description.from + flagsAt) & dropFrame) !== 0
    return { startFrame: sample.getUint32(0), rate, isDropFrame }
  }
  return null
}
