import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobId } from '#contract/ids.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { openRetention } from '#library/store/job-retention.ts'
import type { LocalVideos } from '#service/local/local-videos.ts'
import { until } from '#support/eventually.ts'
import type { VideoScript } from '#support/fake-video-workers.ts'
import { endOf, memoryBrowser, never, submit, usedBy } from '#support/memory-browser.ts'
import { memoryFiles, nothingPropagated } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const hours = (count: number) => count * 3_600_000
const start = Date.UTC(2026, 7, 10)

let clock = start
const now = () => new Date(clock)

beforeEach(() => {
  clock = start
})
afterEach(() => {
  vi.useRealTimers()
})

const pauseOf = async (videos: LocalVideos, id: JobId) =>
  (await videos.onDevice.list()).find(({ job }) => job.id === id)?.pause

/** The work on videos of 24 frames a second stops half-way; that on others completes. */
const halfway: VideoScript = {
  stepMs: 80,
  onStep: (done, video) => done >= 30 && (video as File).name === 'paused' && never(),
}

/** A browser with a job that is paused half-way, and one that waits for it. */
const openPaused = async () => {
  const browser = memoryBrowser({ now })
  const tab = browser.openTab(halfway)
  const { videos, parts } = tab
  const { id } = await videos.submitVideo(scriptedVideo({}, 'paused'), defaultVideoOptions)
  const behind = await submit(videos, { fps: 25 })
  await until(async () => (await videos.getJob(id)).progress > 0.1)
  await videos.onDevice.pause(id)
  const { videoHash = '' } = (await parts.store.get(id)) ?? {}
  browser.files.content.set(`tracks/${videoHash}/balanced/000000-000023-0-958333.mattes`, new Blob(['m']))
  const ownFiles = () => [...browser.files.content.keys()].filter((path) => path.includes(videoHash))
  return { browser, tab, videos, parts, id, behind, ownFiles }
}

test('a job paused for 24 hours fails, without cost and files', async () => {
  const { tab, videos, id, behind, ownFiles } = await openPaused()
  clock += hours(24) - 1
  expect((await videos.getJob(id)).status).toBe('processing')
  expect(await pauseOf(videos, id)).toMatchObject({
    state: 'on',
    until: new Date(start + hours(24)).toISOString(),
  })
  expect(ownFiles()).toHaveLength(2)
  expect(await usedBy(tab)).toBe(30)

  clock += 1
  expect(await videos.getJob(id)).toMatchObject({
    status: 'failed',
    completed_at: now().toISOString(),
    error: { code: 'processing_failed', message: expect.stringContaining('paused for 24 hours') },
  })
  expect((await endOf(videos, behind.id)).status).toBe('completed')
  expect(await usedBy(tab)).toBe(15)
  await until(() => ownFiles().length === 0)
})

test('a paused job fails on a later visit, and waiting jobs begin', async () => {
  const { browser, tab, id, behind, ownFiles } = await openPaused()
  tab.crash()
  clock += hours(15 * 24)
  const next = browser.openTab()
  const done = await endOf(next.videos, behind.id)
  expect(done.status).toBe('completed')
  expect((await next.videos.onDevice.list()).map(({ job }) => [job.id, job.status])).toContainEqual([
    id,
    'failed',
  ])
  expect(await usedBy(next)).toBe(15)
  await until(() => ownFiles().length === 0)
})

test('two tabs that fail the same paused job refund it once', async () => {
  const { browser, videos, id } = await openPaused()
  const other = browser.openTab(halfway)
  clock += hours(24)
  const [one, two] = await Promise.all([videos.getJob(id), other.videos.getJob(id)])
  expect([one.status, two]).toEqual(['failed', one])
  await other.videos.onDevice.list()
  expect(await usedBy(other)).toBe(15)
})

test('the 24 hours count from the last progress, not from clicks', async () => {
  const { browser, tab, id } = await openPaused()
  tab.crash()
  clock += hours(20)
  // It begins again and makes no progress.
  const { videos } = browser.openTab({ onStep: never, onMatteStep: never })
  await videos.onDevice.resume(id)
  await until(async () => (await pauseOf(videos, id))?.state === 'over')
  await videos.onDevice.pause(id)
  expect(await pauseOf(videos, id)).toEqual({
    state: 'on',
    at: now().toISOString(),
    until: new Date(start + hours(24)).toISOString(),
  })
  await videos.onDevice.resume(id)
  clock += hours(30)
  expect((await videos.getJob(id)).status).toBe('processing')
})

test('a job that is resumed in time completes and is kept', async () => {
  const { browser, tab, id } = await openPaused()
  tab.crash()
  clock += hours(23)
  const { videos } = browser.openTab()
  await videos.onDevice.resume(id)
  expect((await endOf(videos, id)).status).toBe('completed')
  clock += hours(23)
  expect((await videos.getJob(id)).status).toBe('completed')
})

test('an open page fails the paused job on time', async () => {
  const { parts, id } = await openPaused()
  vi.useFakeTimers({ now: clock })
  const giveUp = vi.fn((given: JobId) => parts.store.delete([given]))
  await openRetention({
    store: parts.store,
    files: memoryFiles(),
    lock: (_, work) => work(),
    layers: nothingPropagated,
    giveUp,
    itemFiles: async () => new Set<string>(),
    now: () => new Date(vi.getMockedSystemTime() ?? 0),
  }).sweep()
  await vi.advanceTimersByTimeAsync(hours(23.9))
  expect(giveUp).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(hours(0.2))
  expect(giveUp.mock.calls).toEqual([[id]])
})

test('a job that cannot be changed does not stop other deletions', async () => {
  const { parts, id } = await openPaused()
  vi.useFakeTimers({ now: clock + hours(24) })
  const giveUp = vi.fn(async () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  const files = memoryFiles()
  files.content.set('results/of-nobody.webm', new Blob(['r']))
  await openRetention({
    store: parts.store,
    files,
    lock: (_, work) => work(),
    layers: nothingPropagated,
    giveUp,
    itemFiles: async () => new Set<string>(),
    now: () => new Date(vi.getMockedSystemTime() ?? 0),
  }).sweep()
  expect([files.content.size, giveUp.mock.calls]).toEqual([0, [[id]]])
  await vi.advanceTimersByTimeAsync(hours(1))
  expect(giveUp.mock.calls.length).toBe(5)
})
