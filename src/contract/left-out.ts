import * as v from 'valibot'
import { type Reason, reasonText } from './error-reasons.ts'

/**
 * What a file may hold besides the one picture or clip that is read of it. In results: `pictures` are further pictures
 * of a file, or of an animation of which one is taken; `motion` is the clip of a motion photo; `bits` are those of a
 * sample above 8; `sound_roles` mark tracks as commentary and the like; `byte_limit` is that of a messenger or recipe,
 * which the smallest file exceeds.
 */
const leftOutKinds = [
  'sound_tracks',
  'sound_roles',
  'video_tracks',
  'subtitles',
  'chapters',
  'timecode',
  'attachments',
  'data_tracks',
  'fields',
  'frames',
  'pictures',
  'pages',
  'layers',
  'channels',
  'depth',
  'gain_map',
  'motion',
  'colors',
  'bits',
  'hdr',
  'byte_limit',
] as const

/** The name of something that a result lacks. */
export type LeftOutKind = (typeof leftOutKinds)[number]

/** What a file has and its result lacks: plain data, which is sent and stored. */
export type LeftOut = {
  readonly kind: LeftOutKind
  /** How many of them. */
  readonly count: number
  /** Titles or languages by which people tell them apart; empty where the file gives none. */
  readonly names: readonly string[]
  /** Why, where it could not be read or written; absent where the result has no place for it. */
  readonly reason?: Reason
}

/** One thing that a result lacks. */
export const leftOut = (kind: LeftOutKind, count = 1, names: readonly string[] = []): LeftOut => ({
  kind,
  count,
  names,
})

/** The limit of bytes that a file exceeds; nothing where it keeps to it. */
export const beyondLimit = (bytes: number, maxBytes = Number.POSITIVE_INFINITY): readonly LeftOut[] =>
  bytes > maxBytes
    ? [{ ...leftOut('byte_limit'), reason: { reason: 'file_beyond_limit', params: { bytes, maxBytes } } }]
    : []

/** Absent where nothing is left out. */
export const withLeftOut = (leftOut: readonly LeftOut[]): { readonly leftOut?: readonly LeftOut[] } =>
  leftOut.length > 0 ? { leftOut } : {}

/** The list as it is stored. */
export const leftOutSchema = v.array(
  v.object({
    kind: v.picklist(leftOutKinds),
    count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    names: v.array(v.string()),
    reason: v.exactOptional(v.custom<Reason>((reason) => typeof reason === 'object' && reason !== null)),
  }),
)

/**
 * The value of the header `X-Left-Out`, a list of structured fields (RFC 9651): `sound-tracks;count=1;names="Mic",
 * timecode;count=1`. What a string of such a field cannot hold, characters outside of printable ASCII, is
 * percent-encoded, and so is the percent sign. Null for an empty list.
 */
export const toLeftOutHeader = (list: readonly LeftOut[]): string | null =>
  list.map(itemText).join(', ') || null

const itemText = ({ kind, count, names, reason }: LeftOut): string =>
  [
    kind.replaceAll('_', '-'),
    `count=${count}`,
    ...(names.length > 0 ? [`names=${fieldText(names.join(', '))}`] : []),
    ...(reason ? [`reason=${fieldText(reasonText(reason))}`] : []),
  ].join(';')

const fieldText = (text: string): string => `"${encodedText(text).replaceAll(/["\\]/g, '\\$&')}"`

const encodedText = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\x20-\x24\x26-\x7e]/gu, encodeURIComponent)
