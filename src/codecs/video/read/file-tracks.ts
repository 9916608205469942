import { type LeftOut, type LeftOutKind, leftOut } from '#contract/left-out.ts'
import type { Timecode } from '#contract/timecode.ts'
import type { SoundRole } from '#contract/video-facts.ts'
import { trackNames } from '#contract/video-left-out.ts'

/** The content of a track; `other` is data that no player shows. */
export type TrackKind = 'picture' | 'sound' | 'subtitles' | 'timecode' | 'other'

/** A track as its container lists it, supported or not. */
export type FileTrack = {
  readonly id: number
  readonly kind: TrackKind
  /** Empty if the file has none. */
  readonly title: string
  /** ISO 639-2 code; `noLanguage` if unknown. */
  readonly language: string
  /** Marks of a sound track that mediabunny does not read. */
  readonly roles?: readonly SoundRole[]
}

/** The content of a file, by its own lists. */
export type FileTracks = {
  readonly tracks: readonly FileTrack[]
  /** Chapters, attached files and covers. */
  readonly beside: readonly LeftOut[]
  /** The timecode of the first frame; a text in Matroska. */
  readonly timecode?: Timecode | string | null
}

const kinds: readonly (readonly [TrackKind, LeftOutKind])[] = [
  ['picture', 'video_tracks'],
  ['sound', 'sound_tracks'],
  ['subtitles', 'subtitles'],
  ['other', 'data_tracks'],
]

/** The content of a file besides the read tracks, which are given by their IDs. */
export const othersOf = (
  { tracks, beside }: FileTracks,
  readIds: ReadonlySet<number>,
): readonly LeftOut[] => [
  ...kinds.flatMap(([kind, named]) => {
    const others = tracks.filter((track) => track.kind === kind && !readIds.has(track.id))
    return others.length > 0 ? [leftOut(named, others.length, trackNames(others))] : []
  }),
  ...beside,
]
