import { isImageKind } from '#contract/file-kinds.ts'
import { answerOf, type PictureItem } from '#library/pictures/picture-item.ts'
import { announcedStep } from '#studio/features/image/progress.ts'
import { confidenceText, isUncertain, placesText } from '#studio/features/image/result-confidence.ts'
import { errorSentence, errorText, isFileAtFault } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { announcedRetry } from '#studio/messages/sending-text.ts'

const { states, announcements: texts } = messages.image

/** The state of an item in a word or two. */
export const pictureStateText = (item: PictureItem): string => {
  if (item.phase === 'working') return announcedStep(item.progress)
  if (item.phase === 'done' && item.look) return states.firstLook
  if (item.phase === 'done' && item.isLookedAt) return states.kept
  if (item.phase === 'done' && isMended(item)) return states.edited
  if (lacksSubject(item)) return states.noSubject
  return hasUncertainResult(item) ? states.uncertain : states[item.phase]
}

/** Whether the user has edited the result, so that its estimated doubt is obsolete. */
export const isMended = ({ edits }: Pick<PictureItem, 'edits'>): boolean => edits.present.list.length > 0

/** Whether a finished, unedited result is empty. */
export const lacksSubject = (item: PictureItem): boolean =>
  item.phase === 'done' && !item.look && answerOf(item)?.placement?.hasSubject === false && !isMended(item)

/** Whether a finished result needs a check, and the user has neither accepted nor edited it. */
export const hasUncertainResult = (item: PictureItem): boolean => {
  const answer = answerOf(item)
  const isOpen = item.phase === 'done' && !item.look && !item.isLookedAt && !isMended(item)
  return isOpen && answer !== null && (isUncertain(answer) || lacksSubject(item))
}

/** The uncertainty of a result, 0 to 1, checked or not. */
export const pictureDoubt = (item: PictureItem): number => {
  const { facts, placement } = answerOf(item) ?? {}
  if (lacksSubject(item)) return 1
  return placement?.risk ?? 1 - (facts?.confidence ?? 1)
}

/** `Needs a look: half see-through at the top left` */
export const reviewText = (item: PictureItem): string => {
  const answer = answerOf(item)
  const places = answer && hasUncertainResult(item) ? placesText(answer) : ''
  return `${pictureStateText(item)}${places && `: ${places}`}`
}

/** The announcement of a picture's change; null if there is no news. */
export const pictureNews = (old: PictureItem | null, item: PictureItem): string | null => {
  if (!old) return null
  const { retry } = item.progress ?? {}
  if (retry && retry.attempt !== old.progress?.retry?.attempt) return announcedRetry(retry)
  if (item.phase === 'working' && (old.phase !== 'working' || old.progress?.step !== item.progress?.step))
    return announcedStep(item.progress)
  if (item.phase === 'done' && old.look !== item.look) {
    if (!old.look) return texts.firstLook
    if (!item.look) return texts.better
    if (item.look.better) return texts.betterOffered
  }
  if (old.phase === item.phase) return null
  const answer = answerOf(item)
  if (lacksSubject(item)) return texts.noSubject
  if (item.phase === 'done' && answer)
    return texts.done(
      answer.facts.confidence === null ? null : confidenceText(answer),
      hasUncertainResult(item) ? placesText(answer) : null,
    )
  if (item.phase === 'ready') return texts.ready
  if (item.phase === 'failed') return texts.failed(errorSummary(item))
  return item.phase === 'stopped' ? texts.stopped : null
}

const errorSummary = ({ error, runLocation, fileKind }: PictureItem): string => {
  if (!error) return ''
  if (runLocation === 'service') return errorText(error, { at: 'service', kind: 'image' }).title
  // These errors' own sentences are for programs: they name a form field.
  if (isFileAtFault(error) || !isImageKind(fileKind)) return errorText(error, { at: 'image', fileKind }).title
  return errorSentence(error)
}
