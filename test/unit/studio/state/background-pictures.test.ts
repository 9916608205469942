import sharp from 'sharp'
import { expect, test } from 'vitest'
import { backgroundFault } from '#studio/composition/background-fault.ts'
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
  const ids = [await first.add(wall), await first.add(beach)]
  expect(first.get().get(ids[0] ?? '')).toBe(wall)
  await expect.poll(() => storage.kept.size).toBe(2)
  const second = openBackgroundPictures(() => storage)
  await expect.poll(() => ids.map((id) => second.get().get(id)?.size)).toEqual([wall.size, beach.size])
})

test('the latest fifty background pictures are kept', async () => {
  const storage = memoryCaches()
  const pictures = openBackgroundPictures(() => storage)
  const ids: string[] = []
  for (let at = 0; at < maxKeptPictures + 2; at++) ids.push(await pictures.add(new Blob([`wall ${at}`])))
  const isKept = (id: string | undefined) => [...storage.kept.keys()].some((url) => url.endsWith(`/${id}`))
  await expect.poll(() => isKept(ids.at(-1))).toBe(true)
  expect([storage.kept.size, isKept(ids[1]), isKept(ids[2])]).toEqual([maxKeptPictures, false, true])
})

test('pictures are told by their content, not by size and type', async () => {
  const storage = memoryCaches()
  const pictures = openBackgroundPictures(() => storage)
  const [red, blue] = ['red!', 'blue'].map((text) => new Blob([text], { type: 'image/png' }))
  if (!red || !blue) throw new Error('no pictures')
  const id = await pictures.add(red)
  expect(await pictures.add(red.slice(0, red.size, red.type))).toBe(id)
  expect(await pictures.add(blue)).not.toBe(id)
  expect([...pictures.get().values()]).toEqual([red, blue])
  await expect.poll(() => storage.kept.size).toBe(2)
})

test('a picture of a job is there without being kept', async () => {
  const storage = memoryCaches()
  const pictures = openBackgroundPictures(() => storage)
  const wall = new Blob(['a wall'])
  pictures.hold('job', wall)
  pictures.keep('recipe', new Blob(['a beach']))
  await expect.poll(() => storage.kept.size).toBe(1)
  expect(pictures.get().get('job')).toBe(wall)
})

test('refused storage loses nothing but the next visit', async () => {
  const pictures = openBackgroundPictures(() => {
    throw new DOMException('Forbidden', 'SecurityError')
  })
  const id = await pictures.add(new Blob(['a wall']))
  expect(await pictures.get().get(id)?.text()).toBe('a wall')
})
