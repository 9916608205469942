import * as v from 'valibot'

/** The files that the frames of a clip are written as, one each. No parameter of the API names them: only this device writes them. */
export const sequenceFormats = {
  png8: { label: 'PNG', extension: 'png', folder: 'png' },
  png16: { label: 'PNG 16', extension: 'png', folder: 'png16' },
  exr: { label: 'EXR', extension: 'exr', folder: 'exr' },
} as const

/** Whether colours are multiplied with their alpha. */
export const alphaForms = ['straight', 'premultiplied'] as const

/** A format of single frames. */
export type SequenceFormat = keyof typeof sequenceFormats

/** How colours beside transparency are written. */
export type AlphaForm = (typeof alphaForms)[number]

/** The names of the formats of frames, never empty. */
export const sequenceFormatNames = Object.keys(sequenceFormats) as [SequenceFormat, ...SequenceFormat[]]

/** How the frames of a clip are written. */
export const frameSequenceSchema = v.object({
  format: v.fallback(v.picklist(sequenceFormatNames), 'png8'),
  alpha: v.fallback(v.picklist(alphaForms), 'straight'),
})

/** How the frames of a clip are written. */
export type FrameSequence = Readonly<v.InferOutput<typeof frameSequenceSchema>>
