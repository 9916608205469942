import { expect, onTestFinished, test } from 'vitest'

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
