import { isImageKind } from '#contract/file-kinds.ts'
import { spokenStep } from '#studio/features/image/progress.ts'
import { confidenceText, isDoubtful, placesText } from '#studio/features/image/result-confidence.ts'
import { errorSentence, errorText, isFileAtFault } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { spokenRetry } from '#studio/sending/sending-text.ts'
import { answerOf, type QueueItem, type QueueState } from './queue-state.ts'

const { states, announcements: texts } = messages.image

/** The state of an item in a word or two. */
export const pictureStateText = (item: QueueItem): string => {
  if (item.state === 'working') return spokenStep(item.progress)
  return hasDoubtfulResult(item) ? states.doubtful : states[item.state]
}

/** Whether an item is done with a result that the user should check. */
export const hasDoubtfulResult = (item: QueueItem): boolean => {
  const answer = answerOf(item)
  return item.state === 'done' && answer !== null && isDoubtful(answer)
}

/**
 * What screen readers are told when the queue changes; null where nothing important changed. Only the first change
 * that is found is announced.
 */
export const queueAnnouncement = (before: QueueState, after: QueueState): string | null => {
  const added = after.items.length - before.items.length
  if (added > 0) return texts.added(added)
  if (added < 0)
    return after.items.length === 0
      ? texts.allRemoved(messages.app.undo.how)
      : texts.removed(-added, messages.app.undo.how)
  for (const item of after.items) {
    const old = before.items.find(({ id }) => id === item.id)
    const change = old && old !== item ? changeText(old, item) : null
    if (change) return texts.of(item.name, change)
  }
  return null
}

const changeText = (old: QueueItem, item: QueueItem): string | null => {
  const { retry } = item.progress ?? {}
  if (retry && retry.attempt !== old.progress?.retry?.attempt) return spokenRetry(retry)
  if (item.state === 'working' && (old.state !== 'working' || old.progress?.step !== item.progress?.step))
    return spokenStep(item.progress)
  if (old.state === item.state) return null
  const answer = answerOf(item)
  if (item.state === 'done' && answer)
    return texts.done(
      answer.facts.confidence === null ? null : confidenceText(answer.facts),
      hasDoubtfulResult(item) ? placesText(answer) : null,
    )
  if (item.state === 'unsent') return texts.unsent
  if (item.state === 'failed') return texts.failed(errorSummary(item))
  return item.state === 'cancelled' ? texts.cancelled : null
}

const errorSummary = ({ error, runLocation, fileKind }: QueueItem): string => {
  if (!error) return ''
  if (runLocation === 'service') return errorText(error, { at: 'service', kind: 'image' }).title
  // The sentences of these errors are for programs: they name a form field.
  if (isFileAtFault(error) || !isImageKind(fileKind)) return errorText(error, { at: 'image', fileKind }).title
  return errorSentence(error)
}
