import { spokenStage } from '#studio/features/image/progress.ts'
import { confidenceText, isDoubtful } from '#studio/features/image/result-confidence.ts'
import { errorSentence, errorText } from '#studio/messages/error-text.ts'
import { countText } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { spokenRetry } from '#studio/sending/sending-text.ts'
import { answerOf, type QueueItem, type QueueState } from './queue-state.ts'

/** The state of an item in a word or two. */
export const stateText = (item: QueueItem): string => {
  const answer = answerOf(item)
  switch (item.state) {
    case 'unsent':
      return 'Ready to send'
    case 'waiting':
      return 'Waiting'
    case 'working':
      return spokenStage(item.progress)
    case 'done':
      return answer && isDoubtful(answer.facts) ? 'Needs a look' : 'Done'
    case 'failed':
      return 'Did not work'
    case 'cancelled':
      return 'Stopped'
  }
}

/**
 * What to say aloud when the queue went from one state to the next; null where nothing is worth a
 * word. One sentence at a time: the last change counts.
 */
export const queueAnnouncement = (before: QueueState, after: QueueState): string | null => {
  const added = after.items.length - before.items.length
  if (added > 0) return `${countText(added, 'picture')} added`
  if (added < 0)
    return `${after.items.length === 0 ? 'All pictures' : countText(-added, 'picture')} taken out. ${messages.app.undo.how}`
  for (const item of after.items) {
    const old = before.items.find(({ id }) => id === item.id)
    const said = old && old !== item ? changeText(old, item) : null
    if (said) return said
  }
  return null
}

const changeText = (old: QueueItem, item: QueueItem): string | null => {
  const { retry } = item.progress ?? {}
  if (retry && retry.attempt !== old.progress?.retry?.attempt) return `${item.name}: ${spokenRetry(retry)}`
  if (item.state === 'working' && (old.state !== 'working' || old.progress?.step !== item.progress?.step))
    return `${item.name}: ${spokenStage(item.progress)}`
  if (old.state === item.state) return null
  const answer = answerOf(item)
  if (item.state === 'done' && answer) {
    const { confidence } = answer.facts
    const look = isDoubtful(answer.facts) ? '. Needs a look' : ''
    return `${item.name}: done${confidence === null ? '' : `. Confidence ${confidenceText(answer.facts)}`}${look}`
  }
  if (item.state === 'unsent') return `${item.name}: ready to send`
  if (item.state === 'failed') return `${item.name}: did not work. ${faultText(item)}`.trim()
  return item.state === 'cancelled' ? `${item.name}: stopped` : null
}

const faultText = ({ error, place }: QueueItem): string => {
  if (!error) return ''
  return place === 'service' ? errorText(error, { at: 'service', kind: 'image' }).title : errorSentence(error)
}
