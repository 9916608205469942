import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import type { Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import type { LibraryEvent } from '#library/items/library-event.ts'
import { announceEvents } from '#studio/items/announcements.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { mediaKind, plainItem, plainRecipe } from '#support/open-items.ts'

const error = new ServiceError('internal_server_error', { reason: 'storage_refused' })
const item: Item = plainItem('a', { name: 'a.png' })
const found = { counts: { image: 2 }, bytes: 1, untilMs: 1, isPutAway: false }

test.each<[LibraryEvent, string]>([
  [{ type: 'undone', step: { what: ['background'], items: [item] } }, 'Undone: Background of a.png'],
  [{ type: 'undone', step: { what: ['background', 'size'], items: [item, item] } }, 'Settings of 2 image'],
  [{ type: 'undone', step: { what: 'removal', items: [item] } }, 'a.png taken out'],
  [{ type: 'redone', step: { what: 'edit', items: [item] } }, 'Done again: Edit of a.png'],
  [{ type: 'editsRestored', name: 'a.png' }, 'a.png'],
  [{ type: 'editsUnreadable', name: 'a.png', error }, 'Warning: .*a.png'],
  [{ type: 'editsNotKept', error }, 'Warning: .*could not store it'],
  [{ type: 'itemsFound', found }, '2 image'],
  [{ type: 'itemsNotKept', error }, 'Warning: .*could not store it'],
  [{ type: 'keepingStopped' }, 'deleted'],
])('%j is announced', (event, text) => {
  const list = createItemList<MediaKind>()
  list.register(mediaKind({ name: 'image', firstRecipe: plainRecipe, create: () => Promise.reject() }))
  const said: string[] = []
  const announcer = {
    announce: (each: string) => void said.push(each),
    note: (each: string) => void said.push(each),
    warn: (each: string) => void said.push(`Warning: ${each}`),
  }
  announceEvents(announcer, list)(event)
  expect(said).toEqual([expect.stringMatching(text)])
})
