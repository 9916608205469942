import { afterEach, expect, test, vi } from 'vitest'
import { createModuleHolder, createSharedModules } from '#channel/shared-modules.ts'

const compiled = new WebAssembly.Module(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))

afterEach(() => {
  vi.useRealTimers()
})

test('what one worker compiled another one gets', async () => {
  const holder = createModuleHolder()
  const [first, second] = [createSharedModules(), createSharedModules()]
  first.attach(holder)
  second.attach(holder)
  expect(await second.get('a')).toBeUndefined()
  first.put('a', compiled)
  expect([await second.get('a'), await second.get('b')]).toEqual([compiled, undefined])
})

test('without a page, or with one that fails, nothing is shared', async () => {
  const modules = createSharedModules()
  modules.put('a', compiled)
  expect(await modules.get('a')).toBeUndefined()
  const fault = () => Promise.reject(new Error('gone'))
  modules.attach({ get: fault, put: fault })
  modules.put('a', compiled)
  expect(await modules.get('a')).toBeUndefined()
})

test('a module that never arrives is not waited for', async () => {
  vi.useFakeTimers()
  const modules = createSharedModules()
  modules.attach({ get: () => new Promise(() => {}), put: () => {} })
  const answer = modules.get('a')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await answer).toBeUndefined()
})
