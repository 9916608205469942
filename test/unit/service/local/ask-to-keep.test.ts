import { expect, test, vi } from 'vitest'
import { openAskToKeep } from '#service/local/ask-to-keep.ts'

test('the browser is asked once, and may refuse', () => {
  const persist = vi.fn(() => Promise.reject(new TypeError('refused')))
  const ask = openAskToKeep(() => ({ persist }))
  expect(persist).not.toHaveBeenCalled()
  ask()
  ask()
  expect(persist).toHaveBeenCalledTimes(1)
  openAskToKeep(() => undefined)()
})
