import { expect, test } from 'vitest'
import type { Item, Phase } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { listAnnouncement } from '#studio/items/announcements.ts'
import { countsText, progressText, titleText } from '#studio/items/list-text.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { activeItem } from '#studio/items/tab-progress.ts'
import { messages } from '#studio/messages/messages.ts'
import { mediaKind, plainItem, plainRecipe } from '#support/open-items.ts'

type Listed = Item & { readonly phase: Phase }

const itemOf = (
  id: string,
  phase: Phase = 'done',
  kind = 'image',
  runLocation: 'device' | 'service' = 'device',
): Listed => plainItem(id, { kind, name: `${id}.jpg`, runLocation, phase })

/** A list of pictures and videos. */
const listOf = (...items: Listed[]) => {
  const list = createItemList<MediaKind>()
  const part = {
    firstRecipe: plainRecipe,
    create: () => Promise.reject(),
    phase: ({ phase }: Listed) => phase,
    announce: (before: Listed | null, after: Listed) => (before ? after.phase : null),
  }
  list.register(mediaKind<Listed>({ ...part, name: 'image', texts: messages.image.kind }))
  list.register(mediaKind<Listed>({ ...part, name: 'video', texts: messages.video.kind, isLongWork: true }))
  list.add(items)
  return list
}
const list = listOf()
const [a, b, v] = [itemOf('a'), itemOf('b'), itemOf('v', 'done', 'video')]

test('the title names the kinds that are listed', () => {
  expect(titleText([a, b], list)).toBe('Pictures')
  expect(titleText([v], list)).toBe('Videos')
  expect(titleText([v, a], list)).toBe('Pictures and videos')
  expect(countsText([v, a, b], list)).toBe('2 pictures, 1 video')
})

test('the progress counts what is ready and open', () => {
  const unsent = itemOf('s', 'ready', 'image', 'service')
  const items = [a, b, v, unsent, itemOf('w', 'working'), itemOf('q', 'waiting'), itemOf('f', 'unreadable')]
  expect(progressText(listOf(...items))).toBe('1 ready to send, 2 to go')
  expect(progressText(listOf(itemOf('r', 'ready', 'video'), itemOf('p', 'paused', 'video')))).toBe(
    '1 ready to start, 1 paused',
  )
})

test('added and removed items are announced with their number', () => {
  expect(listAnnouncement([], [a, v], list)).toBe('1 picture, 1 video added')
  expect(listAnnouncement([a, v], [v], list)).toBe('1 picture taken out. Ctrl Z puts it back')
  expect(listAnnouncement([a, b], [], list)).toBe('All pictures taken out. Ctrl Z puts it back')
})

test('a changed item is announced by its kind, with its name', () => {
  const failed: Listed = { ...a, phase: 'failed' }
  expect(listAnnouncement([a, v], [failed, v], list)).toBe('a.jpg: failed')
  expect(listAnnouncement([a, v], [a, v], list)).toBeNull()
})

test('the tab follows the longest work, and none that a pause blocks', () => {
  const [picture, video] = [itemOf('a', 'working'), itemOf('v', 'working', 'video')]
  expect(activeItem([picture, video], list)).toBe(video)
  expect(activeItem([picture, v], list)).toBe(picture)
  const [paused, waiting] = [itemOf('p', 'paused', 'video'), itemOf('q', 'waiting', 'video')]
  expect(activeItem([paused, waiting], list)).toBeNull()
  expect(activeItem([a, waiting], list)).toBe(waiting)
  expect(messages.items.tabTitle(42, 'cat.jpg', 3)).toBe('42 % cat.jpg (+3) · Clearcut Studio')
  expect(messages.items.tabTitle(null, 'cat.jpg', 0)).toBe('… cat.jpg · Clearcut Studio')
})
