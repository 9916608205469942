import * as v from 'valibot'

/** Formats for writing frames as single files. Only this device writes them; the API has no parameter. */
export const sequenceFormats = {
  png8: { label: 'PNG', extension: 'png', folder: 'png', usualAlpha: 'straight' },
  png16: { label: '16-bit PNG', extension: 'png', folder: 'png16', usualAlpha: 'straight' },
  exr: { label: 'EXR', extension: 'exr', folder: 'exr', usualAlpha: 'premultiplied' },
} as const

/** Whether colours are multiplied by alpha. */
export const alphaForms = ['straight', 'premultiplied'] as const

type SequenceFormat = keyof typeof sequenceFormats

/** How colours are stored with transparency. */
export type AlphaForm = (typeof alphaForms)[number]

/** The format names, never empty. */
export const sequenceFormatNames = Object.keys(sequenceFormats) as [SequenceFormat, ...SequenceFormat[]]

/** Schema of how a clip's frames are written. */
export const frameSequenceSchema = v.object({
  format: v.fallback(v.picklist(sequenceFormatNames), 'png8'),
  alpha: v.fallback(v.picklist(alphaForms), 'straight'),
  /** Whether frames are numbered by the source's timecode, in frames since midnight, if it has one. */
  isTimecoded: v.exactOptional(v.literal(true)),
})

/** How a clip's frames are written. */
export type FrameSequence = Readonly<v.InferOutput<typeof frameSequenceSchema>>

/** A format with the alpha that its readers expect. */
export const usualSequence = (format: SequenceFormat): FrameSequence => ({
  format,
  alpha: sequenceFormats[format].usualAlpha,
})
