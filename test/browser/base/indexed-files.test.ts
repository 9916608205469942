import { afterEach, expect, test, vi } from 'vitest'
import { maxIndexedBytes, openIndexedRoot } from '#base/indexed-files.ts'
import { isMissing, namesIn, openFolder, openOpfsRoot, orNull } from '#base/opfs.ts'
import { openOpfsSink } from '#codecs/video/write/file-sinks.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await (await openIndexedRoot()).removeEntry('indexed', { recursive: true }).catch(() => {})
})

const openRoot = openIndexedRoot
const folder = () => openFolder('indexed/inner', { create: true, openRoot })

const textOf = async (path: FileSystemDirectoryHandle, name: string) =>
  (await (await path.getFileHandle(name)).getFile()).text()

test('a browser without its own file system gets files in IndexedDB', async () => {
  vi.spyOn(navigator.storage, 'getDirectory').mockRejectedValue(new DOMException('', 'SecurityError'))
  const sink = await openOpfsSink('indexed/results/a.webm')
  await sink.write(new TextEncoder().encode('one two'), 0)
  await sink.write(new TextEncoder().encode('ten'), 4)
  await sink.close()
  const results = await openFolder('indexed/results', { openRoot: openOpfsRoot })
  expect(await textOf(results, 'a.webm')).toBe('one ten')
})

test('a folder lists its own entries, and is deleted with them', async () => {
  const inner = await folder()
  expect(await orNull(openFolder('indexed/inner', { openRoot }))).toBeNull()
  await inner.getFileHandle('b', { create: true })
  const deeper = await inner.getDirectoryHandle('c', { create: true })
  await deeper.getFileHandle('d', { create: true })
  await (await openFolder('indexed', { openRoot })).getFileHandle('inner0', { create: true })
  expect((await namesIn(inner)).sort()).toEqual(['b', 'c'])

  const outer = await openFolder('indexed', { openRoot })
  await outer.removeEntry('inner', { recursive: true })
  expect(await namesIn(outer)).toEqual(['inner0'])
  const again = await outer.removeEntry('inner').catch((thrown: unknown) => thrown)
  expect(isMissing(again)).toBe(true)
})

test('indexed files that would be too large leave nothing behind', async () => {
  const inner = await folder()
  const handle = await inner.getFileHandle('large', { create: true })
  const file = await handle.createWritable()
  const piece = new Uint8Array(maxIndexedBytes / 2 + 1)
  await new Blob([piece]).stream().pipeTo(file)
  const second = await (await inner.getFileHandle('second', { create: true })).createWritable()
  await expect(new Blob([piece]).stream().pipeTo(second)).rejects.toMatchObject({
    name: 'QuotaExceededError',
  })
  expect((await (await inner.getFileHandle('second')).getFile()).size).toBe(0)
})

test('an indexed file tells when it was last written', async () => {
  const inner = await folder()
  const handle = await inner.getFileHandle('old', { create: true })
  vi.spyOn(Date, 'now').mockReturnValue(1000)
  await new Blob(['one']).stream().pipeTo(await handle.createWritable())
  vi.spyOn(Date, 'now').mockReturnValue(5000)
  expect(await handle.getFile()).toMatchObject({ size: 3, lastModified: 1000 })
})

test('an indexed file that cannot be renamed stays', async () => {
  const inner = await folder()
  const handle = await inner.getFileHandle('whole.part', { create: true })
  await new Blob(['one']).stream().pipeTo(await handle.createWritable())
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('out of memory', 'DataCloneError')
  })
  const moved = (handle as FileSystemFileHandle & { move(name: string): Promise<void> }).move('whole')
  await expect(moved).rejects.toMatchObject({ name: 'DataCloneError' })
  vi.restoreAllMocks()
  expect(await textOf(inner, 'whole.part')).toBe('one')
})
