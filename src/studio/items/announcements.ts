import type { ServiceError } from '#contract/service-error.ts'
import { findItem, type Item } from '#library/items/item.ts'
import type { OnLibraryEvent, SteppedChange } from '#library/items/library-event.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import type { Announcer } from '#studio/state/announcer.ts'
import { countsText, foundText, titleText } from './list-text.ts'
import type { PageList } from './media-kind.ts'

const texts = messages.items.announcements

/**
 * The announcement of a change of the list; null if nothing important changed. Only the first change found is
 * announced.
 */
export const listAnnouncement = (
  before: readonly Item[],
  after: readonly Item[],
  list: Pick<PageList, 'kinds' | 'kindOf'>,
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

/** Announces changes of the list while the page is open. */
export function announceList(list: PageList, announce: (text: string) => void): void {
  let before = list.get().items
  list.subscribe(() => {
    const after = list.get().items
    const text = listAnnouncement(before, after, list)
    before = after
    if (text) announce(text)
  })
}

const edits = messages.image.edit
const kept = messages.items.kept

/** Announces events of the library, and shows errors. */
export const announceEvents =
  (
    { announce, note, warn }: Pick<Announcer, 'announce' | 'note' | 'warn'>,
    list: Pick<PageList, 'kinds' | 'kindOf'>,
  ): OnLibraryEvent =>
  (event) => {
    switch (event.type) {
      case 'undone':
      case 'redone':
        return note(texts[event.type](stepText(event.step, list)))
      case 'editsRestored':
        return announce(`${edits.restored(event.name)} ${edits.restoredHint}`)
      case 'editsUnreadable':
        return warn(edits.notRestored(event.name, sentence(event.error)))
      case 'editsNotKept':
        return warn(edits.notKept(sentence(event.error)))
      case 'itemsFound':
        return announce(kept.found(foundText(event.found, list)))
      case 'itemsNotKept':
        return warn(kept.notKept(sentence(event.error)))
      case 'keepingStopped':
        return announce(kept.stopped)
    }
  }

/** `Background of fox.jpg`, `Edit of 3 pictures` */
const stepText = ({ what, items }: SteppedChange, list: Pick<PageList, 'kinds' | 'kindOf'>): string => {
  const [first, ...others] = items
  const whom = first && others.length === 0 ? first.name : countsText(items, list)
  if (what === 'removal') return texts.removal(whom)
  if (what === 'edit' || what === 'look' || what === 'part') return texts.step(texts[what], whom)
  const [part, ...more] = what
  return texts.step(part && more.length === 0 ? messages.items.settings.parts[part] : texts.settings, whom)
}

const sentence = (error: ServiceError | null): string => (error ? errorSentence(error) : '')
