import sharp from 'sharp'
import { expect, test } from 'vitest'
import { backgroundFault } from '#studio/state/background-fault.ts'
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

const fileOf = async (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif', background: string) => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } })
  return new Blob([new Uint8Array(await picture.toFormat(format).toBuffer())])
}

test('a background is refused when it is chosen, as its worker would', async () => {
  for (const format of ['png', 'jpeg', 'webp'] as const)
    expect(await backgroundFault(await fileOf(format, 'red'))).toBeNull()
  for (const format of ['gif', 'avif'] as const)
    expect(await backgroundFault(await fileOf(format, 'red'))).toBe('kind')
  expect(await backgroundFault(new Blob(['no picture']))).toBe('kind')
  const huge = Buffer.from(await (await fileOf('png', 'red')).arrayBuffer())
  huge.writeUInt32BE(20_000, 16)
  huge.writeUInt32BE(20_000, 20)
  expect(await backgroundFault(new Blob([huge]))).toBe('pixels')
})

test('a kept background that no worker takes is not restored', async () => {
  const storage = memoryCaches()
  openBackgroundPicture(() => storage).set({ picture: await fileOf('gif', 'red') })
  await expect.poll(() => storage.kept.size).toBe(1)
  const store = openBackgroundPicture(() => storage)
  await expect.poll(storage.reads).toBe(2)
  expect(store.get().picture).toBeNull()
})

test('the background picture survives a reload until it is removed', async () => {
  const storage = memoryCaches()
  const first = openBackgroundPicture(() => storage)
  const wall = await fileOf('png', 'red')
  first.set({ picture: wall })
  await expect.poll(() => storage.kept.size).toBe(1)
  const second = openBackgroundPicture(() => storage)
  await expect.poll(() => second.get().picture?.size).toBe(wall.size)
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
