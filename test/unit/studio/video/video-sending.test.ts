import { expect, test, vi } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { createJob, type Job } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import {
  currentRunLocation,
  failureOf,
  phaseOf,
  resultsOf,
  type VideoItem,
} from '#library/videos/video-item.ts'
import type { Activity } from '#service/activity.ts'
import { estimateJob } from '#studio/features/video/export/job-estimate.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { activityOf } from '#support/memory-activity.ts'
import { openVideos } from '#support/open-items.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const options = defaultVideoOptions
const pace = { matting: {}, writing: {}, weight: {} }
const now = Date.parse('2026-01-02T00:00:00Z')

const accepted = (change: Partial<Job> = {}): Job => ({
  ...createJob({
    id: 'job_remote1',
    at: new Date(),
    duration_seconds: 2,
    fps: 30,
    width: 64,
    height: 48,
    frames: 60,
    format: 'webm',
    channels: 'rgba',
    status_url: 'https://api.example.com/v1/jobs/job_remote1',
  }),
  ...change,
})

type Submit = BackgroundService['submitVideo']

/** A queue with one probed video that runs on the service, which answers with `submit`. */
const withRemote = async (submit: Submit = () => Promise.resolve(accepted())) => {
  const send = vi.fn<Submit>(submit)
  const device = inMemoryService({ video: {} })
  const queue = openVideos(device, send)
  device.onDevice?.videos.watch(queue.applyJobChange)
  queue.add([{ id: 'a', file: scriptedVideo({ durationSeconds: 2 }), name: 'a.mp4', url: null }])
  const item = (id = 'a'): VideoItem => {
    const found = queue.get().items.find((each) => each.id === id)
    if (!found) throw new Error(`no video ${id}`)
    return found
  }
  const reaches = (phase: string) => eventually(() => expect(phaseOf(item())).toBe(phase))
  await reaches('ready')
  queue.setRunLocation('a', 'service')
  return { queue, send, item, reaches }
}

const sent = (job: Job, change: Partial<Activity> = {}) => [
  activityOf({ kind: 'video', job, state: 'processing', ...change }),
]

test('only Start sends a video, once, at the announced price', async () => {
  const { queue, send, item, reaches } = await withRemote()
  expect(estimateJob(item(), options, pace)?.credits).toBe(10)
  expect(send).not.toHaveBeenCalled()
  queue.start('a', options)
  queue.start('a', options)
  await reaches('waiting')
  expect(send).toHaveBeenCalledTimes(1)
  expect([currentRunLocation(item()), item().jobs[0]?.job.credits]).toEqual(['service', 10])
})

test('a composition is made on this device and never sent', async () => {
  const { queue, send, item, reaches } = await withRemote()
  const parts = { composition: { ...noComposition, outline: { width: 0.01, color: '#ffffff' } } }
  queue.start('a', options, { parts })
  await reaches('waiting')
  expect(send.mock.calls[0]?.[2]).not.toHaveProperty('parts')
  expect(item().jobs[0]?.parts).toBeUndefined()

  const here = inMemoryService({ video: {} })
  const own = openVideos(here)
  here.onDevice?.videos.watch(own.applyJobChange)
  own.add([{ id: 'a', file: scriptedVideo({ durationSeconds: 2 }), name: 'a.mp4', url: null }])
  const mine = () => own.get().items[0] as VideoItem
  await eventually(() => expect(phaseOf(mine())).toBe('ready'))
  own.start('a', options, { parts })
  await eventually(() => expect(phaseOf(mine())).toBe('done'))
  expect((await here.onDevice?.videos.list())?.[0]?.parts).toEqual(parts)
  expect(estimateJob(mine(), options, pace, parts)?.match?.parts).toEqual(parts)
  expect(estimateJob(mine(), options, pace)?.match).toBeNull()
})

test('a sent job follows the activity log, up to its result', async () => {
  const { queue, item, reaches } = await withRemote()
  queue.start('a', options)
  await reaches('waiting')
  queue.applyLog(sent(accepted({ status: 'processing', progress: 0.4 })), now)
  await reaches('working')
  queue.applyLog(sent(accepted({ status: 'completed', progress: 1 })), now)
  await reaches('done')
  expect(resultsOf(item())[0]?.runLocation).toBe('service')
  expect(queue.get().items).toHaveLength(1)
})

test('a sent job that ended while its video was removed is done', async () => {
  const { queue, reaches } = await withRemote()
  queue.start('a', options)
  await reaches('waiting')
  queue.remove('a')
  queue.applyLog(sent(accepted({ status: 'completed', progress: 1 })), now)
  queue.undoRemove()
  await reaches('done')
  // One that comes back after the log was read.
  const kept = queue.get().items.map((item) => ({
    ...item,
    jobs: item.jobs.map((made) => ({ ...made, job: accepted() })),
  }))
  queue.remove('a')
  queue.purge()
  await queue.addKept(kept)
  await reaches('done')
})

test('a result of the device does not replace one of the service', async () => {
  const { queue, item, reaches } = await withRemote()
  queue.start('a', options)
  await reaches('waiting')
  queue.applyLog(sent(accepted({ status: 'completed', progress: 1 })), now)
  await reaches('done')
  expect(estimateJob(item(), options, pace)?.match).not.toBeNull()
  expect(estimateJob(item(), { ...options, level: 'fine', audio: 'mute' }, pace)?.match).not.toBeNull()
  expect(estimateJob(item(), { ...options, bg_color: { r: 0, g: 255, b: 0 } }, pace)?.match).toBeNull()
  queue.setRunLocation('a', 'device')
  expect(estimateJob(item(), options, pace)?.match).toBeNull()
})

test.each([
  ['nobody answered', new ServiceError('upstream_error', { status: 0 }), true],
  ['a server error', new ServiceError('internal_server_error'), true],
  ['a refusal', new ServiceError('payment_required'), false],
  ['too many requests', new ServiceError('rate_limit_exceeded'), false],
])('after %s it is known whether the video may have been charged (D-53)', async (_, error, isUnsure) => {
  const { queue, send, item, reaches } = await withRemote(() => Promise.reject(error))
  queue.start('a', options)
  await reaches('failed')
  expect(item().isOutcomeUnknown).toBe(isUnsure)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a video that was stopped during its upload may be accepted', async () => {
  const { queue, item, reaches } = await withRemote((_video, _options, call) => {
    call?.onProgress?.({ step: 'send', ratio: 0.5, bytes: { loaded: 1, total: 2 } })
    return new Promise((_, reject) => {
      call?.signal?.addEventListener('abort', () => reject(call.signal?.reason))
    })
  })
  queue.start('a', options)
  await eventually(() => expect(item().progress?.step).toBe('send'))
  queue.cancel('a')
  await reaches('stopped')
  expect(item().isOutcomeUnknown).toBe(true)
})

test('a video that failed on the service runs on this device', async () => {
  const { queue, item, reaches } = await withRemote(() =>
    Promise.reject(new ServiceError('payment_required')),
  )
  queue.start('a', options)
  await reaches('failed')
  queue.setRunLocation('a', 'device')
  queue.start('a', options)
  await reaches('done')
  expect(resultsOf(item())[0]?.runLocation).toBe('device')
})

test('a video that the service has accepted cannot be cancelled', async () => {
  const { queue, reaches } = await withRemote()
  queue.start('a', options)
  await reaches('waiting')
  queue.cancel('a')
  await reaches('waiting')
})

test('a result that is gone is expired, unless this device kept it (D-39)', async () => {
  const { queue, item, reaches } = await withRemote()
  queue.start('a', options)
  await reaches('waiting')
  const job = accepted({ status: 'completed', progress: 1, expires_at: new Date(now).toISOString() })
  queue.applyLog(sent(job, { kept: { hash: 'a', bytes: 1, type: 'video/webm' } }), now)
  expect(phaseOf(item())).toBe('done')
  queue.applyLog(sent(job), now - 1)
  expect(phaseOf(item())).toBe('done')
  queue.applyLog(sent(job), now)
  expect(item()).toMatchObject({ jobs: [], isExpired: true })
})

test('the log brings no video that the list does not have', async () => {
  const { queue } = await withRemote()
  queue.applyLog(sent(accepted({ status: 'completed', progress: 1 })), now)
  expect(queue.get().items.map(({ id, jobs }) => [id, jobs])).toEqual([['a', []]])
})

test('the result of a service is composed here with its alpha', async () => {
  const { queue, send, item, reaches } = await withRemote()
  queue.start('a', options)
  await reaches('waiting')
  queue.applyJobChange({ job: { ...accepted(), status: 'completed', progress: 1 } })
  const outline = { width: 0.01, color: '#ffffff' }
  const parts = { composition: { ...noComposition, outline } }
  expect(estimateJob(item(), options, pace)).toMatchObject({
    alphaFrom: null,
    match: { runLocation: 'service' },
  })
  const plan = estimateJob(item(), { ...options, format: 'mp4' }, pace, parts)
  expect(plan).toMatchObject({ alphaFrom: { runLocation: 'service' }, match: null })

  const cutout = scriptedVideo({ durationSeconds: 2, hasAlpha: true }, 'cut-out.webm')
  queue.start('a', options, { parts, alphaFrom: async () => cutout })
  expect(currentRunLocation(item())).toBe('device')
  await reaches('done')
  expect(send).toHaveBeenCalledTimes(1)
  const [newest] = resultsOf(item())
  expect(newest).toMatchObject({ runLocation: 'device', isAlphaGiven: true, parts })
  expect(estimateJob(item(), options, pace, parts)?.match).toBe(newest)
  // Other settings use the same alpha; on this device alone the video would be cut out anew.
  expect(estimateJob(item(), options, pace)?.match?.runLocation).toBe('service')
  queue.setRunLocation('a', 'device')
  expect(estimateJob(item(), options, pace, parts)).toMatchObject({ alphaFrom: null, match: null })
})

test('colour and format of a transparent service result are made here', async () => {
  const { queue, item, reaches } = await withRemote()
  queue.start('a', options)
  await reaches('waiting')
  queue.applyJobChange({ job: { ...accepted(), status: 'completed', progress: 1 } })
  const changes: readonly Partial<typeof options>[] = [
    { bg_color: { r: 255, g: 255, b: 255 } },
    { format: 'mp4' },
    { size: 'preview' },
    { channels: 'alpha' },
  ]
  for (const change of changes)
    expect(estimateJob(item(), { ...options, ...change }, pace)).toMatchObject({
      alphaFrom: { runLocation: 'service' },
      match: null,
    })
})

test('a composed result keeps its alpha after the service deleted it', async () => {
  const { queue, item, reaches } = await withRemote()
  const cutout = scriptedVideo({ durationSeconds: 2, hasAlpha: true }, 'cut-out.webm')
  queue.start('a', options, { alphaFrom: async () => cutout })
  await reaches('done')
  const mp4 = { ...options, format: 'mp4' } as const
  expect(estimateJob(item(), mp4, pace)).toMatchObject({ alphaFrom: { isAlphaGiven: true }, match: null })
})

test('a result without transparency is not composed', async () => {
  const opaque = { ...options, format: 'mp4' } as const
  const { queue, item, reaches } = await withRemote(async () => accepted({ format: 'mp4' }))
  queue.start('a', opaque)
  await reaches('waiting')
  queue.applyJobChange({ job: { ...accepted({ format: 'mp4' }), status: 'completed', progress: 1 } })
  const parts = { composition: { ...noComposition, outline: { width: 0.01, color: '#ffffff' } } }
  expect(estimateJob(item(), opaque, pace, parts)?.alphaFrom).toBeNull()
})

test('an unreadable cut-out fails on this device, without charge', async () => {
  const { queue, item, reaches } = await withRemote()
  queue.start('a', options)
  await reaches('waiting')
  queue.applyJobChange({ job: { ...accepted(), status: 'completed', progress: 1 } })
  queue.start('a', options, {
    alphaFrom: () => Promise.reject(new ServiceError('upstream_error', { status: 0 })),
  })
  await eventually(() => expect(failureOf(item())?.error.code).toBe('upstream_error'))
  expect(currentRunLocation(item())).toBe('device')
  expect(item().isOutcomeUnknown).toBe(false)
})
