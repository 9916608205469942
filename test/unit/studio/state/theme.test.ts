import { expect, test } from 'vitest'
import { openTheme } from '#studio/state/theme.ts'

const memoryStorage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
}

test('the theme survives a reload', () => {
  const browser = memoryStorage()
  const theme = openTheme(() => browser)
  expect(theme.get()).toEqual({ theme: 'system' })
  theme.set({ theme: 'light' })
  expect(openTheme(() => browser).get()).toEqual({ theme: 'light' })
})

test('what is no theme is that of the system', () => {
  for (const text of ['', 'null', 'darker']) {
    const browser = memoryStorage()
    browser.setItem('clearcut.theme', text)
    expect(openTheme(() => browser).get()).toEqual({ theme: 'system' })
  }
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const theme = openTheme(forbidden)
  theme.set({ theme: 'dark' })
  expect(theme.get()).toEqual({ theme: 'dark' })
})

test('a tab takes over the theme of another', () => {
  const listeners: ((event: { readonly key: string; readonly newValue: string }) => void)[] = []
  const theme = openTheme(memoryStorage, { addEventListener: (_, listener) => listeners.push(listener) })
  for (const listener of listeners) listener({ key: 'clearcut.theme', newValue: 'dark' })
  expect(theme.get()).toEqual({ theme: 'dark' })
})
