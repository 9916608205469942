import { expect, test, vi } from 'vitest'
import { isolatePage, type PageFacts } from '#service/api-bridge/isolate-page.ts'

const tab = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const notIsolated: PageFacts = { isolated: false, controlled: true, isBusy: false }

const reloads = (facts: PageFacts, guard = tab()): number => {
  const reload = vi.fn()
  expect(isolatePage(facts, guard, reload)).toBe(reload.mock.calls.length > 0)
  return reload.mock.calls.length
}

test('a page that a service worker can isolate is reloaded, once', () => {
  const guard = tab()
  expect(reloads(notIsolated, guard)).toBe(1)
  expect(reloads(notIsolated, guard)).toBe(0)
})

test('a tab may be reloaded again after it was isolated', () => {
  const guard = tab()
  expect(reloads(notIsolated, guard)).toBe(1)
  expect(reloads({ ...notIsolated, isolated: true }, guard)).toBe(0)
  expect(reloads(notIsolated, guard)).toBe(1)
})

test.each<[string, Partial<PageFacts>]>([
  ['is isolated already', { isolated: true }],
  ['has no service worker to add the headers', { controlled: false }],
  ['is being worked with', { isBusy: true }],
  ['runs in a browser that knows no isolation', { isolated: undefined }],
])('a page that %s stays as it is', (_, facts) => {
  expect(reloads({ ...notIsolated, ...facts })).toBe(0)
})

test('without storage the page is not reloaded', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(reloads(notIsolated, { getItem: refuse, setItem: refuse, removeItem: refuse })).toBe(0)
})
