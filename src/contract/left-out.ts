import * as v from 'valibot'
import { type Reason, reasonText } from './error-reasons.ts'

/**
 * Kinds of content that a result can lack. `pictures`: further pictures of a file, or of an animation; `motion`: the
 * clip of a motion photo; `bits`: those of a sample above 8; `sound_roles`: tracks marked as commentary and the like;
 * `byte_limit`: the limit of a messenger or recipe, which the smallest file exceeds.
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

export type LeftOutKind = (typeof leftOutKinds)[number]

/** What a file has and its result lacks: plain data. */
export type LeftOut = {
  readonly kind: LeftOutKind
  readonly count: number
  /** Titles or languages of the items; empty if the file has none. */
  readonly names: readonly string[]
  /** Why it could not be read or written; absent if the format has no place for it. */
  readonly reason?: Reason
}

/** Creates an entry. */
export const leftOut = (kind: LeftOutKind, count = 1, names: readonly string[] = []): LeftOut => ({
  kind,
  count,
  names,
})

/** The entry for a file beyond a byte limit; empty if it is within. */
export const beyondLimit = (bytes: number, maxBytes = Number.POSITIVE_INFINITY): readonly LeftOut[] =>
  bytes > maxBytes
    ? [{ ...leftOut('byte_limit'), reason: { reason: 'file_beyond_limit', params: { bytes, maxBytes } } }]
    : []

/** The property `leftOut`, absent if the list is empty. */
export const withLeftOut = (leftOut: readonly LeftOut[]): { readonly leftOut?: readonly LeftOut[] } =>
  leftOut.length > 0 ? { leftOut } : {}

/** Schema of the stored list. */
export const leftOutSchema = v.array(
  v.object({
    kind: v.picklist(leftOutKinds),
    count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    names: v.array(v.string()),
    reason: v.exactOptional(v.custom<Reason>((reason) => typeof reason === 'object' && reason !== null)),
  }),
)

/**
 * The header `X-Left-Out`, a list of structured fields (RFC 9651): `sound-tracks;count=1;names="Mic",
 * timecode;count=1`. Characters other than printable ASCII, and percent signs, are percent-encoded. Null for an empty
 * list.
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
