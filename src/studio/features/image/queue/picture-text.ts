import { isImageKind } from '#contract/file-kinds.ts'
import { answerOf, type PictureItem } from '#library/pictures/picture-item.ts'
import { spokenStep } from '#studio/features/image/progress.ts'
import { confidenceText, isDoubtful, placesText } from '#studio/features/image/result-confidence.ts'
import { errorSentence, errorText, isFileAtFault } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { spokenRetry } from '#studio/sending/sending-text.ts'

const { states, announcements: texts } = messages.image

/** The state of an item in a word or two. */
export const pictureStateText = (item: PictureItem): string => {
  if (item.phase === 'working') return spokenStep(item.progress)
  if (item.phase === 'done' && item.look) return states.firstLook
  return hasDoubtfulResult(item) ? states.doubtful : states[item.phase]
}

/** Whether an item is done with a result that the user should check. */
export const hasDoubtfulResult = (item: PictureItem): boolean => {
  const answer = answerOf(item)
  return item.phase === 'done' && !item.look && answer !== null && isDoubtful(answer)
}

/** What screen readers are told of a change of a picture; null where it is no news. */
export const pictureNews = (old: PictureItem | null, item: PictureItem): string | null => {
  if (!old) return null
  const { retry } = item.progress ?? {}
  if (retry && retry.attempt !== old.progress?.retry?.attempt) return spokenRetry(retry)
  if (item.phase === 'working' && (old.phase !== 'working' || old.progress?.step !== item.progress?.step))
    return spokenStep(item.progress)
  if (item.phase === 'done' && old.look !== item.look) {
    if (!old.look) return texts.firstLook
    if (!item.look) return texts.better
    if (item.look.better) return texts.betterOffered
  }
  if (old.phase === item.phase) return null
  const answer = answerOf(item)
  if (item.phase === 'done' && answer)
    return texts.done(
      answer.facts.confidence === null ? null : confidenceText(answer),
      hasDoubtfulResult(item) ? placesText(answer) : null,
    )
  if (item.phase === 'ready') return texts.ready
  if (item.phase === 'failed') return texts.failed(errorSummary(item))
  return item.phase === 'stopped' ? texts.stopped : null
}

const errorSummary = ({ error, runLocation, fileKind }: PictureItem): string => {
  if (!error) return ''
  if (runLocation === 'service') return errorText(error, { at: 'service', kind: 'image' }).title
  // The sentences of these errors are for programs: they name a form field.
  if (isFileAtFault(error) || !isImageKind(fileKind)) return errorText(error, { at: 'image', fileKind }).title
  return errorSentence(error)
}
