import { Ban, Check, CircleAlert, Clock, CloudUpload, LoaderCircle, TriangleAlert } from 'lucide-react'
import { isDoubtful } from '#studio/features/image/words/facts-words.ts'
import { answerOf, type QueueItem } from './queue-state.ts'

/** The state of an item as a sign; its words stand beside it. */
export function StateMark({ item }: { readonly item: QueueItem }) {
  const look = { size: 13, strokeWidth: 2.25, 'aria-hidden': true, className: 'shrink-0' } as const
  const answer = answerOf(item)
  switch (item.state) {
    case 'unsent':
      return <CloudUpload {...look} />
    case 'waiting':
      return <Clock {...look} />
    case 'working':
      return <LoaderCircle {...look} className="shrink-0 animate-spin" />
    case 'done':
      return answer && isDoubtful(answer.facts) ? <TriangleAlert {...look} /> : <Check {...look} />
    case 'failed':
      return <CircleAlert {...look} />
    case 'cancelled':
      return <Ban {...look} />
  }
}

/** The colour of an item's state. */
export const stateColor = (item: QueueItem): string => {
  const answer = answerOf(item)
  if (item.state === 'failed') return 'text-fault'
  if (item.state === 'done') return answer && isDoubtful(answer.facts) ? 'text-doubt' : 'text-mark'
  return 'text-ink-faint'
}
