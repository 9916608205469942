import { expect, test } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import type { Job } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { ActivityLog } from '#service/activity.ts'
import { memoryActivities } from '#service/activity-log/activity-store.ts'
import {
  createResendSources,
  openActivityLog,
  type WritableActivityLog,
} from '#service/activity-log/open-activity-log.ts'
import { recordActivity } from '#service/activity-log/record-activity.ts'
import { eventually } from '#support/eventually.ts'
import {
  jobOf,
  memoryActivityLog,
  memoryResults,
  memoryTabEvents,
  serviceBase,
} from '#support/memory-activity.ts'
import { echo, recordingService } from '#support/recording-service.ts'

const metered = { metered: true, uploads: true }
const cup = new File(['cup'], 'cup.jpg', { type: 'image/jpeg' })
const clip = new File(['clip'], 'walk.mp4', { type: 'video/mp4' })

type Setup = { service?: Partial<BackgroundService>; log?: WritableActivityLog; keepsResults?: boolean }

/** No two readings of the clock are alike, so that what comes later is later. */
let ms = Date.now()

const recording = ({ service = {}, log = memoryActivityLog(), keepsResults = false }: Setup = {}) => ({
  log,
  service: recordActivity(
    { ...recordingService(echo), id: serviceBase, traits: metered, ...service },
    {
      log,
      thumbnail: async (source) => source.slice(0, 1, 'image/webp'),
      keepsResults: () => keepsResults,
      whileAlive: (_id, work) => work(),
      now: () => new Date(ms++),
    },
  ),
})

const only = async (log: ActivityLog) => {
  const list = await log.list()
  expect(list).toHaveLength(1)
  return list[0]
}

test('a charged image is listed during sending, then with its credit', async () => {
  let during: Awaited<ReturnType<typeof only>>
  const { service, log } = recording({
    service: {
      removeImage: async (image, options, call) => {
        call?.onProgress?.({ step: 'send', ratio: 0.25 })
        await eventually(async () => expect((await only(log))?.progress).toBe(0.25))
        during = await only(log)
        return echo(image as File, options)
      },
    },
  })
  await service.removeImage(cup, defaultImageOptions)
  expect(during).toMatchObject({ name: 'cup.jpg', kind: 'image', state: 'sending', credits: 0 })
  expect(await only(log)).toMatchObject({
    service: serviceBase,
    state: 'completed',
    progress: 1,
    credits: 1,
    refunded: 0,
    request_id: 'req_echo',
    error: null,
    kept: null,
  })
  await eventually(async () => expect((await only(log))?.thumbnail?.size).toBe(1))
})

test('a picture without a name is listed without one', async () => {
  const { service, log } = recording({ service: { removeImage: async (image, o) => echo(image as File, o) } })
  await service.removeImage(new Blob([cup]), defaultImageOptions)
  expect(await only(log)).toMatchObject({ name: '', kind: 'image' })
})

test('a failed request keeps its error; a cancelled one has none', async () => {
  const failure = new ServiceError('payment_required', { request_id: 'req_7' })
  const failed = recording({ service: { removeImage: () => Promise.reject(failure) } })
  await expect(failed.service.removeImage(cup, defaultImageOptions)).rejects.toBe(failure)
  expect(await only(failed.log)).toMatchObject({ state: 'failed', credits: 0, request_id: 'req_7' })
  expect((await only(failed.log))?.error?.code).toBe('payment_required')

  const abort = new DOMException('stopped', 'AbortError')
  const cancelled = recording({ service: { removeImage: () => Promise.reject(abort) } })
  await expect(cancelled.service.removeImage(cup, defaultImageOptions)).rejects.toBe(abort)
  expect(await only(cancelled.log)).toMatchObject({ state: 'failed', credits: 0, error: null })
})

test('work on this device is listed with its cost, variants are not', async () => {
  let reused = false
  const frame = {
    source: { width: 4, height: 3 },
    box: { x: 0, y: 0, width: 4, height: 3 },
    device: { backend: 'wasm' as const, threads: 1 },
    hasSubject: true,
  }
  const { service, log } = recording({
    service: {
      id: 'local',
      traits: { metered: false, uploads: false },
      removeImage: async (image, options) => ({
        ...(await echo(image as File, options)),
        placement: { ...frame, reused },
      }),
    },
    keepsResults: true,
  })
  await service.removeImage(cup, defaultImageOptions)
  reused = true
  await service.removeImage(cup, { ...defaultImageOptions, format: 'webp' })
  expect(await only(log)).toMatchObject({ service: 'local', credits: 1, kept: null })
})

test('a charged result is kept where the user chose so', async () => {
  const { service, log } = recording({ keepsResults: true })
  await service.removeImage(cup, defaultImageOptions)
  const entry = await only(log)
  expect(entry?.kept).toMatchObject({ bytes: 3 })
  expect(await (await log.readResult(entry?.id ?? ''))?.text()).toBe('cup')
})

test('a charged result without space to keep it has the reason', async () => {
  const full = () => Promise.reject(new DOMException('quota', 'QuotaExceededError'))
  const results = { ...memoryResults(), keep: full }
  const log = openActivityLog({ store: memoryActivities(), results, events: memoryTabEvents() })
  await recording({ log, keepsResults: true }).service.removeImage(cup, defaultImageOptions)
  expect(await only(log)).toMatchObject({
    state: 'completed',
    kept: null,
    unkept: { reason: 'keeping_storage_full' },
  })
})

test('an accepted video has the id and credits of its job', async () => {
  const { service, log } = recording({ service: { submitVideo: async () => jobOf() } })
  await service.submitVideo(clip, defaultVideoOptions)
  expect(await only(log)).toMatchObject({ id: 'job_one', name: 'walk.mp4', state: 'queued', credits: 35 })
  await eventually(async () => expect((await only(log))?.thumbnail).not.toBeNull())
})

test('a job that began before its entry was added is updated', async () => {
  const running: Job = { ...jobOf(), status: 'processing', progress: 0.4 }
  const { service, log } = recording({
    service: {
      id: 'local',
      traits: { metered: false, uploads: false },
      submitVideo: async () => jobOf(),
      getJob: async () => running,
    },
  })
  await service.submitVideo(clip, defaultVideoOptions)
  await eventually(async () => expect(await only(log)).toMatchObject({ state: 'processing', progress: 0.4 }))
})

test('a request is sent again while this tab has its source', async () => {
  let broken = true
  const { service, log } = recording({
    service: {
      removeImage: (image, options) =>
        broken ? Promise.reject(new ServiceError('upstream_error')) : echo(image as File, options),
    },
  })
  await expect(service.removeImage(cup, defaultImageOptions)).rejects.toThrow()
  const failed = await only(log)
  broken = false
  await log.resend(failed?.id ?? '')?.()
  const [again, before] = await log.list()
  expect(before?.id).toBe(failed?.id)
  expect(again).toMatchObject({ state: 'completed', credits: 1, kept: { bytes: 3 }, name: 'cup.jpg' })
  await log.delete(failed?.id ?? '')
  expect(log.resend(failed?.id ?? '')).toBeNull()
})

const device = { id: 'local', traits: { metered: false, uploads: false } }

/** Submits twenty videos; every fourth is cancelled, and every fourth fails. */
const submitTwenty = async (service: Partial<BackgroundService>) => {
  const sources = createResendSources()
  const log = openActivityLog({
    store: memoryActivities(),
    results: memoryResults(),
    events: memoryTabEvents(),
    sources,
  })
  let count = 0
  const recorded = recording({
    log,
    service: {
      ...service,
      submitVideo: async () => {
        count++
        if (count % 4 === 0) throw new DOMException('stopped', 'AbortError')
        if (count % 4 === 1) throw new ServiceError('invalid_video')
        return jobOf({ id: `job_${count}` })
      },
    },
  })
  for (let each = 0; each < 20; each++)
    await recorded.service.submitVideo(clip, defaultVideoOptions).catch(() => {})
  return { log, sources }
}

test.each([
  ['on this device', device],
  ['on a service', {}],
])('a video is held by its entry only: %s', async (_, service) => {
  const { log, sources } = await submitTwenty(service)
  const entries = (await log.list()).map(({ id }) => id)
  expect(entries).toEqual(expect.arrayContaining([...sources.ids()]))
  expect(sources.ids().length).toBeGreaterThan(9)
  const [first] = sources.ids()
  await log.delete(first ?? '')
  expect(sources.ids()).not.toContain(first)
  await log.clear()
  expect(sources.ids()).toEqual([])
})

test('a source is released when another tab deletes its entry', async () => {
  const [store, events, results] = [memoryActivities(), memoryTabEvents(), memoryResults()]
  const sources = createResendSources()
  const log = openActivityLog({ store, results, events, sources })
  const refuse = () => Promise.reject(new ServiceError('upstream_error'))
  const { service } = recording({ log, service: { removeImage: refuse } })
  await expect(service.removeImage(cup, defaultImageOptions)).rejects.toThrow()
  expect(sources.ids()).toHaveLength(1)
  await openActivityLog({ store, results, events }).clear()
  await eventually(() => expect(sources.ids()).toEqual([]))
})

test('a finished picture is not held', async () => {
  const sources = createResendSources()
  const log = openActivityLog({
    store: memoryActivities(),
    results: memoryResults(),
    events: memoryTabEvents(),
    sources,
  })
  await recording({ log }).service.removeImage(cup, defaultImageOptions)
  expect(sources.ids()).toEqual([])
})

test('a completed request loses the error of an interruption', async () => {
  const { service, log } = recording({
    service: {
      removeImage: async (image, options) => {
        const entry = await only(log)
        const error = new ServiceError('internal_server_error').toBody()
        await log.update(entry?.id ?? '', (activity) => ({ ...activity, state: 'failed', error }))
        return echo(image as File, options)
      },
    },
  })
  await service.removeImage(cup, defaultImageOptions)
  expect(await only(log)).toMatchObject({ state: 'completed', error: null })
})

test('a request holds its lock from before its entry to its end', async () => {
  const events: string[] = []
  const log = memoryActivityLog()
  const note = (event: string) => void events.push(event)
  const put: WritableActivityLog['put'] = async (activity) => {
    note(`entered ${activity.state}`)
    await log.put(activity)
  }
  const service = recordActivity(
    { ...recordingService(echo), id: serviceBase, traits: metered, submitVideo: async () => jobOf() },
    {
      log: { ...log, put },
      thumbnail: async () => null,
      keepsResults: () => false,
      whileAlive: async (_id, work) => {
        note('alive')
        const result = await work()
        note('over')
        return result
      },
      now: () => new Date(),
    },
  )
  await service.removeImage(cup, defaultImageOptions)
  await service.submitVideo(clip, defaultVideoOptions)
  expect(events).toEqual([
    ...['alive', 'entered sending', 'over'],
    ...['alive', 'entered sending', 'entered queued', 'over'],
  ])
})

test('a failing log does not fail the request', async () => {
  const refuse = () => Promise.reject(new Error('broken'))
  const log = { ...memoryActivityLog(), put: refuse, update: refuse, delete: refuse, keepResult: refuse }
  const { service } = recording({ log, service: { submitVideo: async () => jobOf() }, keepsResults: true })
  expect((await service.removeImage(cup, defaultImageOptions)).facts.request_id).toBe('req_echo')
  expect((await service.submitVideo(clip, defaultVideoOptions)).id).toBe('job_one')
})
