import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import {
  advanceQueue,
  countStates,
  emptyQueue,
  nextWaiting,
  type QueueEvent,
} from '#studio/features/image/queue/queue-state.ts'

const pictures = ['a', 'b', 'c'].map((id) => ({
  id,
  file: new Blob([id]),
  name: `${id}.jpg`,
  fileKind: 'jpeg' as const,
}))
const after = (...events: QueueEvent[]) => events.reduce(advanceQueue, emptyQueue)
const added: QueueEvent = { type: 'added', pictures }

test('the preferred picture is worked on before earlier ones', () => {
  expect(nextWaiting(after(added), 'device')?.id).toBe('a')
  expect(nextWaiting(after(added), 'device', 'c')?.id).toBe('c')
  expect(nextWaiting(after(added, { type: 'cancelled', id: 'c' }), 'device', 'c')?.id).toBe('a')
})

test('removing all pictures leaves the empty queue', () => {
  expect(after(added, ...pictures.map(({ id }): QueueEvent => ({ type: 'removed', id })))).toEqual(emptyQueue)
})

test('a retried picture waits again without its error', () => {
  const failed: QueueEvent = { type: 'failed', id: 'a', error: new ServiceError('upstream_error') }
  const [item] = after(added, failed).items
  expect(item?.error?.code).toBe('upstream_error')
  expect(after(added, failed, { type: 'retried', id: 'a' }).items[0]).toMatchObject({
    state: 'waiting',
    error: null,
  })
})

test('an event for a removed picture changes nothing', () => {
  const state = after(added, { type: 'removed', id: 'a' })
  expect(advanceQueue(state, { type: 'progressed', id: 'a', progress: { step: 'cut', ratio: 0.5 } })).toBe(
    state,
  )
  expect(advanceQueue(state, { type: 'removed', id: 'a' })).toBe(state)
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

test('edits belong to one picture and survive its removal', () => {
  const change = { type: 'value', name: 'feather', value: 3, isContinued: false } as const
  const edited = after(added, { type: 'edited', id: 'b', change })
  expect(edited.items.map((item) => item.edits.present.feather)).toEqual([0, 3, 0])
  const [, item] = edited.items
  if (!item) throw new Error('no item')
  const removed = advanceQueue(edited, { type: 'removed', id: 'b' })
  const restored = advanceQueue(removed, { type: 'restored', removed: [{ item, at: 1 }] })
  expect(restored.items[1]?.edits).toBe(item.edits)
})

test('edits of an earlier visit come back', () => {
  const change = { type: 'value', name: 'feather', value: 3, isContinued: false } as const
  const [, earlier] = after(added, { type: 'edited', id: 'b', change }).items
  if (!earlier) throw new Error('no item')
  const restore: QueueEvent = { type: 'editsRestored', id: 'a', edits: earlier.edits }
  expect(after(added, restore).items[0]?.edits).toBe(earlier.edits)
})
