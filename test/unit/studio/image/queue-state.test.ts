import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import {
  advanceQueue,
  countStates,
  emptyQueue,
  neighbour,
  nextWaiting,
  type QueueEvent,
} from '#studio/features/image/queue/queue-state.ts'

const pictures = ['a', 'b', 'c'].map((id) => ({ id, file: new Blob([id]), name: `${id}.jpg` }))
const after = (...events: QueueEvent[]) => events.reduce(advanceQueue, emptyQueue)
const added: QueueEvent = { type: 'added', pictures }

test('the first picture that comes in is selected, later ones are not', () => {
  expect(after(added).selectedId).toBe('a')
  expect(
    after({ type: 'added', pictures: pictures.slice(1) }, { type: 'added', pictures: pictures.slice(0, 1) })
      .selectedId,
  ).toBe('b')
})

test('the selected picture is worked on before those that came earlier', () => {
  expect(nextWaiting(after(added), 'device')?.id).toBe('a')
  expect(nextWaiting(after(added, { type: 'selected', id: 'c' }), 'device')?.id).toBe('c')
  expect(
    nextWaiting(after(added, { type: 'selected', id: 'c' }, { type: 'cancelled', id: 'c' }), 'device')?.id,
  ).toBe('a')
})

test('removing the selected picture selects the one that takes its place, or the last', () => {
  expect(after(added, { type: 'removed', id: 'a' }).selectedId).toBe('b')
  expect(after(added, { type: 'selected', id: 'c' }, { type: 'removed', id: 'c' }).selectedId).toBe('b')
  expect(after(added, { type: 'removed', id: 'b' }).selectedId).toBe('a')
  expect(after(added, ...pictures.map(({ id }): QueueEvent => ({ type: 'removed', id })))).toEqual(emptyQueue)
})

test('a retried picture waits again, without its old error', () => {
  const failed: QueueEvent = { type: 'failed', id: 'a', error: new ServiceError('upstream_error') }
  const [item] = after(added, failed).items
  expect(item?.error?.code).toBe('upstream_error')
  expect(after(added, failed, { type: 'retried', id: 'a' }).items[0]).toMatchObject({
    state: 'waiting',
    error: null,
  })
})

test('an event for a picture that is gone changes nothing', () => {
  const state = after(added, { type: 'removed', id: 'a' })
  expect(advanceQueue(state, { type: 'progressed', id: 'a', progress: { step: 'cut', ratio: 0.5 } })).toBe(
    state,
  )
  expect(advanceQueue(state, { type: 'selected', id: 'a' })).toBe(state)
})

test('next goes through all pictures and around the end', () => {
  const state = after(added)
  expect(neighbour(state, 1)).toBe('b')
  expect(neighbour(state, -1)).toBe('c')
  expect(neighbour(emptyQueue, 1)).toBeNull()
})

test('every state is counted', () => {
  const state = after(added, { type: 'started', id: 'a' }, { type: 'cancelled', id: 'b' })
  expect(countStates(state.items)).toEqual({
    unsent: 0,
    waiting: 1,
    working: 1,
    done: 0,
    failed: 0,
    cancelled: 1,
  })
})
