import { expect, onTestFinished, test } from 'vitest'
import { openPickedSink } from '#codecs/video/write/file-sinks.ts'
import { eventually } from '#support/eventually.ts'

const write = async (path: string, pieces: readonly { data: Uint8Array; position: number }[]) => {
  const worker = new Worker(new URL('./sink.worker.ts', import.meta.url), { type: 'module' })
  onTestFinished(() => worker.terminate())
  return await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.postMessage({ path, pieces })
  })
}

test('an OPFS sink creates folders and replaces an older file', async () => {
  const root = await navigator.storage.getDirectory()
  onTestFinished(() => root.removeEntry('sink-test', { recursive: true }))
  const path = 'sink-test/inner/clip.webm'
  expect(await write(path, [{ data: new Uint8Array(9).fill(9), position: 0 }])).toBe('done')
  const pieces = [
    { data: Uint8Array.of(3, 4), position: 2 },
    { data: Uint8Array.of(1, 2), position: 0 },
    { data: Uint8Array.of(7), position: 3 },
  ]
  expect(await write(path, pieces)).toBe('done')
  const folder = await (await root.getDirectoryHandle('sink-test')).getDirectoryHandle('inner')
  const file = await (await folder.getFileHandle('clip.webm')).getFile()
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([1, 2, 3, 7])
})

const picked = async () => {
  const root = await navigator.storage.getDirectory()
  const file = await root.getFileHandle('picked.bin', { create: true })
  // An aborted writable releases its file a little later.
  onTestFinished(() => eventually(() => root.removeEntry('picked.bin')))
  const bytes = async () => [...new Uint8Array(await (await file.getFile()).arrayBuffer())]
  return { file, bytes }
}

test('a picked file has its content once the sink is closed', async () => {
  const { file, bytes } = await picked()
  const sink = await openPickedSink(file)
  await sink.write(Uint8Array.of(3, 4), 2)
  await sink.write(Uint8Array.of(1, 2), 0)
  expect(await bytes()).toEqual([])
  await sink.close()
  expect(await bytes()).toEqual([1, 2, 3, 4])
})

test('an aborted sink leaves the picked file unchanged', async () => {
  const { file, bytes } = await picked()
  const sink = await openPickedSink(file)
  await sink.write(Uint8Array.of(1, 2), 0)
  await sink.abort()
  expect(await bytes()).toEqual([])
})

test('a full disk is reported as an error with its reason', async () => {
  const full = async () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  const { file } = await picked()
  const stream = Object.assign(await file.createWritable(), { write: full })
  const sink = await openPickedSink(Object.assign(file, { createWritable: async () => stream }))
  await expect(sink.write(Uint8Array.of(1), 0)).rejects.toThrow('The disk is full')
  await sink.abort()
})
