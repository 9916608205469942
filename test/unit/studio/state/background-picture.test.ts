import { expect, test } from 'vitest'
import { openBackgroundPicture } from '#studio/state/background-picture.ts'

/** Node has no Cache API. */
const memoryCaches = () => {
  const kept = new Map<string, Blob>()
  let reads = 0
  const cache = {
    match: async (address: string) => {
      reads++
      const blob = kept.get(address)
      return blob && new Response(blob)
    },
    put: async (address: string, answer: Response) => void kept.set(address, await answer.blob()),
    delete: async (address: string) => kept.delete(address),
  }
  return { open: async () => cache as unknown as Cache, kept, reads: () => reads }
}

test('the background picture survives a reload until it is removed', async () => {
  const storage = memoryCaches()
  const first = openBackgroundPicture(() => storage)
  first.set({ picture: new Blob(['a wall']) })
  await expect.poll(() => storage.kept.size).toBe(1)
  const second = openBackgroundPicture(() => storage)
  await expect.poll(() => second.get().picture?.text()).toBe('a wall')
  second.set({ picture: null })
  await expect.poll(() => storage.kept.size).toBe(0)
  const third = openBackgroundPicture(() => storage)
  await expect.poll(storage.reads).toBe(3)
  expect(third.get().picture).toBeNull()
})

test('a picture that is chosen at once wins over the kept one', async () => {
  const storage = memoryCaches()
  openBackgroundPicture(() => storage).set({ picture: new Blob(['old']) })
  await expect.poll(() => storage.kept.size).toBe(1)
  const store = openBackgroundPicture(() => storage)
  store.set({ picture: new Blob(['new']) })
  await expect.poll(() => [...storage.kept.values()][0]?.text()).toBe('new')
  expect(await store.get().picture?.text()).toBe('new')
})

test('refused storage loses nothing but the next visit', async () => {
  const store = openBackgroundPicture(() => {
    throw new DOMException('Forbidden', 'SecurityError')
  })
  store.set({ picture: new Blob(['a wall']) })
  expect(await store.get().picture?.text()).toBe('a wall')
})
