import * as v from 'valibot'

/**
 * The files that the frames of a clip are written as, one each. No parameter of the API names them: only this device
 * writes them.
 */
export const sequenceFormats = {
  png8: { label: 'PNG', extension: 'png', folder: 'png', usualAlpha: 'straight' },
  png16: { label: '16-bit PNG', extension: 'png', folder: 'png16', usualAlpha: 'straight' },
  exr: { label: 'EXR', extension: 'exr', folder: 'exr', usualAlpha: 'premultiplied' },
} as const

/** Whether colours are multiplied with their alpha. */
export const alphaForms = ['straight', 'premultiplied'] as const

/** A format of single frames. */
type SequenceFormat = keyof typeof sequenceFormats

/** How colours beside transparency are written. */
export type AlphaForm = (typeof alphaForms)[number]

/** The names of the formats of frames, never empty. */
export const sequenceFormatNames = Object.keys(sequenceFormats) as [SequenceFormat, ...SequenceFormat[]]

/** How the frames of a clip are written. */
export const frameSequenceSchema = v.object({
  format: v.fallback(v.picklist(sequenceFormatNames), 'png8'),
  alpha: v.fallback(v.picklist(alphaForms), 'straight'),
  /** Frames are numbered by the timecode of the source, in frames since midnight, where it has one. */
  isTimecoded: v.exactOptional(v.literal(true)),
})

/** How the frames of a clip are written. */
export type FrameSequence = Readonly<v.InferOutput<typeof frameSequenceSchema>>

/** Frames in a format, with the alpha that its readers expect. */
export const usualSequence = (format: SequenceFormat): FrameSequence => ({
  format,
  alpha: sequenceFormats[format].usualAlpha,
})
