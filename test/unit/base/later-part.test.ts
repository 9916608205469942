import { expect, test, vi } from 'vitest'
import { laterPart, laterStore } from '#base/later-part.ts'
import { createStore } from '#base/store.ts'

test('a part is loaded once, and watched until it is there', async () => {
  const greet = () => 'hello'
  const open = vi.fn(async () => greet)
  const part = laterPart(open)
  const onChange = vi.fn()
  part.subscribe(onChange)
  expect([part.get(), open.mock.calls.length]).toEqual([null, 0])
  expect(await Promise.all([part.load(), part.load()])).toEqual([greet, greet])
  expect([part.get(), open.mock.calls.length, onChange.mock.calls.length]).toEqual([greet, 1, 1])
})

test('a part that failed to load is asked for anew', async () => {
  const open = vi.fn(async () => 1)
  open.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const part = laterPart(open)
  await expect(part.load()).rejects.toThrow('Failed to fetch')
  expect(part.get()).toBeNull()
  await expect.poll(() => part.load().catch(() => null)).toBe(1)
})

test('a later store is that store once it is there', async () => {
  const part = laterPart(async () => createStore({ count: 1 }))
  const store = laterStore(part)
  expect(() => store.get()).toThrow('before it was opened')
  await part.load()
  store.set({ count: 2 })
  expect([store.get(), part.get()?.get()]).toEqual([{ count: 2 }, { count: 2 }])
})
