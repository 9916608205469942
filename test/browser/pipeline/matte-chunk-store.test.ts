import { afterEach, expect, test } from 'vitest'
import { openMatteChunkStore } from '#pipeline/matte-chunk-store.ts'

const path = 'tracks/test-track/fast'
const signal = new AbortController().signal
const chunk = (fromSeconds: number, frames = 2) => ({
  width: 3,
  height: 2,
  frames: Array.from({ length: frames }, (_, index) => ({
    timestampSeconds: fromSeconds + index / 10,
    isCut: index === 0,
    data: Uint8Array.from({ length: 6 }, (_, i) => i * 40 + index),
  })),
})

afterEach(async () => {
  const root = await navigator.storage.getDirectory()
  await root.removeEntry('tracks', { recursive: true })
})

test('chunks are read back from the file system unchanged', async () => {
  const chunks = await openMatteChunkStore(path)
  await chunks.write(0, chunk(0))
  const [name] = await chunks.list()
  expect(name).toEqual({ firstFrame: 0, frames: 2, fromSeconds: 0, toSeconds: 0.1 })
  expect(name && (await chunks.read(name))).toEqual(chunk(0))
  chunks.close()
})

test('chunks after a gap are not listed', async () => {
  const chunks = await openMatteChunkStore(path)
  await chunks.write(4, chunk(0.4))
  expect(await chunks.list()).toEqual([])
  await chunks.write(0, chunk(0))
  expect((await chunks.list()).map(({ firstFrame }) => firstFrame)).toEqual([0])
  await chunks.write(2, chunk(0.2))
  expect((await chunks.list()).map(({ firstFrame }) => firstFrame)).toEqual([0, 2, 4])
  chunks.close()
})

test('another store of the same path is notified of chunks and report', async () => {
  const [writer, reader] = [await openMatteChunkStore(path), await openMatteChunkStore(path)]
  const heard = reader.change(signal)
  await writer.write(0, chunk(0))
  await heard
  expect(await reader.list()).toHaveLength(1)
  expect(await reader.report()).toBeNull()
  const ended = reader.change(signal)
  const report = { frames: 2, sceneCuts: 1, mattingSeconds: 1, decodeWaitSeconds: 0 }
  await writer.finish(report)
  await ended
  expect(await reader.report()).toEqual(report)
  for (const chunks of [writer, reader]) chunks.close()
})

test('a reader never sees an incomplete file', async () => {
  const [writer, reader] = [await openMatteChunkStore(path), await openMatteChunkStore(path)]
  const report = { frames: 40, sceneCuts: 0, mattingSeconds: 1, decodeWaitSeconds: 0 }
  let isWriting = true
  const looking = (async () => {
    while (isWriting) {
      const [told, names] = [await reader.report(), await reader.list()]
      if (told) expect(told).toEqual(report)
      for (const name of names) expect((await reader.read(name)).frames).toHaveLength(name.frames)
    }
  })()
  for (let frame = 0; frame < 40; frame += 2) await writer.write(frame, chunk(frame / 10))
  await writer.finish(report)
  isWriting = false
  await looking
  expect(await reader.list()).toHaveLength(20)
  for (const chunks of [writer, reader]) chunks.close()
})
