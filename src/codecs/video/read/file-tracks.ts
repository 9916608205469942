import { type LeftOut, type LeftOutKind, leftOut } from '#contract/left-out.ts'
import type { Timecode } from '#contract/timecode.ts'
import type { SoundRole } from '#contract/video-facts.ts'
import { trackNames } from '#contract/video-left-out.ts'

/** What a track holds; `other` is data that no player shows. */
export type TrackKind = 'picture' | 'sound' | 'subtitles' | 'timecode' | 'other'

/** A track as its container lists it, also where nothing here reads it. */
export type FileTrack = {
  readonly id: number
  readonly kind: TrackKind
  /** Empty where the file gives none. */
  readonly title: string
  /** By ISO 639-2; `noLanguage` where it is unknown. */
  readonly language: string
  /** Marks of a sound track, where mediabunny does not read them. */
  readonly roles?: readonly SoundRole[]
}

/** What a file holds, by its own lists. */
export type FileTracks = {
  readonly tracks: readonly FileTrack[]
  /** What is no track: chapters, attached files and covers. */
  readonly beside: readonly LeftOut[]
  /** Of the first frame: what Matroska says of it is a text. */
  readonly timecode?: Timecode | string | null
}

const kinds: readonly (readonly [TrackKind, LeftOutKind])[] = [
  ['picture', 'video_tracks'],
  ['sound', 'sound_tracks'],
  ['subtitles', 'subtitles'],
  ['other', 'data_tracks'],
]

/** What a file has beside the tracks with these numbers, which are read. */
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
