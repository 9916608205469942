import { messages } from '#studio/messages/messages.ts'
import { findItem, type Item } from './item.ts'
import type { ItemList } from './item-list.ts'
import { countsText, titleText } from './list-text.ts'

const texts = messages.items.announcements

/**
 * What screen readers are told when the list changes; null where nothing important changed. Only the first change that is
 * found is announced.
 */
export const listAnnouncement = (
  before: readonly Item[],
  after: readonly Item[],
  list: Pick<ItemList, 'kinds' | 'kindOf'>,
): string | null => {
  const { how } = messages.app.undo
  const known = new Set(before)
  const changed = after.filter((item) => !known.has(item))
  const added = changed.filter(({ id }) => !findItem(before, id))
  const news = changed.flatMap((item) => {
    const text = list.kindOf(item).announce(findItem(before, item.id), item)
    return text ? [texts.of(item.name, text)] : []
  })
  if (added.length > 0) return news[0] ?? texts.added(countsText(added, list))
  if (before.length === after.length) return news[0] ?? null
  const left = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !left.has(id))
  return after.length === 0
    ? texts.allRemoved(titleText(removed, list), how)
    : texts.removed(countsText(removed, list), how)
}

/** Announces the changes of the list for as long as the page is open. */
export function announceList(list: ItemList, announce: (text: string) => void): void {
  let before = list.get().items
  list.subscribe(() => {
    const after = list.get().items
    const text = listAnnouncement(before, after, list)
    before = after
    if (text) announce(text)
  })
}
