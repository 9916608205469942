import { expect, test, vi } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import type { Job } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { ActivityLedger } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { OpenLedger } from '#service/ledger/open-ledger.ts'
import { recordActivity } from '#service/ledger/record-activity.ts'
import { jobOf, memoryActivityLedger, serviceBase } from '#support/memory-activity.ts'
import { echo, recordingService } from '#support/recording-service.ts'

const metered = { metered: true, offline: false, uploads: true }
const cup = new File(['cup'], 'cup.jpg', { type: 'image/jpeg' })
const clip = new File(['clip'], 'walk.mp4', { type: 'video/mp4' })

type Setup = { service?: Partial<BackgroundService>; ledger?: OpenLedger; keepsResults?: boolean }

const recording = ({ service = {}, ledger = memoryActivityLedger(), keepsResults = false }: Setup = {}) => ({
  ledger,
  service: recordActivity(
    { ...recordingService(echo), id: serviceBase, traits: metered, ...service },
    {
      ledger,
      thumbnail: async (source) => source.slice(0, 1, 'image/webp'),
      keepsResults: () => keepsResults,
      whileAlive: (_id, work) => work(),
      now: () => new Date(),
    },
  ),
})

const only = async (ledger: ActivityLedger) => {
  const list = await ledger.list()
  expect(list).toHaveLength(1)
  return list[0]
}

test('an image that was paid for is on the list while it is sent, and with its credit once it is back', async () => {
  let during: Awaited<ReturnType<typeof only>>
  const { service, ledger } = recording({
    service: {
      removeImage: async (image, options, call) => {
        call?.onProgress?.({ stage: 'send', ratio: 0.25 })
        await vi.waitFor(async () => expect((await only(ledger))?.progress).toBe(0.25))
        during = await only(ledger)
        return echo(image as File, options)
      },
    },
  })
  await service.removeImage(cup, defaultImageOptions)
  expect(during).toMatchObject({ name: 'cup.jpg', kind: 'image', state: 'sending', credits: 0 })
  expect(await only(ledger)).toMatchObject({
    ...{ service: serviceBase, state: 'completed', progress: 1, credits: 1, refunded: 0 },
    ...{ request_id: 'req_echo', error: null, isKept: false },
  })
  await vi.waitFor(async () => expect((await only(ledger))?.thumbnail?.size).toBe(1))
})

test('what failed cost nothing and keeps its reason; what was cancelled has none', async () => {
  const failure = new ServiceError('payment_required', { request_id: 'req_7' })
  const failed = recording({ service: { removeImage: () => Promise.reject(failure) } })
  await expect(failed.service.removeImage(cup, defaultImageOptions)).rejects.toBe(failure)
  expect(await only(failed.ledger)).toMatchObject({ state: 'failed', credits: 0, request_id: 'req_7' })
  expect((await only(failed.ledger))?.error?.code).toBe('payment_required')

  const abort = new DOMException('stopped', 'AbortError')
  const cancelled = recording({ service: { removeImage: () => Promise.reject(abort) } })
  await expect(cancelled.service.removeImage(cup, defaultImageOptions)).rejects.toBe(abort)
  expect(await only(cancelled.ledger)).toMatchObject({ state: 'failed', credits: 0, error: null })
})

test('work on this device is entered with what it would have cost, another look at it is not', async () => {
  let reused = false
  const frame = { source: { width: 4, height: 3 }, box: { x: 0, y: 0, width: 4, height: 3 }, device: 'CPU' }
  const { service, ledger } = recording({
    service: {
      ...{ id: 'local', traits: { metered: false, offline: true, uploads: false } },
      removeImage: async (image, options) => ({
        ...(await echo(image as File, options)),
        frame: { ...frame, reused },
      }),
    },
    keepsResults: true,
  })
  await service.removeImage(cup, defaultImageOptions)
  reused = true
  await service.removeImage(cup, { ...defaultImageOptions, format: 'webp' })
  expect(await only(ledger)).toMatchObject({ service: 'local', credits: 1, isKept: false })
})

test('a paid result is kept on this device where the user asked for it', async () => {
  const { service, ledger } = recording({ keepsResults: true })
  await service.removeImage(cup, defaultImageOptions)
  const entry = await only(ledger)
  expect(entry?.isKept).toBe(true)
  expect(await (await ledger.kept(entry?.id ?? ''))?.text()).toBe('cup')
})

test('a video is known by its job once that is accepted, with the credits of the job', async () => {
  const { service, ledger } = recording({ service: { submitVideo: async () => jobOf() } })
  await service.submitVideo(clip, defaultVideoOptions)
  expect(await only(ledger)).toMatchObject({ id: 'job_one', name: 'walk.mp4', state: 'queued', credits: 35 })
  await vi.waitFor(async () => expect((await only(ledger))?.thumbnail).not.toBeNull())
})

test('a video of this device that began before it was entered is caught up with', async () => {
  const running: Job = { ...jobOf(), status: 'processing', progress: 0.4 }
  const { service, ledger } = recording({
    service: {
      ...{ id: 'local', traits: { metered: false, offline: true, uploads: false } },
      ...{ submitVideo: async () => jobOf(), getJob: async () => running },
    },
  })
  await service.submitVideo(clip, defaultVideoOptions)
  await vi.waitFor(async () =>
    expect(await only(ledger)).toMatchObject({ state: 'processing', progress: 0.4 }),
  )
})

test('the same is sent again while its source is in this tab, and its result is kept', async () => {
  let broken = true
  const { service, ledger } = recording({
    service: {
      removeImage: (image, options) =>
        broken ? Promise.reject(new ServiceError('upstream_error')) : echo(image as File, options),
    },
  })
  await expect(service.removeImage(cup, defaultImageOptions)).rejects.toThrow()
  const failed = await only(ledger)
  broken = false
  await new Promise((resolve) => setTimeout(resolve, 2))
  await ledger.again(failed?.id ?? '')?.()
  const [again, before] = await ledger.list()
  expect(before?.id).toBe(failed?.id)
  expect(again).toMatchObject({ state: 'completed', credits: 1, isKept: true, name: 'cup.jpg' })
  await ledger.delete(failed?.id ?? '')
  expect(ledger.again(failed?.id ?? '')).toBeNull()
})

test('a ledger that fails never fails the work', async () => {
  const refuse = () => Promise.reject(new Error('broken'))
  const ledger = { ...memoryActivityLedger(), put: refuse, update: refuse, delete: refuse, keep: refuse }
  const { service } = recording({ ledger, service: { submitVideo: async () => jobOf() }, keepsResults: true })
  expect((await service.removeImage(cup, defaultImageOptions)).facts.request_id).toBe('req_echo')
  expect((await service.submitVideo(clip, defaultVideoOptions)).id).toBe('job_one')
})
