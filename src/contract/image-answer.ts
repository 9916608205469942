import type { ComputeDevice } from './compute-device.ts'
import type { LeftOut } from './left-out.ts'
import { limits } from './limits.ts'
import { imageFormats } from './output-formats.ts'

declare global {
  /** Merges with the platform's `Blob`; this layer compiles without platform types. */
  interface Blob {
    readonly size: number
    readonly type: string
  }
}

/** The result of an image request. */
export type ImageAnswer = {
  readonly image: Blob
  readonly facts: ImageFacts
  /** Absent if the service does not provide it. */
  readonly placement?: ImagePlacement
}

/** Where a result lies in its source; only this device provides it. */
export type ImagePlacement = {
  /** The displayed source, in pixels. */
  readonly source: { readonly width: number; readonly height: number }
  /** The part of the source shown, in its pixels; it may extend beyond the source. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** The device of the network. */
  readonly device: ComputeDevice
  /** Whether a cached matte was used, so that the network did not run. */
  readonly reused: boolean
  /**
   * Set if the picture has colours outside sRGB: `displayP3` if all fit into Display P3, `madeDisplayP3` if some were
   * clipped, `madeSrgb` if its profile has tables, so that the browser converted all to sRGB.
   */
  readonly colors?: 'displayP3' | 'madeDisplayP3' | 'madeSrgb'
  /** False if nothing of the picture remains (D-14). */
  readonly hasSubject: boolean
  /**
   * Probability that the network's matte is wrong (IoU with the true one below 0.90), 0 to 1; absent after edits.
   * Detects faults better than the confidence of D-18, which ignores small subjects.
   */
  readonly risk?: number
  /** What the file has and the result lacks; absent if nothing. */
  readonly leftOut?: readonly LeftOut[]
  /** The most uncertain places of the matte, largest first; absent after edits. */
  readonly places?: readonly UncertainPlace[]
}

/** Risk from which a matte needs a look: a third of the photos (docs/performance.md). */
export const maxRisk = 0.4

/** A box, in fractions of the source, where part of the subject may be missing or half transparent. */
export type UncertainPlace = {
  readonly kind: 'missing' | 'seeThrough'
  readonly box: ImagePlacement['box']
}

/** Headers of an image answer (Spec, Image result). */
export type ImageFacts = {
  /** Null if the service did not send it, or CORS hides it; so for the numbers below. */
  readonly request_id: string | null
  readonly processing_ms: number | null
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** 0 to 1; 1: a fully decisive matte (D-18). */
  readonly confidence: number | null
  /** Share of pixels with alpha between 0.1 and 0.9, 0 to 1 (D-18). */
  readonly ambiguous_ratio: number | null
  readonly content_type: ImageContentType
}

/** The MIME type of an image result. */
type ImageContentType = (typeof imageFormats)[keyof typeof imageFormats]['mime']

/** Parsed headers: null if missing, invalid or hidden by CORS. */
type ReadFacts = { readonly [Name in keyof ImageFacts]: ImageFacts[Name] | null }

/** Headers for pages of other origins, listed in `Access-Control-Expose-Headers`. */
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

/** The headers of facts; a null fact has none. */
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

/** Parses the headers of any answer; never throws, never yields NaN. */
export const fromHeaders = (headers: { get(name: string): string | null }): ReadFacts => ({
  request_id: headers.get('X-Request-ID') || null,
  processing_ms: numberFrom(headers.get('X-Processing-Time-Ms')),
  width: sideFrom(headers.get('X-Image-Width')),
  height: sideFrom(headers.get('X-Image-Height')),
  confidence: ratioFrom(headers.get('X-Matte-Confidence')),
  ambiguous_ratio: ratioFrom(headers.get('X-Matte-Ambiguous-Ratio')),
  content_type: contentTypeFrom(headers.get('Content-Type')),
})
