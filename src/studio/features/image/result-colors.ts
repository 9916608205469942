import type { ImageOptions } from '#contract/image-options.ts'
import type { AnswerFacts } from '#library/pictures/picture-item.ts'
import { messages } from '#studio/messages/messages.ts'

const { colorsIn, colorsWhileEdited } = messages.image.facts

type Shown = {
  readonly answer: AnswerFacts
  /** The first result of the picture on this device. */
  readonly first: AnswerFacts | null
  /** The options for Save. */
  readonly options: Pick<ImageOptions, 'channels'>
  readonly isEditing: boolean
}

/**
 * The colour space of the saved file if sRGB lacks some of the picture's colours; otherwise null. While editing, the
 * picture is shown in sRGB.
 */
export const colorsText = ({ answer, first, options, isEditing }: Shown): string | null => {
  const shown = answer.placement?.colors
  if (shown) return colorsIn[shown]
  const kept = isEditing && options.channels !== 'alpha' && first?.placement?.colors
  if (!kept) return null
  return kept === 'madeSrgb' ? colorsIn[kept] : colorsWhileEdited(colorsIn[kept])
}
