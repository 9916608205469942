import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnnouncer } from '#studio/state/announcer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is announced in one task is joined', () => {
  const { get, announce } = createAnnouncer()
  announce('a.jpg: done. Needs a look')
  announce('b.jpg: Starting')
  expect(get()).toEqual({ text: 'a.jpg: done. Needs a look. b.jpg: Starting', turn: 1 })
})

test('a later text replaces the one before, even the same one', () => {
  const { get, announce } = createAnnouncer()
  announce('Saved')
  vi.runAllTimers()
  announce('Saved')
  expect(get()).toEqual({ text: 'Saved', turn: 2 })
})
