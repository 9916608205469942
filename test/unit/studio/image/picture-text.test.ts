import { expect, test } from 'vitest'
import type { FileKind } from '#contract/file-kinds.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import { advanceEdits } from '#library/history/edit-history.ts'
import {
  advancePicture,
  newPicture,
  type PictureEvent,
  type PictureItem,
} from '#library/pictures/picture-item.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import {
  hasUncertainResult,
  lacksSubject,
  pictureDoubt,
  pictureNews,
  pictureStateText,
} from '#studio/features/image/queue/picture-text.ts'
import { inMemoryService } from '#support/in-memory-service.ts'

const pictureOf = (id: string, fileKind: FileKind = 'jpeg') =>
  newPicture({ id, file: new Blob([id]), name: `${id}.jpg`, fileKind }, 'device', defaultRecipe)
const a = pictureOf('a')

/** What is said about the last of the events of a picture. */
const said = (...events: PictureEvent[]) => saidOf(a, ...events)
const saidOf = (picture: PictureItem, ...events: PictureEvent[]) => {
  const last = events.pop()
  const before = events.reduce(advancePicture, picture)
  return last ? pictureNews(before, advancePicture(before, last)) : null
}

test('each step is announced once, and growing numbers are not', () => {
  const cut: PictureEvent = { type: 'progressed', progress: { step: 'cut', ratio: 0.2 } }
  const more: PictureEvent = { type: 'progressed', progress: { step: 'cut', ratio: 0.3 } }
  expect(said({ type: 'started' })).toBe('Starting')
  expect(said({ type: 'started' }, cut)).toBe('Cutting out')
  expect(said({ type: 'started' }, cut, more)).toBeNull()
})

test('finished, failed and stopped pictures are announced with the reason', async () => {
  const answer = await inMemoryService().removeImage(a.file, defaultImageOptions)
  const uncertain = { ...answer, facts: { ...answer.facts, confidence: 0.5 } }
  expect(said({ type: 'finished', answer })).toBe('done. Confidence 0.97, sure')
  expect(said({ type: 'finished', answer: uncertain })).toMatch(/\. Needs a look$/)
  expect(said({ type: 'stopped' })).toBe('stopped')
  const error = new ServiceError('upstream_error', { message: 'No network.' })
  expect(said({ type: 'failed', error })).toBe('did not work. No network.')
})

test('a picture of which nothing is left is no sure result', async () => {
  const answer = await inMemoryService().removeImage(a.file, defaultImageOptions)
  const placement = answer.placement && { ...answer.placement, hasSubject: false }
  const empty: PictureEvent = { type: 'finished', answer: { ...answer, ...(placement && { placement }) } }
  expect(said(empty)).toBe('no subject found. Draw around it with the lasso')
  const done = advancePicture(a, empty)
  expect([pictureStateText(done), hasUncertainResult(done), lacksSubject(done)]).toEqual([
    ...['No subject found', true, true],
  ])
  const edits = advanceEdits(done.edits, { type: 'add', edit: { kind: 'click', mode: 'keep', x: 1, y: 1 } })
  expect(lacksSubject({ ...done, edits })).toBe(false)
})

test('what a person has kept or mended needs no look', async () => {
  const answer = await inMemoryService().removeImage(a.file, defaultImageOptions)
  const finished: PictureEvent = {
    type: 'finished',
    answer: { ...answer, facts: { ...answer.facts, confidence: 0.5 } },
  }
  const done = advancePicture(a, finished)
  const kept = { ...done, isLookedAt: true }
  const edits = advanceEdits(done.edits, { type: 'add', edit: { kind: 'click', mode: 'keep', x: 1, y: 1 } })
  const all = [done, kept, { ...done, edits }, advancePicture(kept, finished)]
  expect(all.map(hasUncertainResult)).toEqual([true, false, false, true])
  expect(all.map(pictureStateText)).toEqual(['Needs a look', 'Kept', 'Edited', 'Needs a look'])
  expect(all.map(pictureDoubt)).toEqual([0.5, 0.5, 0.5, 0.5])
})

test('an event that changes no picture is not announced', () => {
  expect(said({ type: 'locationChosen', runLocation: 'device' })).toBeNull()
})

test('a file that is no picture is announced by what it is', () => {
  const failed = (fileKind: FileKind, error: ServiceError) =>
    saidOf(pictureOf('e', fileKind), { type: 'failed', error })
  expect(failed('empty', new ServiceError('missing_image'))).toBe('did not work. This file is empty')
  const refused = (kind: FileKind) =>
    failed(
      kind,
      new ServiceError('validation_error', {
        reason: 'image_kind_refused',
        params: { kind },
        fields: ['image_file'],
      }),
    )
  expect(refused('unknown')).toBe('did not work. This file could not be read as a picture')
  expect(refused('psd')).toBe('did not work. This is a Photoshop file that cannot be read')
  expect(failed('cr3', new ServiceError('image_too_large'))).toBe(
    "did not work. This is a camera's raw photo (Canon CR3)",
  )
})
