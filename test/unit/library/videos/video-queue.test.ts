import { expect, test, vi } from 'vitest'
import type { JobId } from '#contract/ids.ts'
import { leftOut } from '#contract/left-out.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { findItem } from '#library/items/item.ts'
import { isBlockedByPause, phaseOf, resultsOf, type VideoItem } from '#library/videos/video-item.ts'
import { estimateJob } from '#studio/features/video/export/job-estimate.ts'
import { percentOf, phaseText, videoNews, workText } from '#studio/features/video/queue/video-status-text.ts'
import { activeItem } from '#studio/items/tab-progress.ts'
import { eventually } from '#support/eventually.ts'
import type { VideoScript } from '#support/fake-video-workers.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { activityOf } from '#support/memory-activity.ts'
import { openVideos } from '#support/open-items.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const options = defaultVideoOptions
/** A queue that follows all job changes of its service, as the page's does. */
const opened = (service: BackgroundService) => {
  const queue = openVideos(service)
  service.onDevice?.videos.watch(queue.applyJobChange)
  const item = (id: string): VideoItem => {
    const found = queue.get().items.find((each) => each.id === id)
    if (!found) throw new Error(`no video ${id}`)
    return found
  }
  const reaches = (id: string, phase: string) => eventually(() => expect(phaseOf(item(id))).toBe(phase))
  /** Adds a clip, and starts it once it is ready. */
  const runs = async (id: string, phase: string) => {
    queue.add([clip(id)])
    await reaches(id, 'ready')
    queue.start(id, options)
    await reaches(id, phase)
  }
  return { queue, item, reaches, runs }
}

const withService = (video: VideoScript = {}) => {
  const service = inMemoryService({ video })
  return { service, ...opened(service) }
}

const clip = (id: string, facts = {}) => ({ id, file: scriptedVideo(facts), name: `${id}.mp4`, url: null })

test('a video is probed at once and worked on after Start', async () => {
  const { queue, item, reaches } = withService()
  queue.add([clip('a')])
  expect(phaseOf(item('a'))).toBe('reading')
  await reaches('a', 'ready')
  expect(item('a').facts?.frames).toBe(60)
  queue.start('a', options)
  expect(phaseOf(item('a'))).toBe('starting')
  await reaches('a', 'done')
  expect(resultsOf(item('a'))).toHaveLength(1)
})

test('a clip that finds no room takes that of removed ones', async () => {
  const service = inMemoryService({ video: {} })
  const isFull = async () => ((await service.onDevice?.videos.list()) ?? []).length > 0
  const { queue, runs } = opened({
    ...service,
    submitVideo: async (...call) => {
      if (await isFull()) throw new ServiceError('internal_server_error', { reason: 'storage_full' })
      return service.submitVideo(...call)
    },
  })
  await runs('a', 'done')
  await runs('b', 'failed')
  queue.remove('a')
  await runs('c', 'done')
  expect(queue.list.get().removed).toEqual([])
})

test('an unreadable video stops no other', async () => {
  const { queue, item, reaches } = withService()
  queue.add([clip('bad', { isBroken: true }), clip('good')])
  await reaches('bad', 'unreadable')
  expect(item('bad').error?.code).toBe('invalid_video')
  await reaches('good', 'ready')
})

test('a failed video stops no other and can be tried again', async () => {
  let failing = true
  const { queue, item, reaches } = withService({
    onStep: (done) => {
      if (failing && done > 20) throw new ServiceError('internal_server_error')
    },
  })
  queue.add([clip('a'), clip('b', { durationSeconds: 3 })])
  await reaches('b', 'ready')
  queue.start('a', options)
  await reaches('a', 'failed')
  expect(item('a').jobs[0]?.job.error).not.toBeNull()
  failing = false
  queue.start('b', options)
  await reaches('b', 'done')
  queue.retry('a', options)
  await reaches('a', 'done')
})

test('Cancel takes effect at once and keeps the settings', async () => {
  const { queue, item, reaches } = withService({ stepMs: 20 })
  queue.add([clip('a')])
  await reaches('a', 'ready')
  queue.setTrim('a', { fromSeconds: 1, toSeconds: 2 })
  queue.start('a', options)
  await reaches('a', 'working')
  queue.cancel('a')
  expect(phaseOf(item('a'))).toBe('stopped')
  await eventually(() => expect(item('a').jobs[0]?.job.status).toBe('failed'))
  expect(phaseOf(item('a'))).toBe('stopped')
  expect(item('a').trim).toEqual({ fromSeconds: 1, toSeconds: 2 })
  queue.start('a', options)
  await reaches('a', 'done')
})

test('a clip starts again although its cancelled start has not ended', async () => {
  const service = inMemoryService()
  let isFirst = true
  const { queue, reaches } = opened({
    ...service,
    submitVideo: async (...given) => {
      if (!isFirst) return service.submitVideo(...given)
      isFirst = false
      return await new Promise(() => {})
    },
  })
  queue.add([clip('a')])
  await reaches('a', 'ready')
  queue.start('a', options)
  await eventually(() => expect(isFirst).toBe(false))
  queue.cancel('a')
  queue.start('a', options)
  await reaches('a', 'done')
})

test('cancelling one more format leaves a finished clip done', async () => {
  const { queue, item, reaches, runs } = withService({ stepMs: 20 })
  await runs('a', 'done')
  queue.start('a', { ...options, format: 'mp4' })
  await reaches('a', 'working')
  queue.cancel('a')
  await eventually(() => expect(item('a').jobs[0]?.job.status).toBe('failed'))
  expect([phaseOf(item('a')), phaseText(item('a'))]).toEqual(['done', 'Done, WebM'])
})

/** Work that stops halfway until it is paused. */
const pausedHalfway = async () => {
  let wasPaused = false
  const all = withService({
    stepMs: 50,
    onStep: (done) => (done >= 40 && !wasPaused ? new Promise(() => {}) : undefined),
  })
  const { queue, item, reaches } = all
  queue.add([clip('a'), clip('b', { durationSeconds: 3 })])
  await reaches('b', 'ready')
  queue.start('a', options)
  await eventually(() => expect(item('a').progress?.frames?.done).toBeGreaterThan(0))
  queue.start('b', options)
  await reaches('b', 'waiting')
  const before = queue.get()
  queue.togglePause('a')
  await reaches('a', 'paused')
  wasPaused = true
  return { ...all, before }
}

test('a paused video shows its progress and is not active', async () => {
  const { queue, item, before } = await pausedHalfway()
  const { items } = queue.get()
  expect(phaseText(item('a'))).toMatch(/^Paused at [1-9]\d* %$/)
  expect(videoNews(findItem(before.items, 'a'), item('a'))).toMatch(/^paused at \d+ %$/)
  expect(item('a')).toMatchObject({ progress: null })
  expect(activeItem(items, queue.list)).toBeNull()
  expect(activeItem(before.items, queue.list)?.id).toBe('a')
  expect(isBlockedByPause(item('b'), items)).toBe(true)
  expect(isBlockedByPause(item('b'), before.items)).toBe(false)
  // A poll, which does not report pauses, and a late progress report.
  const [{ job } = { job: null }] = item('a').jobs
  if (!job) throw new Error('no job')
  queue.applyJobChange({ job })
  queue.applyJobChange({ job, progress: { step: 'cut', ratio: 0.5, frames: { done: 30, total: 60 } } })
  expect(phaseOf(item('a'))).toBe('paused')
  expect(item('a').progress).toBeNull()
})

test('a pause shows at once and is reverted where storing fails', async () => {
  const { service, queue, item, reaches, runs } = withService({
    onStep: (done) => done > 0 && new Promise(() => {}),
  })
  const videos = service.onDevice?.videos
  if (!videos) throw new Error('not on this device')
  await runs('a', 'working')
  vi.spyOn(videos, 'pause').mockRejectedValueOnce(new ServiceError('internal_server_error'))
  queue.togglePause('a')
  expect(phaseOf(item('a'))).toBe('paused')
  await reaches('a', 'working')
  queue.togglePause('a')
  await eventually(async () => expect((await videos.list())[0]?.pause?.state).toBe('on'))
  expect(phaseOf(item('a'))).toBe('paused')
})

test('a resumed video goes on before those that wait', async () => {
  const { queue, item, reaches } = await pausedHalfway()
  const percents: number[] = []
  queue.subscribe(() => percents.push(percentOf(item('a'))))
  const at = Math.floor((item('a').jobs[0]?.job.progress ?? 0) * 100)
  queue.togglePause('a')
  await reaches('a', 'done')
  expect(Math.min(...percents.filter((percent) => percent > 0))).toBe(at)
  await reaches('b', 'done')
})

test('a video that is started during a pause is worked on', async () => {
  const { queue, item, reaches } = await pausedHalfway()
  queue.add([clip('c', { durationSeconds: 1 })])
  await reaches('c', 'ready')
  const held = new Set<boolean>()
  queue.subscribe(() => held.add(isBlockedByPause(item('c'), queue.get().items)))
  queue.start('c', options)
  await reaches('c', 'done')
  expect([...held]).toEqual([false])
  expect(phaseOf(item('a'))).toBe('paused')
  expect(phaseOf(item('b'))).toBe('waiting')
})

test('a paused video of an earlier visit stays paused until cancelled', async () => {
  const { service, queue: before, reaches: reachesBefore } = await pausedHalfway()
  before.cancel('b')
  await reachesBefore('b', 'stopped')
  const { queue, reaches } = opened(service)
  await queue.addKept(before.get().items)
  const paused = queue.get().items.find((item) => phaseOf(item) === 'paused')
  if (!paused) throw new Error('nothing is paused')
  expect(videoNews(null, paused)).toMatch(/^paused at \d+ %$/)
  queue.remove(paused.id)
  queue.undoRemove()
  await reaches(paused.id, 'stopped')
  await eventually(async () => {
    const jobs = await service.onDevice?.videos.list()
    expect(jobs?.map(({ job }) => job.error?.code)).toEqual(['cancelled', 'cancelled'])
  })
})

test('progress counts frames and never decreases', async () => {
  const { queue, item, reaches } = withService({ stepMs: 100 })
  const seen: number[] = []
  queue.add([clip('a')])
  await reaches('a', 'ready')
  queue.subscribe(() => {
    const { frames } = item('a').progress ?? {}
    if (frames) seen.push(frames.done)
  })
  queue.start('a', options)
  await reaches('a', 'done')
  expect(new Set(seen).size).toBeGreaterThan(2)
  expect([...seen].sort((a, b) => a - b)).toEqual(seen)
})

test('a part is cut once for all formats', async () => {
  const service = inMemoryService()
  const trim = vi.spyOn(service.onDevice?.workers ?? raise(), 'trim')
  const { queue, item, reaches } = opened(service)
  queue.add([clip('a')])
  await reaches('a', 'ready')
  queue.setTrim('a', { fromSeconds: 0.5, toSeconds: 2 })
  queue.start('a', options)
  await reaches('a', 'done')
  queue.start('a', { ...options, format: 'mov' })
  await eventually(() => expect(resultsOf(item('a'))).toHaveLength(2))
  expect(trim).toHaveBeenCalledTimes(1)
  expect(resultsOf(item('a'))[0]?.source).toBe(resultsOf(item('a'))[1]?.source)
})

test('a video of an earlier visit returns with its results', async () => {
  const before = withService()
  before.queue.add([clip('a')])
  await before.reaches('a', 'ready')
  before.queue.setTrim('a', { fromSeconds: 0.5, toSeconds: 2 })
  before.queue.start('a', options)
  await before.reaches('a', 'done')
  before.queue.start('a', { ...options, format: 'gif' })
  await eventually(() => expect(resultsOf(before.item('a'))).toHaveLength(2))

  const { queue, item } = opened(before.service)
  await queue.restore()
  expect(queue.get().items).toEqual([])
  await queue.addKept(before.queue.get().items)
  const formats = () => resultsOf(item('a')).map(({ job }) => job.format)
  expect(formats()).toEqual(['gif', 'webm'])
  await eventually(() => expect(item('a').facts?.frames).toBe(60))
  queue.open('a')
  await eventually(() => expect(resultsOf(item('a')).every(({ source }) => source)).toBe(true))
  // Another part of the same video.
  queue.setTrim('a', { fromSeconds: 0, toSeconds: 1 })
  queue.start('a', options)
  await eventually(() => expect(formats()).toEqual(['webm', 'gif', 'webm']))
  expect(resultsOf(item('a'))[0]?.trim).toEqual({ fromSeconds: 0, toSeconds: 1 })
})

test('a job that ended while its video was read back is done', async () => {
  const before = withService({ stepMs: 20 })
  await before.runs('a', 'working')
  const readThen = before.item('a')
  await before.reaches('a', 'done')
  const { queue, reaches } = opened(before.service)
  queue.list.add([readThen])
  await reaches('a', 'done')
})

test('a job of the API is listed once, by one page', async () => {
  const there = withService({ stepMs: 5 })
  const here = opened(there.service)
  await there.runs('a', 'done')
  expect(here.queue.get().items).toEqual([])
  await there.service.submitVideo(scriptedVideo({ fps: 20 }), options)
  const phases = () => [...here.queue.get().items, ...there.queue.get().items].map(phaseOf)
  await eventually(() => expect(phases()).toEqual(['done', 'done']))
  await Promise.all([here.queue.restore(), there.queue.restore()])
  expect(phases()).toEqual(['done', 'done'])
})

test('a removed video is cancelled, and late changes do not restore it', async () => {
  const { service, queue, runs } = withService({ stepMs: 20 })
  await runs('a', 'working')
  queue.remove('a')
  queue.purge()
  await eventually(async () => expect(await service.onDevice?.videos.list()).toEqual([]))
  await queue.restore()
  expect(queue.get().items).toEqual([])
})

test('undo restores a finished video at its place, with its result', async () => {
  const { service, queue, item, reaches } = withService()
  queue.add([clip('a'), clip('b')])
  await reaches('a', 'ready')
  queue.start('a', options)
  await reaches('a', 'done')
  queue.remove('a')
  queue.clear()
  await queue.restore()
  expect(queue.get().items).toEqual([])
  expect(queue.list.get().removed).toHaveLength(2)
  queue.undoRemove()
  expect(queue.get().items.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(phaseOf(item('a'))).toBe('done')
  expect((await service.getResult(resultsOf(item('a'))[0]?.job.id as JobId)).size).toBeGreaterThan(0)
  queue.purge()
  expect(queue.list.get().removed).toEqual([])
  expect(await service.onDevice?.videos.list()).toHaveLength(1)
})

test('undo restarts a video that was removed at work', async () => {
  const { service, queue, reaches, runs } = withService({ stepMs: 20 })
  await runs('a', 'working')
  queue.remove('a')
  queue.undoRemove()
  await reaches('a', 'done')
  const jobs = await service.onDevice?.videos.list()
  expect(jobs?.filter(({ job }) => job.status === 'completed')).toHaveLength(1)
})

test('a video whose result has expired can be started again (D-39)', async () => {
  const { queue, item, runs } = withService()
  await runs('a', 'done')
  const [made] = item('a').jobs
  const log = activityOf({ job: made?.job ?? null, state: 'completed' })
  queue.applyLog([log], Date.now())
  expect(phaseOf(item('a'))).toBe('done')
  queue.applyLog([log], Date.parse(made?.job.expires_at ?? ''))
  expect(phaseOf(item('a'))).toBe('ready')
  expect(item('a').isExpired).toBe(true)
})

test('a video of an earlier visit restarts under its own name', async () => {
  const { service, queue, runs } = withService()
  await runs('a', 'done')

  const later = opened(service)
  await later.queue.addKept(
    queue.get().items.map((each) => ({ ...each, file: new File([each.file ?? ''], 'a1b2c3') })),
  )
  await eventually(() => expect(later.item('a').facts).not.toBeNull())
  later.queue.start('a', { ...options, format: 'gif' })
  await eventually(() => expect(resultsOf(later.item('a'))).toHaveLength(2))
  const names = (await service.onDevice?.videos.list())?.map(({ name }) => name)
  expect(names).toEqual(['a.mp4', 'a.mp4'])
})

test('removing a video cancels its probe, and undo restarts it', async () => {
  const { service } = withService()
  const asked: AbortSignal[] = []
  const { queue, item, reaches } = opened({
    ...service,
    onDevice: service.onDevice && {
      ...service.onDevice,
      workers: {
        ...service.onDevice.workers,
        probeVideo: (request, call) => {
          if (call?.signal) asked.push(call.signal)
          if (asked.length > 1) return service.onDevice?.workers.probeVideo(request) ?? Promise.reject()
          return new Promise((_, reject) => {
            call?.signal?.addEventListener('abort', () => reject(call.signal?.reason))
          })
        },
      },
    },
  })
  queue.add([clip('a')])
  queue.remove('a')
  expect(asked.map(({ aborted }) => aborted)).toEqual([true])
  queue.undoRemove()
  await reaches('a', 'ready')
  expect(item('a').error).toBeNull()
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('any five of 12 minutes can be worked on', async () => {
  const { service, queue, item, reaches } = withService()
  const probe = vi.spyOn(service.onDevice?.workers ?? raise(), 'probeVideo')
  const trim = vi.spyOn(service.onDevice?.workers ?? raise(), 'trim')
  queue.add([clip('long', { durationSeconds: 760, fps: 25, frames: 19_000 })])
  await reaches('long', 'ready')
  expect(item('long').trim).toEqual({ fromSeconds: 0, toSeconds: 300 })
  expect(estimateJob(item('long'), options, { matting: {}, writing: {}, weight: {} })).toMatchObject({
    block: null,
    credits: 1500,
  })

  // The whole video is still refused.
  await expect(service.submitVideo(item('long').file ?? raise(), options)).rejects.toMatchObject({
    code: 'video_too_long',
  })
  queue.setTrim('long', { fromSeconds: 400, toSeconds: 700 })
  queue.start('long', options)
  await reaches('long', 'done')
  const { file: video, facts } = item('long')
  const part = { video, facts, fromSeconds: 400, toSeconds: 700 }
  expect(trim).toHaveBeenCalledExactlyOnceWith(part, expect.anything())
  expect(resultsOf(item('long'))[0]?.job.duration_seconds).toBe(300)
  // One probe for the added file; its part is probed by the service.
  expect(probe).toHaveBeenCalledOnce()
})

test('a part is cut for a service too, with progress', async () => {
  const service = inMemoryService({ video: {} })
  const sent: number[] = []
  const queue = openVideos(service, async (video, _, { onProgress } = {}) => {
    if (!(video instanceof Blob)) throw new Error('a link')
    sent.push((await service.onDevice?.workers.probeVideo({ video }))?.durationSeconds ?? 0)
    onProgress?.({ step: 'send', ratio: 1 })
    return service.submitVideo(video, options)
  })
  queue.add([{ ...clip('long', { durationSeconds: 760 }), url: 'https://a.example/long.mp4' }])
  await eventually(() => expect(queue.get().items[0]?.facts).not.toBeNull())
  queue.setRunLocation('long', 'service')
  queue.start('long', options)
  await eventually(() => expect(sent).toEqual([300]))
  const cutting = { ...(queue.get().items[0] ?? raise()), isStarting: true, jobs: [] }
  expect(workText({ ...cutting, progress: { step: 'save', ratio: 0.413 } }, false)).toBe(
    'Cutting out the part you chose, 41 %',
  )
})

test.each([
  ['a part', 'mp4', { fromSeconds: 0, toSeconds: 1 }],
  ['what services do not take', 'other', null],
] as const)('%s lacks at a service what its file was not given', async (_, container, trim) => {
  const service = inMemoryService({ video: {} })
  const queue = openVideos(service, (video) => service.submitVideo(video, options))
  queue.add([clip('a', { container, others: [leftOut('chapters', 3)] })])
  await eventually(() => expect(queue.get().items[0]?.facts).not.toBeNull())
  queue.setTrim('a', trim)
  queue.setRunLocation('a', 'service')
  queue.start('a', options)
  await eventually(() => expect(queue.get().items[0]?.jobs).toHaveLength(1))
  const later = openVideos(service)
  await later.addKept(queue.get().items)
  for (const { items } of [queue.get(), later.get()])
    expect(items[0]?.jobs[0]?.leftOut).toEqual([leftOut('chapters', 3)])
})

const raise = (): never => {
  throw new Error('nothing there')
}

test.each(['loaded', 'probed'])('Go on starts a video that is still being %s', async (moment) => {
  const service = inMemoryService({ video: { stepMs: 20 } })
  const { id: jobId } = await service.submitVideo(scriptedVideo(), options)
  await service.onDevice?.videos.cancel(jobId)

  const later = opened(service)
  await later.queue.restore()
  const [id = ''] = later.queue.get().items.map((each) => each.id)
  const seen: boolean[] = []
  const goOn = () => {
    const { file, facts } = later.item(id)
    if (seen.length > 0 || (file === null) !== (moment === 'loaded')) return
    seen.push(facts === null)
    later.queue.retry(id, options)
  }
  later.queue.subscribe(goOn)
  later.queue.open(id)
  goOn()
  await later.reaches(id, 'done')
  expect(seen).toEqual([true])
})

test('another try on a later visit keeps the alpha of the service', async () => {
  const { service, queue, item, reaches } = withService({ stepMs: 20 })
  queue.add([clip('a')])
  await reaches('a', 'ready')
  const cutout = scriptedVideo({ hasAlpha: true }, 'cut-out.webm')
  queue.start('a', options, { alphaFrom: async () => cutout })
  await reaches('a', 'working')
  queue.cancel('a')
  await eventually(() => expect(item('a').jobs[0]?.job.status).toBe('failed'))

  const later = opened(service)
  await later.queue.addKept(queue.get().items)
  await later.reaches('a', 'stopped')
  await eventually(() => expect(later.item('a').facts).not.toBeNull())
  later.queue.retry('a', options)
  await later.reaches('a', 'done')
  expect(later.item('a').jobs[0]).toMatchObject({ runLocation: 'device', isAlphaGiven: true })
  expect(resultsOf(later.item('a'))).toHaveLength(1)
})
