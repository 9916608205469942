import type { Reason } from './error-reasons.ts'
import { beyondLimit, type LeftOut, leftOut } from './left-out.ts'
import { formatTimecode } from './timecode.ts'
import { noLanguage, type SoundTrack, type VideoFacts } from './video-facts.ts'

/** A sound track of the source to write. */
export type WrittenSound = SoundTrack & {
  /** Why some or all of it is missing; null if complete. */
  readonly fault: Reason | null
}

/** What was written of a clip. */
export type WrittenClip = {
  /** Number of frames dropped for the format or its limits (D-33). */
  readonly dropped: number
  readonly sounds: readonly WrittenSound[]
  /** Whether the file has the source's timecode. */
  readonly hasTimecode: boolean
  /** Whether the sounds have their roles. */
  readonly hasRoles: boolean
  /** The messenger's limit that the smallest file exceeds. */
  readonly excess?: { readonly bytes: number; readonly maxBytes: number }
}

type ClipFacts = Pick<
  VideoFacts,
  'sounds' | 'others' | 'timecode' | 'fields' | 'isByField' | 'bits' | 'colors'
>

/** What a result lacks of its clip. Results are made from 8-bit sRGB frames. */
export const leftOutOfClip = (
  { sounds = [], others = [], timecode, fields, isByField, ...pixels }: ClipFacts,
  written: WrittenClip,
): readonly LeftOut[] => [
  ...listed(sounds.filter(({ number }) => !written.sounds.some((sound) => sound.number === number))),
  ...written.sounds.flatMap(({ fault, ...sound }) =>
    fault ? listed([sound]).map((entry) => ({ ...entry, reason: fault })) : [],
  ),
  ...(written.hasRoles ? [] : rolesOf(written.sounds)),
  ...(fields && !isByField ? [leftOut('fields')] : []),
  ...leftOutOfPixels(pixels),
  ...(written.dropped > 0 ? [leftOut('frames', written.dropped)] : []),
  ...(written.excess ? beyondLimit(written.excess.bytes, written.excess.maxBytes) : []),
  ...(timecode && !written.hasTimecode ? [leftOut('timecode', 1, [formatTimecode(timecode)])] : []),
  ...others,
]

/** What a part cut from a clip lacks, by the facts of both. */
export const leftOutOfPart = (
  { sounds = [], others = [], timecode, fields, isByField, ...pixels }: ClipFacts,
  { sounds: kept = [], timecode: begun }: ClipFacts,
): readonly LeftOut[] => {
  const keptOf = ({ title, language }: SoundTrack) =>
    kept.find((sound) => sound.title === title && sound.language === language)
  return [
    ...(kept.length < sounds.length ? listed(sounds.filter((sound) => !keptOf(sound))) : []),
    ...rolesOf(sounds.filter((sound) => keptOf(sound)?.roles === undefined)),
    ...(fields && !isByField ? [leftOut('fields')] : []),
    ...leftOutOfPixels(pixels),
    ...(timecode && !begun ? [leftOut('timecode', 1, [formatTimecode(timecode)])] : []),
    ...others,
  ]
}

const leftOutOfPixels = ({ bits = 8, colors }: Pick<VideoFacts, 'bits' | 'colors'>): readonly LeftOut[] => [
  ...(bits > 8 ? [leftOut('bits', bits - 8)] : []),
  ...(colors ? [leftOut(colors === 'hdr' ? 'hdr' : 'colors')] : []),
]

const listed = (sounds: readonly SoundTrack[]): readonly LeftOut[] =>
  sounds.length > 0 ? [leftOut('sound_tracks', sounds.length, trackNames(sounds))] : []

const rolesOf = (sounds: readonly SoundTrack[]): readonly LeftOut[] => {
  const marked = sounds.filter(({ roles }) => roles)
  return marked.length > 0 ? [leftOut('sound_roles', marked.length, trackNames(marked))] : []
}

/** The titles of tracks, or else their languages. */
export const trackNames = (
  tracks: readonly { readonly title: string; readonly language: string }[],
): readonly string[] =>
  tracks
    .map(({ title, language }) => title || (language === noLanguage ? '' : language))
    .filter((name) => name !== '')
