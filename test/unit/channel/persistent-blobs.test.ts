import { expect, test } from 'vitest'
import { createBlobHolder, createPersistentBlobs } from '#channel/persistent-blobs.ts'

/** A worker's Blobs, attached to what the page holds. */
const attached = (holder: ReturnType<typeof createBlobHolder>) => {
  const blobs = createPersistentBlobs()
  const member = holder.join(blobs.follow)
  blobs.attach(holder.held, member.keep)
  return { blobs, leave: member.leave }
}

test('two workers see what the other one puts and deletes', async () => {
  const holder = createBlobHolder()
  const one = attached(holder)
  const other = attached(holder)
  const blob = new Blob(['matte'])
  await one.blobs.put('a', blob)
  expect(await other.blobs.get('a')).toBe(blob)
  await other.blobs.delete('a')
  expect(await one.blobs.get('a')).toBeUndefined()
  expect(holder.held.size).toBe(0)
})

test('the successor of a worker takes over all that is held', async () => {
  const holder = createBlobHolder()
  const first = attached(holder)
  await first.blobs.put('a', new Blob(['1']))
  first.leave()
  await attached(holder).blobs.put('b', new Blob(['2']))
  expect((await attached(holder).blobs.list()).map(({ key }) => key)).toEqual(['a', 'b'])
  expect(await first.blobs.get('b')).toBeUndefined()
})
