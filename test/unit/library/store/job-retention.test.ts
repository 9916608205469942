import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { TabLock } from '#library/store/cross-tab.ts'
import { openRetention } from '#library/store/job-retention.ts'
import { type Deletion, toKeepingFault } from '#library/store/video-storage.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { eventually } from '#support/eventually.ts'
import type { VideoScript } from '#support/fake-video-workers.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { memoryFiles, memoryJobs, nothingPropagated } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

/** No job here is paused. */
const giveUp = () => Promise.reject(new Error('not paused'))
const itemFiles = async () => new Set<string>()

const hours = (count: number) => count * 3_600_000

let clock = 0
const now = () => new Date(clock)

beforeEach(() => {
  clock = Date.UTC(2026, 7, 1)
})
afterEach(() => {
  vi.useRealTimers()
})

const openBrowser = (script: VideoScript = {}) => {
  const browser = memoryBrowser({ now })
  const tab = browser.openTab(script)
  const make = async (facts = {}, options = {}) => {
    const { id } = await tab.videos.submitVideo(scriptedVideo(facts), { ...defaultVideoOptions, ...options })
    const job = await endOf(tab.videos, id)
    const videoHash = (await tab.parts.store.get(id))?.videoHash ?? ''
    browser.files.content.set(`tracks/${videoHash}/balanced/000000-000023-0-958333.mattes`, new Blob(['m']))
    return { id, job, videoHash }
  }
  const { store, files, lock } = tab.parts
  const { sweep } = openRetention({ store, files, lock, layers: nothingPropagated, giveUp, itemFiles, now })
  const paths = () => [...browser.files.content.keys()].sort()
  return { ...tab, make, sweep, paths }
}

test('a job and its files are deleted after 24 hours (D-39)', async () => {
  const { make, sweep, paths, videos } = openBrowser()
  const { id } = await make()
  clock += hours(24) - 1
  await sweep()
  expect(paths()).toHaveLength(3)
  clock += 1
  await sweep()
  expect(paths()).toEqual([])
  expect(await videos.onDevice.list()).toEqual([])
  await expect(videos.getJob(id)).rejects.toMatchObject({ code: 'job_not_found' })
})

test('a job that ended in the future stays until then', async () => {
  const { make, sweep, videos } = openBrowser()
  clock += hours(48)
  await make()
  clock -= hours(48)
  await sweep()
  expect(await videos.onDevice.list()).toHaveLength(1)
  clock += hours(71)
  await sweep()
  expect(await videos.onDevice.list()).toHaveLength(1)
  clock += hours(1)
  await sweep()
  expect(await videos.onDevice.list()).toEqual([])
})

test('a failed job keeps its mattes for an hour, not its result', async () => {
  const { make, sweep, paths, videos } = openBrowser()
  const { videoHash } = await make({ failsAt: 30 })
  await sweep()
  expect(paths()).toEqual([`files/${videoHash}`, expect.stringContaining(`tracks/${videoHash}`)])
  clock += hours(1)
  await sweep()
  expect(paths()).toEqual([])
  expect(await videos.onDevice.list()).toHaveLength(1)
  clock += hours(23)
  await sweep()
  expect(await videos.onDevice.list()).toEqual([])
})

test.each([
  ['a full disk', new DOMException('The quota has been exceeded.', 'QuotaExceededError')],
  ['a broken video', new ServiceError('invalid_video')],
])('after %s all files are deleted at once', async (_, fault) => {
  const onStep = (done: number) => {
    if (done > 20) throw fault
  }
  const { make, sweep, paths } = openBrowser({ onStep })
  await make()
  await sweep()
  expect(paths()).toEqual([])
})

test('a failed job keeps files that another job needs', async () => {
  let isFull = false
  const onStep = () => {
    if (isFull) throw new DOMException('', 'QuotaExceededError')
  }
  const { make, sweep, paths } = openBrowser({ onStep })
  const { id, videoHash } = await make()
  isFull = true
  await make({}, { format: 'mp4' })
  await sweep()
  expect(paths()).toEqual([
    `files/${videoHash}`,
    `results/${id}.webm`,
    expect.stringContaining(`tracks/${videoHash}`),
  ])
})

test('a video and its mattes stay while a job needs them (D-39)', async () => {
  const { make, sweep, paths } = openBrowser()
  const first = await make()
  clock += hours(10)
  const second = await make({}, { format: 'mp4' })
  expect(second.videoHash).toBe(first.videoHash)
  clock += hours(14)
  await sweep()
  expect(paths()).toEqual([
    `files/${second.videoHash}`,
    `results/${second.id}.mp4`,
    expect.stringContaining(`tracks/${second.videoHash}`),
  ])
})

test('forgetting a job deletes its files only; a running job stays', async () => {
  const browser = memoryBrowser({ now })
  const { videos } = browser.openTab()
  const submit = (facts: object) => videos.submitVideo(scriptedVideo(facts), defaultVideoOptions)
  const [one, other] = [await submit({}), await submit({ fps: 25 })]
  await expect(videos.onDevice.forget(other.id)).rejects.toMatchObject({ code: 'validation_error' })
  await Promise.all([endOf(videos, one.id), endOf(videos, other.id)])
  await videos.onDevice.forget(one.id)
  await expect(videos.getResult(one.id)).rejects.toMatchObject({ code: 'job_not_found' })
  expect((await videos.getResult(other.id)).type).toBe('video/webm')
  expect([...browser.files.content.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(1)
})

test('an expired job is not found even before it is deleted', async () => {
  const { make, videos } = openBrowser()
  const { id } = await make()
  clock += hours(24)
  for (const asked of [videos.getJob(id), videos.getResult(id), videos.onDevice.source(id)])
    await expect(asked).rejects.toMatchObject({ code: 'job_not_found' })
  expect(await videos.onDevice.list()).toEqual([])
})

test('an open page deletes expired jobs on time', async () => {
  const store = memoryJobs()
  const { make, parts } = openBrowser()
  const { id } = await make()
  const stored = await parts.store.get(id)
  if (stored) await store.put(stored)
  vi.useFakeTimers({ now: clock })
  const lock: TabLock = (_, work) => work()
  await openRetention({
    store,
    files: memoryFiles(),
    lock,
    layers: nothingPropagated,
    giveUp,
    itemFiles,
    now: () => new Date(vi.getMockedSystemTime() ?? 0),
  }).sweep()
  await vi.advanceTimersByTimeAsync(hours(23.9))
  expect(await store.list()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(hours(0.2))
  expect(await store.list()).toEqual([])
})

test('a file that a worker has open is deleted later', async () => {
  vi.useFakeTimers()
  const deleteUnneeded = vi.fn(
    async (): Promise<Deletion> => ({
      isClean: deleteUnneeded.mock.calls.length > 2,
      deleted: 0,
    }),
  )
  const lock: TabLock = (_, work) => work()
  const files = { ...memoryFiles(), deleteUnneeded }
  await openRetention({
    store: memoryJobs(),
    files,
    lock,
    layers: nothingPropagated,
    giveUp,
    itemFiles,
    now,
  }).sweep()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(deleteUnneeded).toHaveBeenCalledTimes(3)
})

test.each([
  ['a cancelled submission', 'AbortError'],
  ['a full disk', 'ServiceError'],
])('the copies of %s go at once', async (_, name) => {
  const files = memoryFiles()
  const stop = new AbortController()
  const keepSource: typeof files.keepSource = async (videoHash, video) => {
    if (name === 'ServiceError' && files.content.size > 0) throw toKeepingFault(new Error('Full'))
    files.content.set(`files/${videoHash}`, video)
    if (name === 'AbortError') stop.abort()
  }
  const { videos } = memoryBrowser({ now, files: { ...files, keepSource } }).openTab()
  const alphaFrom = scriptedVideo({ hasAlpha: true })
  const call = { signal: stop.signal, alphaFrom }
  await expect(videos.submitVideo(scriptedVideo(), defaultVideoOptions, call)).rejects.toMatchObject({ name })
  await eventually(() => expect([...files.content.keys()]).toEqual([]))
})

test('no video is deleted between its copy and its job', async () => {
  const files = memoryFiles()
  let copied = () => {}
  const keepSource: typeof files.keepSource = async (videoHash, video) => {
    files.content.set(`files/${videoHash}`, video)
    await new Promise<void>((resolve) => {
      copied = resolve
    })
  }
  const browser = memoryBrowser({ now, files: { ...files, keepSource } })
  const submitting = browser.openTab().videos.submitVideo(scriptedVideo(), defaultVideoOptions)
  await eventually(() => expect(files.content.size).toBe(1))
  const other = browser.openTab()
  await turnEventLoop()
  copied()
  expect((await endOf(other.videos, (await submitting).id)).status).toBe('completed')
})
