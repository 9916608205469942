import { expect, test } from 'vitest'
import type { FileKind } from '#contract/file-kinds.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import { queueAnnouncement } from '#studio/features/image/queue/announcements.ts'
import {
  advancePicture,
  newPicture,
  type PictureEvent,
  type QueueItem,
} from '#studio/features/image/queue/queue-state.ts'
import { inMemoryService } from '#support/in-memory-service.ts'

const pictureOf = (id: string, fileKind: FileKind = 'jpeg') =>
  newPicture({ id, file: new Blob([id]), name: `${id}.jpg`, fileKind }, 'device')
const [a, b] = [pictureOf('a'), pictureOf('b')]
const none = { items: [] }
const both = { items: [a, b] }

/** What is said about the last of the events of a picture. */
const said = (first: PictureEvent, ...others: PictureEvent[]) => saidOf(a, first, ...others)
const saidOf = (picture: QueueItem, ...events: PictureEvent[]) => {
  const last = events.pop()
  const before = events.reduce(advancePicture, picture)
  return last ? queueAnnouncement({ items: [before, b] }, { items: [advancePicture(before, last), b] }) : null
}

test('added and removed pictures are announced with their number', () => {
  expect(queueAnnouncement(none, both)).toBe('2 pictures added')
  expect(queueAnnouncement(both, { items: [b] })).toBe('1 picture taken out. Ctrl Z puts it back')
  expect(queueAnnouncement(both, none)).toBe('All pictures taken out. Ctrl Z puts it back')
})

test('each step is announced once, and growing numbers are not', () => {
  const cut: PictureEvent = { type: 'progressed', progress: { step: 'cut', ratio: 0.2 } }
  const more: PictureEvent = { type: 'progressed', progress: { step: 'cut', ratio: 0.3 } }
  expect(said({ type: 'started' })).toBe('a.jpg: Starting')
  expect(said({ type: 'started' }, cut)).toBe('a.jpg: Cutting out')
  expect(said({ type: 'started' }, cut, more)).toBeNull()
})

test('finished, failed and stopped pictures are announced with the reason', async () => {
  const answer = await inMemoryService().removeImage(a.file, defaultImageOptions)
  const doubtful = { ...answer, facts: { ...answer.facts, confidence: 0.5 } }
  expect(said({ type: 'finished', answer })).toBe('a.jpg: done. Confidence 0.97, sure')
  expect(said({ type: 'finished', answer: doubtful })).toMatch(/\. Needs a look$/)
  expect(said({ type: 'cancelled' })).toBe('a.jpg: stopped')
  const error = new ServiceError('upstream_error', { message: 'No network.' })
  expect(said({ type: 'failed', error })).toBe('a.jpg: did not work. No network.')
})

test('an event that changes no picture is not announced', () => {
  expect(said({ type: 'locationChosen', runLocation: 'device' })).toBeNull()
})

test('a file that is no picture is announced by what it is', () => {
  const failed = (fileKind: FileKind, error: ServiceError) =>
    saidOf(pictureOf('e', fileKind), { type: 'failed', error })
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
  expect(refused('psd')).toBe('e.jpg: did not work. This is a Photoshop file that cannot be read')
  expect(failed('cr3', new ServiceError('image_too_large'))).toBe(
    "e.jpg: did not work. This is a camera's raw photo (Canon CR3)",
  )
})
