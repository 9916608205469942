import { expect, test } from 'vitest'
import type { FileKind } from '#contract/file-kinds.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import { queueAnnouncement } from '#studio/features/image/queue/announcements.ts'
import { advanceQueue, emptyQueue, type QueueEvent } from '#studio/features/image/queue/queue-state.ts'
import { inMemoryService } from '#support/in-memory-service.ts'

const pictures = ['a', 'b'].map((id) => ({
  id,
  file: new Blob([id]),
  name: `${id}.jpg`,
  fileKind: 'jpeg' as const,
}))
const added: QueueEvent = { type: 'added', pictures }

/** What is said about the last of `events`. */
const said = (...events: QueueEvent[]) => {
  const before = events.slice(0, -1).reduce(advanceQueue, emptyQueue)
  const last = events.at(-1)
  return last ? queueAnnouncement(before, advanceQueue(before, last)) : null
}

test('added and removed pictures are announced with their number', () => {
  expect(said(added)).toBe('2 pictures added')
  expect(said(added, { type: 'removed', id: 'a' })).toBe('1 picture taken out. Ctrl Z puts it back')
  expect(said(added, { type: 'cleared' })).toBe('All pictures taken out. Ctrl Z puts it back')
})

test('each step is announced once, and growing numbers are not', () => {
  const cut: QueueEvent = { type: 'progressed', id: 'a', progress: { step: 'cut', ratio: 0.2 } }
  const more: QueueEvent = { type: 'progressed', id: 'a', progress: { step: 'cut', ratio: 0.3 } }
  expect(said(added, { type: 'started', id: 'a' })).toBe('a.jpg: Starting')
  expect(said(added, { type: 'started', id: 'a' }, cut)).toBe('a.jpg: Cutting out')
  expect(said(added, { type: 'started', id: 'a' }, cut, more)).toBeNull()
})

test('finished, failed and stopped pictures are announced with the reason', async () => {
  const [picture] = pictures
  const answer = await inMemoryService().removeImage(picture?.file ?? new Blob(), defaultImageOptions)
  const doubtful = { ...answer, facts: { ...answer.facts, confidence: 0.5 } }
  expect(said(added, { type: 'finished', id: 'a', answer })).toBe('a.jpg: done. Confidence 0.97, sure')
  expect(said(added, { type: 'finished', id: 'a', answer: doubtful })).toMatch(/\. Needs a look$/)
  expect(said(added, { type: 'cancelled', id: 'a' })).toBe('a.jpg: stopped')
  const error = new ServiceError('upstream_error', { message: 'No network.' })
  expect(said(added, { type: 'failed', id: 'a', error })).toBe('a.jpg: did not work. No network.')
})

test('an event that changes no picture is not announced', () => {
  expect(
    said(added, { type: 'locationChosen', ids: ['b'], runLocation: 'device', isForNext: false }),
  ).toBeNull()
})

test('a file that is no picture is announced by what it is', () => {
  const failed = (fileKind: FileKind, error: ServiceError) => {
    const picture = { id: 'e', file: new Blob(), name: 'e.jpg', fileKind }
    return said({ type: 'added', pictures: [picture] }, { type: 'failed', id: 'e', error })
  }
  expect(failed('empty', new ServiceError('missing_image'))).toBe('e.jpg: did not work. This file is empty')
  const refused = (kind: FileKind) =>
    failed(
      kind,
      new ServiceError('validation_error', {
        reason: 'image_kind_refused',
        params: { kind },
        fields: ['image_file'],
      }),
    )
  expect(refused('unknown')).toBe('e.jpg: did not work. This file could not be read as a picture')
  expect(refused('psd')).toBe('e.jpg: did not work. This is a Photoshop file')
  expect(failed('cr3', new ServiceError('image_too_large'))).toBe(
    "e.jpg: did not work. This is a camera's raw photo (Canon CR3)",
  )
})
