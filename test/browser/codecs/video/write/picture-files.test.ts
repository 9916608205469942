import { expect, onTestFinished, test } from 'vitest'
import { openFolderFiles } from '#codecs/video/write/picture-files.ts'
import { eventually } from '#support/eventually.ts'

const { signal } = new AbortController()

const folder = async () => {
  const root = await navigator.storage.getDirectory()
  const handle = await root.getDirectoryHandle('picked-folder', { create: true })
  onTestFinished(() => eventually(() => root.removeEntry('picked-folder', { recursive: true })))
  const textOf = async (name: string) => (await (await handle.getFileHandle(name)).getFile()).text()
  return { handle, textOf }
}

test('files of a folder are whole once it is finished', async () => {
  const { handle, textOf } = await folder()
  const files = openFolderFiles(handle, signal)
  await files.add('a.1001.exr', new Blob(['one']))
  await files.add('frames.txt', 'Frames: 1')
  expect(await files.finish()).toBe(12)
  expect([await textOf('a.1001.exr'), await textOf('frames.txt')]).toEqual(['one', 'Frames: 1'])
})

test('a full disk is reported as an error with its reason', async () => {
  const { handle } = await folder()
  const full = async () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  const getFileHandle = async (name: string) => {
    const file = await FileSystemDirectoryHandle.prototype.getFileHandle.call(handle, name, { create: true })
    return Object.assign(file, { createWritable: full })
  }
  const files = openFolderFiles(Object.assign(handle, { getFileHandle }), signal)
  await files.add('a.1001.exr', new Blob(['one']))
  await expect(files.add('a.1002.exr', new Blob(['two']))).rejects.toThrow('The disk is full')
  await expect(files.finish()).rejects.toThrow('The disk is full')
})
