import { expect, test, vi } from 'vitest'
import type { JobId } from '#contract/ids.ts'
import type { Job } from '#contract/job.ts'
import { leftOut } from '#contract/left-out.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { eventually, until } from '#support/eventually.ts'
import { defaultVideoFacts } from '#support/fake-video-workers.ts'
import { endOf, isRunning, memoryBrowser, never, submit, usedBy } from '#support/memory-browser.ts'
import { memoryFiles, memoryJobs } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

test('a job completes with its times, all statistics and its address (D-38)', async () => {
  const { videos } = memoryBrowser().openTab()
  const job = await submit(videos)
  expect(job).toMatchObject({ status: 'queued', progress: 0, started_at: null, credits: 15 })
  const done = await endOf(videos, job.id)
  expect(done).toMatchObject({
    status: 'completed',
    progress: 1,
    result_url: `https://studio.test/v1/jobs/${job.id}/result.webm`,
    error: null,
  })
  expect(done.stats).toEqual({
    output_width: 854,
    output_height: 480,
    processing_seconds: (Date.parse(done.completed_at ?? '') - Date.parse(done.started_at ?? '')) / 1000,
    matting_seconds: 1.5,
    decode_wait_seconds: 0.75,
    encode_wait_seconds: 0.125,
    scene_cuts: 1,
    output_bytes: expect.any(Number),
  })
  expect(Date.parse(done.expires_at ?? '') - Date.parse(done.completed_at ?? '')).toBe(86_400_000)
})

/** A clock that no two readings share, so that what comes later is later. */
const countingClock = () => {
  let ms = Date.now()
  return () => new Date(ms++)
}

test('the list has names, newest first, and what results lack', async () => {
  const browser = memoryBrowser({ now: countingClock() })
  const lacking = [{ ...leftOut('sound_tracks'), reason: { reason: 'audio_ends_early' } as const }]
  const { videos } = browser.openTab({ leftOut: lacking })
  const { id } = await videos.submitVideo(scriptedVideo({}, 'a.mp4'), defaultVideoOptions)
  const job = await endOf(videos, id)
  const shown = { job, name: 'a.mp4', options: defaultVideoOptions, leftOut: lacking }
  expect(await videos.onDevice.list()).toEqual([{ ...shown, facts: defaultVideoFacts }])
  const next = await submit(videos, { fps: 25 })
  expect((await videos.onDevice.list()).map(({ job }) => job.id)).toEqual([next.id, id])
})

test('jobs of all tabs run one at a time, oldest first', async () => {
  const browser = memoryBrowser({ now: countingClock() })
  const begun: string[] = []
  let running = 0
  const onStep = async (done: number, video: Blob) => {
    if (done > 0) return
    begun.push((video as File).name)
    expect(++running).toBe(1)
    await turnEventLoop()
    running--
  }
  const [one, other] = [browser.openTab({ onStep }), browser.openTab({ onStep })]
  const ids: JobId[] = []
  for (const [index, { videos }] of [one, other, one, other].entries()) {
    ids.push(
      (await videos.submitVideo(scriptedVideo({ fps: index + 1 }, `${index}`), defaultVideoOptions)).id,
    )
  }
  await Promise.all(ids.map((id) => endOf(other.videos, id)))
  expect(begun).toEqual(['0', '1', '2', '3'])
})

test('both tabs see every change of a job; its progress only rises', async () => {
  const browser = memoryBrowser()
  const [one, other] = [browser.openTab({ stepMs: 30 }), browser.openTab()]
  const seen: Job[] = []
  other.videos.onDevice.watch(({ job }) => seen.push(job))
  const { id } = await submit(one.videos)
  await endOf(one.videos, id)
  expect([...new Set(seen.map(({ status }) => status))]).toEqual(['queued', 'processing', 'completed'])
  const ratios = seen.map(({ progress }) => progress)
  expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  expect(ratios.some((ratio) => ratio > 0 && ratio < 1)).toBe(true)
})

test('a failed job is refunded, and the next one runs (D-40)', async () => {
  const browser = memoryBrowser()
  let begin = () => {}
  const sent = new Promise<void>((resolve) => {
    begin = resolve
  })
  const tab = browser.openTab({ onStep: () => sent })
  const failing = await submit(tab.videos, { failsAt: 30 })
  const next = await submit(tab.videos, { fps: 60 })
  expect(await usedBy(tab)).toBe(15 + 30)
  begin()
  expect(await endOf(tab.videos, failing.id)).toMatchObject({
    status: 'failed',
    error: { code: 'processing_failed', message: expect.stringContaining('Send it again') },
    result_url: null,
    stats: null,
  })
  expect((await endOf(tab.videos, next.id)).status).toBe('completed')
  expect(await usedBy(tab)).toBe(30)
  await until(() => !browser.files.content.has(`results/${failing.id}.webm`))
  expect(browser.files.content.has(`results/${next.id}.webm`)).toBe(true)
})

test.each([
  ['invalid_video', new ServiceError('invalid_video', { message: 'It breaks off.' }), 'It breaks off.'],
  ['upstream_error', new ServiceError('upstream_error'), /could not be reached/],
  [
    'processing_failed',
    new ServiceError('internal_server_error', { reason: 'keeping_failed' }),
    /could not write/,
  ],
  ['processing_failed', new Error('deep down'), /Something went wrong/],
  ['processing_failed', new DOMException('closed', 'AbortError'), /stopped/],
])('an error ends the job as %s; the cause of ours is reported', async (code, thrown, message) => {
  const onFault = vi.fn()
  const tab = memoryBrowser({ onFault }).openTab({
    onMatteStep: () => {
      throw thrown
    },
  })
  const { id } = await submit(tab.videos)
  expect((await endOf(tab.videos, id)).error).toMatchObject({
    code,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
  expect(onFault.mock.calls).toEqual(code === 'processing_failed' ? [[thrown]] : [])
  expect(await usedBy(tab)).toBe(0)
})

test('when one worker fails, the other is stopped first', async () => {
  let stepsAfter = 0
  let hasFailed = false
  const tab = memoryBrowser().openTab({
    onMatteStep: (done) => {
      if (done < 12) return
      hasFailed = true
      throw new ServiceError('internal_server_error')
    },
    onStep: () => {
      if (hasFailed) stepsAfter++
    },
    stepMs: 2,
  })
  const { id } = await submit(tab.videos)
  await endOf(tab.videos, id)
  expect(stepsAfter).toBeLessThanOrEqual(1)
})

test('a job that stalls twice fails, and the next one runs (D-40)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let stalls = 0
    const tab = memoryBrowser().openTab({
      onStep: (_, video) => {
        if ((video as File).name !== 'stuck') return
        stalls++
        return never()
      },
    })
    const stuck = await tab.videos.submitVideo(scriptedVideo({}, 'stuck'), defaultVideoOptions)
    const next = await submit(tab.videos, { fps: 25 })
    await eventually(() => expect(stalls).toBe(1))
    vi.advanceTimersByTime(9.5 * 60_000)
    expect((await tab.videos.getJob(stuck.id)).status).toBe('processing')
    vi.advanceTimersByTime(60_000)
    await eventually(() => expect(stalls).toBe(2))
    expect((await tab.videos.getJob(stuck.id)).status).toBe('processing')
    vi.advanceTimersByTime(10.5 * 60_000)
    expect((await endOf(tab.videos, stuck.id)).error).toEqual({
      code: 'processing_failed',
      reason: 'job_stalled',
      message: expect.stringContaining('stood still'),
    })
    expect((await endOf(tab.videos, next.id)).status).toBe('completed')
  } finally {
    vi.useRealTimers()
  }
})

test('a full disk fails the job with its own reason', async () => {
  const full = new ServiceError('internal_server_error', {
    cause: Object.assign(new Error('The quota has been exceeded.'), { name: 'QuotaExceededError' }),
  })
  const tab = memoryBrowser().openTab({
    onStep: (done) => {
      if (done > 20) throw full
    },
  })
  const { id } = await submit(tab.videos)
  expect((await endOf(tab.videos, id)).error).toEqual({
    code: 'processing_failed',
    reason: 'storage_full',
    message: expect.stringContaining('not enough room'),
  })
  expect(await usedBy(tab)).toBe(0)
})

test('on a full disk the unfinished result is deleted first', async () => {
  const store = memoryJobs()
  const files = memoryFiles()
  const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  let isFull = false
  const browser = memoryBrowser({
    files,
    store: {
      ...store,
      update: async (id, change) => {
        if (isFull && files.content.has(`results/${id}.webm`)) throw full
        return store.update(id, change)
      },
    },
  })
  const tab = browser.openTab({
    stepMs: 30,
    onStep: (done) => {
      isFull ||= done > 10
      if (done > 40) throw full
    },
  })
  const { id } = await submit(tab.videos)
  expect(await endOf(tab.videos, id)).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('not enough room') },
  })
  expect(await usedBy(tab)).toBe(0)
})

test('progress that cannot be stored does not stop the job', async () => {
  const store = memoryJobs()
  let updates = 0
  const flaky: typeof store.update = (id, change) =>
    ++updates === 3 ? Promise.reject(new Error('busy')) : store.update(id, change)
  const tab = memoryBrowser({ store: { ...store, update: flaky } }).openTab({ stepMs: 60 })
  const { id } = await submit(tab.videos)
  expect((await endOf(tab.videos, id)).status).toBe('completed')
  expect(updates).toBeGreaterThan(3)
})

test('a job that cannot be stored is refused and its video deleted', async () => {
  const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  const browser = memoryBrowser({ store: { ...memoryJobs(), put: () => Promise.reject(full) } })
  const tab = browser.openTab()
  await expect(submit(tab.videos)).rejects.toMatchObject({
    code: 'internal_server_error',
    message: expect.stringContaining('not enough room'),
  })
  expect(await usedBy(tab)).toBe(0)
  await until(() => browser.files.content.size === 0)
})

test('a video without space is refused, not charged and not kept', async () => {
  const full = new ServiceError('internal_server_error', { message: 'There is not enough room.' })
  const tab = memoryBrowser({ files: memoryFiles(() => full) }).openTab()
  await expect(submit(tab.videos)).rejects.toMatchObject({ message: 'There is not enough room.' })
  expect(await tab.videos.onDevice.list()).toEqual([])
  expect(await usedBy(tab)).toBe(0)
})

test('cancelling ends a running job, refunds it, and the next one runs', async () => {
  const browser = memoryBrowser()
  const tab = browser.openTab({
    onStep: async (done, video) => {
      if (done > 0 && (video as File).name === 'slow') await never()
    },
  })
  const slow = await tab.videos.submitVideo(scriptedVideo({}, 'slow'), defaultVideoOptions)
  await until(isRunning(tab.videos, slow.id))
  const next = await submit(tab.videos, { fps: 25 })
  await tab.videos.onDevice.cancel(slow.id)
  expect(await tab.videos.getJob(slow.id)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  expect((await endOf(tab.videos, next.id)).status).toBe('completed')
  expect(await usedBy(tab)).toBe(15)
  await until(() => !browser.files.content.has(`results/${slow.id}.webm`))
})

test('another tab can cancel a running or queued job', async () => {
  const browser = memoryBrowser()
  const worker = browser.openTab({ onStep: (done) => done > 0 && never() })
  const other = browser.openTab()
  const running = await submit(worker.videos)
  await until(isRunning(other.videos, running.id))
  const queued = await submit(other.videos, { fps: 25 })
  await other.videos.onDevice.cancel(queued.id)
  await other.videos.onDevice.cancel(running.id)
  for (const { id } of [queued, running])
    expect(await worker.videos.getJob(id)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  expect(await usedBy(other)).toBe(0)
})

test('cancelling does not change a job that has ended', async () => {
  const tab = memoryBrowser().openTab()
  const { id } = await submit(tab.videos)
  const done = await endOf(tab.videos, id)
  await tab.videos.onDevice.cancel(id)
  expect(await tab.videos.getJob(id)).toEqual(done)
  expect(await usedBy(tab)).toBe(15)
})

test('an open tab takes over the job of a crashed one (D-40)', async () => {
  const browser = memoryBrowser()
  const first = browser.openTab({ onStep: (done) => done > 20 && never() })
  const second = browser.openTab()
  const { id } = await submit(first.videos)
  await until(
    async () => ((await second.videos.getJob(id)).progress ?? 0) >= 0 && isRunning(second.videos, id)(),
  )
  first.crash()
  expect((await endOf(second.videos, id)).status).toBe('completed')
  expect(await usedBy(second)).toBe(15)
})

test('the next visit continues processing and queued jobs once each (D-40)', async () => {
  const browser = memoryBrowser()
  const first = browser.openTab({ onStep: (done) => done > 20 && never() })
  const left = await submit(first.videos)
  const queued = await submit(first.videos, { fps: 25 })
  await until(isRunning(first.videos, left.id))
  const { started_at } = await first.videos.getJob(left.id)
  first.crash()
  const ended: JobId[] = []
  const next = browser.openTab()
  next.videos.onDevice.watch(({ job }) => job.completed_at && ended.push(job.id))
  expect((await endOf(next.videos, left.id)).started_at).toBe(started_at)
  await endOf(next.videos, queued.id)
  expect(ended).toEqual([left.id, queued.id])
})

test('a job that crashes its page each time fails (D-40)', async () => {
  const browser = memoryBrowser()
  let visits = 0
  let id: JobId | undefined
  for (; visits < 20; visits++) {
    const tab = browser.openTab({ onMatteStep: never, onStep: never })
    id ??= (await submit(tab.videos)).id
    const began = await Promise.race([
      endOf(tab.videos, id).then(() => false),
      until(async () => (await tab.parts.store.list())[0]?.attempts.count === visits + 1).then(() => true),
    ])
    if (!began) break
    tab.crash()
  }
  expect(visits).toBe(4)
  const tab = browser.openTab()
  expect((await tab.videos.getJob(id as JobId)).error).toMatchObject({ code: 'processing_failed' })
  expect(await usedBy(tab)).toBe(0)
})

test('a deleted video fails its job with its reason', async () => {
  const browser = memoryBrowser()
  const first = browser.openTab({ onStep: never })
  const { id } = await submit(first.videos)
  await until(isRunning(first.videos, id))
  first.crash()
  browser.files.content.clear()
  expect((await endOf(browser.openTab().videos, id)).error?.message).toMatch(/no longer kept/)
})

test('a failing store is reported and does not block the queue', async () => {
  const store = { ...memoryJobs(), list: () => Promise.reject(new Error('no storage')) }
  const onFault = vi.fn()
  memoryBrowser({ store, onFault }).openTab()
  await until(() => onFault.mock.calls.length === 1)
  await turnEventLoop()
  expect(onFault).toHaveBeenCalledOnce()
})

test('where pages may store nothing, a video is refused with that reason', async () => {
  const refused = async () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
  const tab = memoryBrowser().openTab(undefined, { lock: refused })
  await expect(submit(tab.videos)).rejects.toMatchObject({ reason: 'video_not_copied' })
  expect(await usedBy(tab)).toBe(0)
})
