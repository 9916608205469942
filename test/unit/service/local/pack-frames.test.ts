import { expect, test, vi } from 'vitest'
import { usualSequence } from '#contract/frame-sequence.ts'
import { makeJobId } from '#contract/ids.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { LocalVideos } from '#service/local/local-videos.ts'
import { openFramePacker } from '#service/local/pack-frames.ts'
import { eventually } from '#support/eventually.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { memoryFiles } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const finished = async (videos: LocalVideos) => {
  const { id } = await videos.submitVideo(scriptedVideo({}, 'a.mp4'), defaultVideoOptions)
  await endOf(videos, id)
  return id
}
const inZip = { sequence: usualSequence('exr'), name: 'a', folder: null } as const
const packedIn = ({ content }: { content: ReadonlyMap<string, Blob> }) =>
  [...content.keys()].filter((path) => path.startsWith('packed/'))

test('frames of a finished job are packed with progress into a ZIP', async () => {
  const { openTab, files } = memoryBrowser()
  const { videos } = openTab()
  const id = await finished(videos)
  const seen: number[] = []
  const { zip, bytes } = await videos.onDevice.packFrames(id, inZip, {
    onProgress: ({ frames }) => seen.push(frames?.done ?? -1),
  })
  expect(zip?.type).toBe('application/zip')
  expect(await zip?.text()).toBe('packed')
  expect(bytes).toBe(6)
  expect(seen.at(-1)).toBe(60)
  expect(packedIn(files)).toHaveLength(1)
})

test('packing into a picked folder leaves no file of its own', async () => {
  const { openTab, files } = memoryBrowser()
  const { videos } = openTab()
  const id = await finished(videos)
  const folder = { kind: 'directory', name: 'a-exr' } as FileSystemDirectoryHandle
  expect(await videos.onDevice.packFrames(id, { ...inZip, folder })).toEqual({ bytes: 6, zip: null })
  expect(packedIn(files)).toEqual([])
  expect(await files.content.get('picked/a-exr')?.text()).toBe('packed')
})

test('an unknown or unfinished job has no frames to pack', async () => {
  const { videos } = memoryBrowser().openTab({ stepMs: 30 })
  const missing = { code: 'job_not_found', status: 404 }
  await expect(videos.onDevice.packFrames(makeJobId(), inZip)).rejects.toMatchObject(missing)
  const { id } = await videos.submitVideo(scriptedVideo({}, 'a.mp4'), defaultVideoOptions)
  await expect(videos.onDevice.packFrames(id, inZip)).rejects.toMatchObject(missing)
  await videos.onDevice.cancel(id)
})

test('cancelling rejects with an AbortError and leaves no file', async () => {
  const { openTab, files } = memoryBrowser()
  const stop = new AbortController()
  const { videos } = openTab({ onPackStep: (done) => done > 20 && stop.abort() })
  const id = await finished(videos)
  const packing = videos.onDevice.packFrames(id, inZip, { signal: stop.signal })
  await expect(packing).rejects.toMatchObject({ name: 'AbortError' })
  await eventually(() => expect(packedIn(files)).toEqual([]))
})

test('a full disk rejects with its reason and leaves no file', async () => {
  const { openTab, files } = memoryBrowser()
  const full = new DOMException('The disk is full', 'QuotaExceededError')
  const { videos } = openTab({
    onPackStep: (done) => {
      if (done > 20) throw full
    },
  })
  const id = await finished(videos)
  await expect(videos.onDevice.packFrames(id, inZip)).rejects.toMatchObject({ cause: full })
  await eventually(() => expect(packedIn(files)).toEqual([]))
})

test('deleting the job while packing rejects with that reason', async () => {
  const { openTab, files } = memoryBrowser()
  const { videos } = openTab({
    onPackStep: async (done) => {
      if (done < 20) return
      await videos.onDevice.forget(id)
      throw new DOMException('A file could not be found', 'NotFoundError')
    },
  })
  const id = await finished(videos)
  await expect(videos.onDevice.packFrames(id, inZip)).rejects.toMatchObject({ code: 'job_not_found' })
  await eventually(() => expect(packedIn(files)).toEqual([]))
})

test('a ZIP is deleted after ten minutes, also on a later visit', async () => {
  vi.useFakeTimers({ now: 0 })
  try {
    const files = memoryFiles()
    files.content.set('packed/old.zip', new File([''], 'old.zip', { lastModified: -600_000 }))
    files.content.set('packed/young.zip', new File([''], 'young.zip', { lastModified: -1000 }))
    const now = () => new Date()
    openFramePacker({ files, now, packFrames: async () => ({ bytes: 0 }), isKept: async () => true })
    await vi.advanceTimersByTimeAsync(0)
    expect(packedIn(files)).toEqual(['packed/young.zip'])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(packedIn(files)).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
