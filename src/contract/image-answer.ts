import type { ComputeDevice } from './compute-device.ts'
import type { LeftOut } from './left-out.ts'
import { limits } from './limits.ts'
import { imageFormats } from './output-formats.ts'

declare global {
  /** Merges with the platform's own; this layer, which compiles without any platform, sees only this much. */
  interface Blob {
    readonly size: number
    readonly type: string
  }
}

/** The result of an image request: the encoded image and what the headers say of it. */
export type ImageAnswer = {
  readonly image: Blob
  readonly facts: ImageFacts
  /** Where the result lies in the source; absent where the service does not say. */
  readonly placement?: ImagePlacement
}

/** Where a result lies in its source; only this device tells it. */
export type ImagePlacement = {
  /** The source as displayed, in pixels. */
  readonly source: { readonly width: number; readonly height: number }
  /** The part of the source that the result shows, in source pixels; may reach past the source. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** What computed it. */
  readonly device: ComputeDevice
  /** Whether the matte came from an earlier request, so that the network did not run. */
  readonly reused: boolean
  /**
   * Where the picture has colours that sRGB does not have: they are kept in Display P3, clipped where even that does
   * not have them. `madeSrgb` where its profile has tables, so that the browser converted all. Absent where all are in
   * sRGB.
   */
  readonly colors?: 'displayP3' | 'madeDisplayP3' | 'madeSrgb'
  /** False where nothing is left of the picture (D-14). */
  readonly hasSubject: boolean
  /**
   * The probability that the network's matte is wrong (IoU with the true one below 0.90), from 0 to 1; absent where the
   * result was edited. It says more of faults than the confidence of D-18, for which a small subject is never
   * uncertain.
   */
  readonly risk?: number
  /** What the file has and the result lacks; absent where that is nothing. */
  readonly leftOut?: readonly LeftOut[]
  /** Where the matte is in most uncertainty, the largest place first; absent as `risk` is. */
  readonly places?: readonly UncertainPlace[]
}

/** The risk of a matte beyond which it needs a look: a third of the photos, as docs/performance.md says. */
export const maxRisk = 0.4

/** A place where part of the subject may be missing or half transparent, as a box in fractions of the source. */
export type UncertainPlace = {
  readonly kind: 'missing' | 'seeThrough'
  readonly box: ImagePlacement['box']
}

/** What the headers of an image answer say (Spec, Image result). */
export type ImageFacts = {
  /** Null where the service did not say, or CORS hides it; as are the other numbers that may be null. */
  readonly request_id: string | null
  /** Milliseconds. */
  readonly processing_ms: number | null
  /** Of the output, in pixels. */
  readonly width: number
  readonly height: number
  /** 0 to 1; 1 = fully decisive mask (D-18). */
  readonly confidence: number | null
  /** 0 to 1; share of the output's pixels with alpha between 0.1 and 0.9 (D-18). */
  readonly ambiguous_ratio: number | null
  readonly content_type: ImageContentType
}

/** The MIME type of an image result. */
type ImageContentType = (typeof imageFormats)[keyof typeof imageFormats]['mime']

/** Facts as read: null for every header that is missing, unreadable or hidden by CORS. */
type ReadFacts = { readonly [Name in keyof ImageFacts]: ImageFacts[Name] | null }

/** What a page of another origin may read of an answer; a service lists them in `Access-Control-Expose-Headers`. */
export const exposedHeaders = [
  'X-Request-ID',
  'X-Processing-Time-Ms',
  'X-Image-Width',
  'X-Image-Height',
  'X-Matte-Confidence',
  'X-Matte-Ambiguous-Ratio',
  'X-Matte-Risk',
  'X-Left-Out',
  'Retry-After',
] as const

/** At most 4 decimals (D-18), without trailing zeros. */
export const ratioText = (ratio: number) => String(Number(ratio.toFixed(4)))

/** A fact that is null has no header. */
export const toHeaders = (facts: ImageFacts): [name: string, value: string][] => {
  const { processing_ms, confidence, ambiguous_ratio } = facts
  const headers: [string, string | null][] = [
    ['Content-Type', facts.content_type],
    ['X-Request-ID', facts.request_id],
    ['X-Processing-Time-Ms', processing_ms === null ? null : String(Math.round(processing_ms))],
    ['X-Image-Width', String(facts.width)],
    ['X-Image-Height', String(facts.height)],
    ['X-Matte-Confidence', confidence === null ? null : ratioText(confidence)],
    ['X-Matte-Ambiguous-Ratio', ambiguous_ratio === null ? null : ratioText(ambiguous_ratio)],
  ]
  return headers.filter((header): header is [string, string] => header[1] !== null)
}

const numberFrom = (text: string | null): number | null => {
  if (text === null || text.trim() === '') return null
  const number = Number(text)
  return Number.isFinite(number) && number >= 0 ? number : null
}

const ratioFrom = (text: string | null) => {
  const ratio = numberFrom(text)
  return ratio !== null && ratio <= 1 ? ratio : null
}

const sideFrom = (text: string | null) => {
  const side = numberFrom(text)
  return side !== null && Number.isInteger(side) && side > 0 && side <= limits.image.maxSide ? side : null
}

const contentTypes: readonly string[] = Object.values(imageFormats).map((format) => format.mime)

const isImageContentType = (type: string): type is ImageContentType => contentTypes.includes(type)

const contentTypeFrom = (text: string | null) => {
  const type = text?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return isImageContentType(type) ? type : null
}

/** Reads the facts off any answer's headers; never throws, never yields NaN. */
export const fromHeaders = (headers: { get(name: string): string | null }): ReadFacts => ({
  request_id: headers.get('X-Request-ID') || null,
  processing_ms: numberFrom(headers.get('X-Processing-Time-Ms')),
  width: sideFrom(headers.get('X-Image-Width')),
  height: sideFrom(headers.get('X-Image-Height')),
  confidence: ratioFrom(headers.get('X-Matte-Confidence')),
  ambiguous_ratio: ratioFrom(headers.get('X-Matte-Ambiguous-Ratio')),
  content_type: contentTypeFrom(headers.get('Content-Type')),
})
