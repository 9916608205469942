import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Announcer, createAnnouncer } from '#studio/state/announcer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const textsOf = ({ get }: Announcer) => get().map(({ text }) => text)

test('a text is still there when another change is announced', () => {
  const announcer = createAnnouncer()
  announcer.announce('1 picture taken out')
  announcer.announce('b.jpg: Starting')
  vi.advanceTimersByTime(200)
  announcer.announce('b.jpg: Cutting out')
  expect(textsOf(announcer)).toEqual(['1 picture taken out', 'b.jpg: Starting', 'b.jpg: Cutting out'])
  vi.runAllTimers()
  expect(textsOf(announcer)).toEqual([])
})

test('the same text twice is two announcements', () => {
  const announcer = createAnnouncer()
  announcer.announce('Saved')
  announcer.announce('Saved')
  const [first, second] = announcer.get()
  expect(first?.id).not.toBe(second?.id)
})

test('a warning is announced once and stays until it is dismissed', () => {
  const { get, warn, warnings } = createAnnouncer()
  warn('No room left.')
  warn('No room left.')
  expect([warnings.get(), get().map(({ text }) => text)]).toEqual([['No room left.'], ['No room left.']])
  warnings.set([])
  warn('No room left.')
  expect(warnings.get()).toEqual(['No room left.'])
})
