import { expect, test } from 'vitest'
import { openBlobSink } from '#codecs/video/write/file-sinks.ts'

const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())]

test('a Blob sink holds the last bytes written, and zeros elsewhere', async () => {
  const sink = openBlobSink()
  await sink.write(Uint8Array.of(1, 2, 3, 4), 2)
  await sink.write(Uint8Array.of(5, 6), 6)
  await sink.write(Uint8Array.of(9, 9, 9), 4)
  await sink.write(Uint8Array.of(7), 10)
  await sink.write(Uint8Array.of(8), 3)
  const blob = sink.blob('video/mp4')
  expect(blob.type).toBe('video/mp4')
  expect(await bytesOf(blob)).toEqual([0, 0, 1, 8, 9, 9, 9, 6, 0, 0, 7])
})

test('a Blob sink without writes is empty', async () => {
  expect(openBlobSink().blob('image/gif').size).toBe(0)
})
