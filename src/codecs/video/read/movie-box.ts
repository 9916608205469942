import { invalidVideo } from '#codecs/video/video-errors.ts'
import { type FileBox, findBox, findFileBox, type IsoBox, wholeSpan } from '#formats/iso-boxes.ts'
import { descriptionsIn, tableOf, trackIdOf, tracksOf } from '#formats/movie-tracks.ts'

/** The content of the box `moov` of an MP4 or MOV, and its position in the file (ISO/IEC 14496-12, 8.2). */
export type MovieBox = FileBox

/**
 * Reads the movie box; null if there is none. Rejects with `invalid_video` if the box, or the file before it, exceeds
 * the limits.
 */
export const readMovieBox = async (file: Blob, signal?: AbortSignal): Promise<MovieBox | null> => {
  const found = await findFileBox(file, 'moov', signal)
  if (found === 'excessive') throw invalidVideo('video_too_many_entries')
  return found
}

/** The box of the track with this ID, in a movie box. */
export const trackBox = (moov: DataView, trackId: number): IsoBox | undefined =>
  tracksOf(moov).find((trak) => trackIdOf(moov, trak) === trackId)

/** The descriptions of the samples of a track. */
export const descriptionsOf = (moov: DataView, trackId: number): readonly IsoBox[] => {
  const trak = trackBox(moov, trackId)
  return trak ? descriptionsIn(moov, trak) : []
}

/** Whether the samples of a track use several descriptions, as in joined clips; mediabunny reads only one. */
export const changesDescription = ({ view: moov }: MovieBox, trackId: number): boolean => {
  const texts = descriptionsOf(moov, trackId).map(({ at, to }) =>
    new Uint8Array(moov.buffer, moov.byteOffset + at, to - at).join(),
  )
  if (new Set(texts).size < 2) return false
  const trak = trackBox(moov, trackId)
  const stsc = trak && tableOf(moov, trak, 'stsc')
  // Fragments choose their own.
  if (!stsc || findBox(moov, wholeSpan(moov), 'mvex')) return true
  const used = new Set<string | undefined>()
  for (let at = stsc.from + 8; at + 12 <= stsc.to; at += 12) used.add(texts[moov.getUint32(at + 8) - 1])
  return used.size > 1
}

/** Encrypted pictures and sound (ISO/IEC 14496-12, 8.12), also as iTunes names them. */
const encryptedNames: readonly string[] = ['encv', 'enca', 'drmi', 'drms']

/** Whether the samples of any track are encrypted. */
export const hasEncryptedTrack = ({ view: moov }: MovieBox): boolean =>
  tracksOf(moov).some((trak) => descriptionsIn(moov, trak).some(({ name }) => encryptedNames.includes(name)))
