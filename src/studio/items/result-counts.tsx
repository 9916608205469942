import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import type { PageList } from './media-kind.ts'
import { type ResultGroup, type ReviewStore, resultGroups } from './review-state.ts'
import { groupOf, listedGroup } from './reviewed-items.ts'

const texts = messages.items.list

type Props = { readonly list: PageList; readonly review: ReviewStore }

/** Lists only one group of results, or all again. Hidden items are no longer chosen. */
export const toggleGroup = ({ list, review }: Props, group: ResultGroup): void => {
  list.chooseNone()
  review.set((state) => {
    const listed = listedGroup(list.get().items, state, list)
    return { ...state, group: listed === group ? null : group }
  })
}

/** The number of results of each group. A press lists only that group, a second press all. */
export function ResultCounts({ list, review }: Props) {
  const { items } = useStore(list)
  const listed = listedGroup(items, useStore(review), list)
  const groups = items.map((item) => groupOf(item, list))
  return resultGroups.map((group) => {
    const count = groups.filter((each) => each === group).length
    return count === 0 ? null : (
      <button
        key={group}
        type="button"
        aria-pressed={listed === group}
        onClick={() => toggleGroup({ list, review }, group)}
        className={`touchable figures h-6 rounded-xs px-1.5 text-xs inset-ring inset-ring-line-strong hover:inset-ring-ink-faint aria-pressed:bg-ink aria-pressed:text-on-ink aria-pressed:inset-ring-ink ${colors[group]}`}
      >
        {texts.groups[group](count)}
      </button>
    )
  })
}

const colors: Readonly<Record<ResultGroup, string>> = {
  done: 'text-ink-soft',
  look: 'text-uncertain',
  failed: 'text-fault',
}
