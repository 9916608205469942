import sharp from 'sharp'
import { expect, test } from 'vitest'
import { backgroundFault } from '#studio/state/background-fault.ts'
import { maxKeptPictures, openBackgroundPictures } from '#studio/state/background-pictures.ts'

/** Node has no Cache API. */
const memoryCaches = () => {
  const kept = new Map<string, Blob>()
  const cache = {
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    match: async ({ url }: Request) => new Response(kept.get(url)),
    put: async (address: string, answer: Response) => void kept.set(address, await answer.blob()),
    delete: async ({ url }: Request) => kept.delete(url),
  }
  return { open: async () => cache as unknown as Cache, kept }
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

test('background pictures survive a reload under their ids', async () => {
  const storage = memoryCaches()
  const first = openBackgroundPictures(() => storage)
  const [wall, beach] = [await fileOf('png', 'red'), await fileOf('webp', 'blue')]
  const ids = [first.add(wall), first.add(beach)]
  expect(first.get().get(ids[0] ?? '')).toBe(wall)
  await expect.poll(() => storage.kept.size).toBe(2)
  const second = openBackgroundPictures(() => storage)
  await expect.poll(() => ids.map((id) => second.get().get(id)?.size)).toEqual([wall.size, beach.size])
})

test('the latest fifty background pictures are kept', async () => {
  const storage = memoryCaches()
  const pictures = openBackgroundPictures(() => storage)
  const wall = await fileOf('png', 'red')
  const ids = Array.from({ length: maxKeptPictures + 2 }, () => pictures.add(wall))
  const isKept = (id: string | undefined) => [...storage.kept.keys()].some((url) => url.endsWith(`/${id}`))
  await expect.poll(() => isKept(ids.at(-1))).toBe(true)
  expect([storage.kept.size, isKept(ids[1]), isKept(ids[2])]).toEqual([maxKeptPictures, false, true])
})

test('a picture of a job is held once', async () => {
  const pictures = openBackgroundPictures(memoryCaches)
  const wall = await fileOf('png', 'red')
  const id = pictures.hold(wall)
  expect(pictures.hold(wall.slice())).toBe(id)
  expect(pictures.hold(await fileOf('webp', 'red'))).not.toBe(id)
})

test('refused storage loses nothing but the next visit', async () => {
  const pictures = openBackgroundPictures(() => {
    throw new DOMException('Forbidden', 'SecurityError')
  })
  const id = pictures.add(new Blob(['a wall']))
  expect(await pictures.get().get(id)?.text()).toBe('a wall')
})
