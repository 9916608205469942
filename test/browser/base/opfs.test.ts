import { afterEach, expect, test } from 'vitest'
import { maxIndexedBytes, openIndexedRoot } from '#base/indexed-files.ts'
import {
  fileLimitBytes,
  isMissing,
  namesIn,
  openFolder,
  openOpfsRoot,
  orNull,
  splitPath,
  writeWhole,
} from '#base/opfs.ts'

afterEach(async () => {
  for (const openRoot of [openOpfsRoot, openIndexedRoot])
    await (await openRoot()).removeEntry('opfs-test', { recursive: true }).catch(() => {})
})

const folder = () => openFolder('opfs-test/inner', { create: true })

test('a path is split into its folder and its name', () => {
  expect(splitPath('a/b/c.png')).toEqual(['a/b', 'c.png'])
  expect(splitPath('c.png')).toEqual(['', 'c.png'])
})

test('a missing folder is made only on request', async () => {
  expect(await orNull(openFolder('opfs-test/inner'))).toBeNull()
  await folder()
  expect((await openFolder('opfs-test/inner')).name).toBe('inner')
})

test('only what is missing becomes null', async () => {
  await expect(orNull(Promise.reject(new TypeError('broken')))).rejects.toThrow('broken')
  expect(isMissing(new DOMException('', 'NotFoundError'))).toBe(true)
})

/** A file whose text is read while it is written. */
const contentOf = (text: () => Promise<string>) => {
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        controller.enqueue(new TextEncoder().encode(await text()))
        controller.close()
      },
    })
  return { stream } as Blob
}

test.each([
  ['OPFS', openOpfsRoot],
  ['IndexedDB', openIndexedRoot],
])('a file in %s has its name when it is whole', async (_, openRoot) => {
  const inner = await openFolder('opfs-test/inner', { create: true, openRoot })
  let seen: readonly string[] = []
  const content = contentOf(async () => {
    seen = await namesIn(inner)
    return 'abc'
  })
  await writeWhole(inner, { partName: 'a.part', name: 'a' }, content)
  // Chromium writes beside the file first.
  expect(seen).toContain('a.part')
  expect(seen).not.toContain('a')
  expect(await namesIn(inner)).toEqual(['a'])
  expect(await (await (await inner.getFileHandle('a')).getFile()).text()).toBe('abc')
})

test('files are in IndexedDB where OPFS takes no streams', async () => {
  const { createWritable } = FileSystemFileHandle.prototype
  Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createWritable')
  try {
    const inner = await openFolder('opfs-test/inner', { create: true, openRoot: openIndexedRoot })
    await writeWhole(inner, { partName: 'a.part', name: 'a' }, new Blob(['abc']))
    expect(await namesIn(await openFolder('opfs-test/inner'))).toEqual(['a'])
    expect(fileLimitBytes()).toBe(maxIndexedBytes)
  } finally {
    Object.assign(FileSystemFileHandle.prototype, { createWritable })
  }
})

test('a write that fails leaves nothing', async () => {
  const inner = await folder()
  const content = contentOf(() => Promise.reject(new Error('no')))
  const writing = writeWhole(inner, { partName: 'a.part', name: 'a' }, content)
  await expect(writing).rejects.toThrow('no')
  expect(await namesIn(inner)).toEqual([])
})
