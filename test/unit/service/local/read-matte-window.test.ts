import { expect, test } from 'vitest'
import { chunkFileName, encodeChunk } from '#contract/matte-chunk.ts'
import { readMatteWindow } from '#library/store/video-storage.ts'
import { memoryFiles } from '#support/memory-storage.ts'

const frameSeconds = 1 / 24

/** A second of mattes; every pixel is the number of its frame. */
const chunkOf = (firstFrame: number) => ({
  width: 4,
  height: 3,
  frames: Array.from({ length: 24 }, (_, index) => ({
    timestampSeconds: (firstFrame + index) * frameSeconds,
    isCut: false,
    data: new Uint8Array(12).fill(firstFrame + index),
  })),
})

const put = async (files: ReturnType<typeof memoryFiles>, firstFrame: number, level = 'balanced') => {
  const name = chunkFileName({
    firstFrame,
    frames: 24,
    fromSeconds: firstFrame * frameSeconds,
    toSeconds: (firstFrame + 23) * frameSeconds,
  })
  const deflated = new Blob([encodeChunk(chunkOf(firstFrame))])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'))
  files.content.set(`tracks/t/${level}/${name}`, await new Response(deflated).blob())
  return `tracks/t/${level}/${name}`
}

const source = 'tracks/t/balanced'

test('a time gives its chunk, or the next one between two', async () => {
  const files = memoryFiles()
  await Promise.all([put(files, 0), put(files, 24), put(files, 48), put(files, 0, 'fine')])
  files.content.set('tracks/t/balanced/report.json', new Blob(['{}']))
  const firstOf = async (seconds: number) =>
    (await readMatteWindow(files, source, seconds))?.frames[0]?.data[0]
  expect(await firstOf(0)).toBe(0)
  expect(await firstOf(0.5)).toBe(0)
  expect(await firstOf(23 * frameSeconds)).toBe(0)
  expect(await firstOf(23.5 * frameSeconds)).toBe(24)
  expect(await firstOf(2)).toBe(48)
  expect(await firstOf(3)).toBeUndefined()
})

test('reading chunk after chunk gives every frame once', async () => {
  const files = memoryFiles()
  await Promise.all([put(files, 0), put(files, 24)])
  const seen: (number | undefined)[] = []
  let from = 0
  for (;;) {
    const window = await readMatteWindow(files, source, from)
    if (!window) break
    seen.push(...window.frames.map(({ data }) => data[0]))
    from = window.toSeconds + frameSeconds / 2
  }
  expect(seen).toEqual(Array.from({ length: 48 }, (_, index) => index))
})

test('missing and incomplete chunks give no mattes', async () => {
  const files = memoryFiles()
  expect(await readMatteWindow(files, source, 0)).toBeNull()
  const path = await put(files, 0)
  files.content.set(path, files.content.get(path)?.slice(0, 20) ?? new Blob())
  expect(await readMatteWindow(files, source, 0)).toBeNull()
})
