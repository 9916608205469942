import { expect, test, vi } from 'vitest'
import type { JobId } from '#contract/ids.ts'
import type { Job } from '#contract/job.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { LocalVideos } from '#service/local/local-videos.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { until } from '#support/eventually.ts'
import type { VideoScript } from '#support/fake-video-workers.ts'
import { endOf, isRunning, memoryBrowser, never, submit, usedBy } from '#support/memory-browser.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

/** Work that waits at two thirds until it is paused. */
const slowly = (script: VideoScript = {}) => {
  let wasPaused = false
  const held: VideoScript = {
    stepMs: 50,
    ...script,
    onStep: (done, video) => (done >= 40 && !wasPaused ? never() : script.onStep?.(done, video)),
  }
  /** Pauses the job after some progress. */
  const pauseHalfway = async (videos: LocalVideos, id: JobId): Promise<Job> => {
    await until(async () => (await videos.getJob(id)).progress > 0.1)
    await videos.onDevice.pause(id)
    wasPaused = true
    return videos.getJob(id)
  }
  return { held, pauseHalfway }
}

const pauseOf = async (videos: LocalVideos, id: JobId) =>
  (await videos.onDevice.list()).find(({ job }) => job.id === id)?.pause?.state

test('a paused job stops at once, stays `processing`, and completes when resumed', async () => {
  const onFault = vi.fn()
  const browser = memoryBrowser({ onFault })
  let steps = 0
  const { held, pauseHalfway } = slowly({ onStep: () => steps++, onMatteStep: () => steps++ })
  const tab = browser.openTab(held)
  const { id } = await submit(tab.videos)
  const paused = await pauseHalfway(tab.videos, id)
  expect(paused).toMatchObject({ status: 'processing', error: null })
  await until(() => !browser.files.content.has(`results/${id}.webm`))
  const stepsThen = steps
  await turnEventLoop()
  expect(steps).toBe(stepsThen)
  expect(await tab.videos.getJob(id)).toEqual(paused)
  expect(await usedBy(tab)).toBe(15)

  await tab.videos.onDevice.resume(id)
  const done = await endOf(tab.videos, id)
  expect(done).toMatchObject({ status: 'completed', started_at: paused.started_at })
  expect(await usedBy(tab)).toBe(15)
  expect(onFault).not.toHaveBeenCalled()
})

test('both tabs see a pause, and either may pause the other’s job', async () => {
  const browser = memoryBrowser()
  const { held, pauseHalfway } = slowly()
  const [worker, other] = [browser.openTab(held), browser.openTab(held)]
  const heard: (string | undefined)[] = []
  worker.videos.onDevice.watch(({ pause, progress }) => progress || heard.push(pause?.state))
  const { id } = await submit(worker.videos)
  await pauseHalfway(other.videos, id)
  expect(await pauseOf(worker.videos, id)).toBe('on')
  await other.videos.onDevice.resume(id)
  await endOf(worker.videos, id)
  expect(heard).toEqual([undefined, undefined, 'on', 'ending', 'over', 'over'])
})

test('a paused job stays paused after a crash and on later visits', async () => {
  const browser = memoryBrowser()
  const { held, pauseHalfway } = slowly()
  const first = browser.openTab(held)
  const { id } = await submit(first.videos)
  const paused = await pauseHalfway(first.videos, id)
  first.crash()
  const onStep = vi.fn()
  const next = browser.openTab({ onStep, onMatteStep: onStep })
  await turnEventLoop()
  expect(await next.videos.getJob(id)).toEqual(paused)
  expect(await pauseOf(next.videos, id)).toBe('on')
  expect(onStep).not.toHaveBeenCalled()
  await next.videos.onDevice.resume(id)
  expect((await endOf(next.videos, id)).status).toBe('completed')
})

test('a clock set back leaves no job queued behind a pause', async () => {
  const { held, pauseHalfway } = slowly()
  let setMs = 0
  const tab = memoryBrowser({ now: () => new Date(Date.now() + setMs) }).openTab(held)
  const first = await submit(tab.videos)
  await pauseHalfway(tab.videos, first.id)
  await turnEventLoop()
  setMs = -86_400_000
  const later = await submit(tab.videos, { fps: 50 })
  expect((await endOf(tab.videos, later.id)).status).toBe('completed')
})

test('a pause holds queued jobs; jobs sent later run', async () => {
  const { held, pauseHalfway } = slowly()
  const tab = memoryBrowser().openTab(held)
  const first = await submit(tab.videos)
  const queued = await submit(tab.videos, { fps: 25 })
  await pauseHalfway(tab.videos, first.id)
  await turnEventLoop()
  const later = await submit(tab.videos, { fps: 50 })
  expect((await endOf(tab.videos, later.id)).status).toBe('completed')
  await turnEventLoop()
  expect((await tab.videos.getJob(queued.id)).status).toBe('queued')
  expect(await pauseOf(tab.videos, first.id)).toBe('on')

  const ended: JobId[] = []
  tab.videos.onDevice.watch(({ job }) => job.completed_at && ended.push(job.id))
  await tab.videos.onDevice.resume(first.id)
  await endOf(tab.videos, queued.id)
  expect(ended).toEqual([first.id, queued.id])
})

test('a resumed job waits for the running one', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { held, pauseHalfway } = slowly({
    onStep: (done, video) => done > 0 && (video as File).name === 'later' && released,
  })
  const tab = memoryBrowser().openTab(held)
  const first = await submit(tab.videos)
  await pauseHalfway(tab.videos, first.id)
  await turnEventLoop()
  const later = await tab.videos.submitVideo(scriptedVideo({ fps: 25 }, 'later'), defaultVideoOptions)
  await until(isRunning(tab.videos, later.id))
  await tab.videos.onDevice.resume(first.id)
  await turnEventLoop()
  expect(await pauseOf(tab.videos, first.id)).toBe('ending')
  release()
  expect((await endOf(tab.videos, later.id)).status).toBe('completed')
  expect((await endOf(tab.videos, first.id)).status).toBe('completed')
})

test('cancelling a paused job refunds it, and waiting jobs run', async () => {
  const { held, pauseHalfway } = slowly()
  const tab = memoryBrowser().openTab(held)
  const first = await submit(tab.videos)
  const queued = await submit(tab.videos, { fps: 25 })
  await pauseHalfway(tab.videos, first.id)
  await turnEventLoop()
  await tab.videos.onDevice.cancel(first.id)
  expect(await tab.videos.getJob(first.id)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  expect((await endOf(tab.videos, queued.id)).status).toBe('completed')
  expect(await usedBy(tab)).toBe(15)
})

test('a paused job does not count as stalled', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { held, pauseHalfway } = slowly()
    const tab = memoryBrowser().openTab(held)
    const { id } = await submit(tab.videos)
    const paused = await pauseHalfway(tab.videos, id)
    await turnEventLoop()
    vi.advanceTimersByTime(60 * 60_000)
    await turnEventLoop()
    expect(await tab.videos.getJob(id)).toEqual(paused)
  } finally {
    vi.useRealTimers()
  }
})

test('pauses do not count as attempts, crashes do (D-40)', async () => {
  const browser = memoryBrowser()
  const tab = browser.openTab({ onMatteStep: never, onStep: never })
  const { id } = await submit(tab.videos)
  const attempts = async () => (await tab.parts.store.get(id))?.attempts.count
  for (let pauses = 0; pauses < 6; pauses++) {
    await until(async () => (await attempts()) === 1)
    await tab.videos.onDevice.pause(id)
    expect(await attempts()).toBe(0)
    // Resumed and paused again before it began.
    await tab.videos.onDevice.resume(id)
  }
  await until(async () => (await attempts()) === 1)
  tab.crash()
  browser.openTab({ onMatteStep: never, onStep: never })
  await until(async () => (await attempts()) === 2)
})

test('only running jobs are paused, and only paused ones resumed', async () => {
  const tab = memoryBrowser().openTab({ onStep: (done) => done > 0 && never() })
  const running = await submit(tab.videos)
  const queued = await submit(tab.videos, { fps: 25 })
  await until(isRunning(tab.videos, running.id))
  await tab.videos.onDevice.pause(queued.id)
  await tab.videos.onDevice.resume(running.id)
  expect((await tab.videos.onDevice.list()).map(({ pause }) => pause)).toEqual([undefined, undefined])
  await tab.videos.onDevice.cancel(running.id)
  await tab.videos.onDevice.pause(running.id)
  expect(await pauseOf(tab.videos, running.id)).toBeUndefined()
})
