import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { advancePicture, newPicture, nextWaiting, type PictureEvent } from '#library/pictures/picture-item.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'

const pictureOf = (id: string) =>
  newPicture({ id, file: new Blob([id]), name: `${id}.jpg`, fileKind: 'jpeg' }, 'device', defaultRecipe)
const [a, b, c] = [pictureOf('a'), pictureOf('b'), pictureOf('c')]
const after = (...events: PictureEvent[]) => events.reduce(advancePicture, a)

test('the preferred picture is worked on before earlier ones', () => {
  expect(nextWaiting([a, b, c], 'device')).toBe(a)
  expect(nextWaiting([a, b, c], 'device', 'c')).toBe(c)
  expect(nextWaiting([a, b, advancePicture(c, { type: 'stopped' })], 'device', 'c')).toBe(a)
})

test('a retried picture waits again without its error', () => {
  const failed: PictureEvent = { type: 'failed', error: new ServiceError('upstream_error') }
  expect(after(failed).error?.code).toBe('upstream_error')
  expect(after(failed, { type: 'retried' })).toMatchObject({ phase: 'waiting', error: null })
})

test('edits of an earlier visit come back', () => {
  const change = { type: 'value', name: 'feather', value: 3, isContinued: false } as const
  const { edits } = advancePicture(b, { type: 'edited', change })
  expect(edits.present.feather).toBe(3)
  expect(after({ type: 'editsRestored', edits }).edits).toBe(edits)
  expect(after({ type: 'edited', change: { type: 'undo' } })).toBe(a)
})
