import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { createItemList } from '#library/items/item-list.ts'
import type { LibraryEvent } from '#library/items/library-event.ts'
import { announceEvents } from '#studio/items/announcements.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { mediaKind, plainRecipe } from '#support/open-items.ts'

const error = new ServiceError('internal_server_error', { reason: 'storage_refused' })
const found = { counts: { image: 2 }, bytes: 1, untilMs: 1 }

test.each<[LibraryEvent, string]>([
  [{ type: 'undone' }, 'Undone'],
  [{ type: 'redone' }, 'Done again'],
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
    warn: (each: string) => void said.push(`Warning: ${each}`),
  }
  announceEvents(announcer, list)(event)
  expect(said).toEqual([expect.stringMatching(text)])
})
