import { expect, onTestFinished, test } from 'vitest'
import { openPickedSink } from '#codecs/video/picked-sink.ts'

const picked = async () => {
  const root = await navigator.storage.getDirectory()
  const file = await root.getFileHandle('picked.bin', { create: true })
  onTestFinished(() => root.removeEntry('picked.bin'))
  const bytes = async () => [...new Uint8Array(await (await file.getFile()).arrayBuffer())]
  return { file, bytes }
}

test('a picked file gets its pieces where they belong, and has them when it is closed', async () => {
  const { file, bytes } = await picked()
  const sink = await openPickedSink(file)
  await sink.write(Uint8Array.of(3, 4), 2)
  await sink.write(Uint8Array.of(1, 2), 0)
  expect(await bytes()).toEqual([])
  await sink.close()
  expect(await bytes()).toEqual([1, 2, 3, 4])
})

test('what is dropped leaves it as it was', async () => {
  const { file, bytes } = await picked()
  const sink = await openPickedSink(file)
  await sink.write(Uint8Array.of(1, 2), 0)
  await sink.abort()
  expect(await bytes()).toEqual([])
})

test('a full disk is told in words', async () => {
  const full = async () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  const { file } = await picked()
  const stream = Object.assign(await file.createWritable(), { write: full })
  const sink = await openPickedSink(Object.assign(file, { createWritable: async () => stream }))
  await expect(sink.write(Uint8Array.of(1), 0)).rejects.toThrow('The disk is full')
  await sink.abort()
})
