import { expect, test } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { advanceJob, createJob, type Job } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { DeviceJob } from '#library/background-service.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { keepingVideos, videoOfJob } from '#library/videos/keeping-videos.ts'
import { phaseOf, type VideoItem, type VideoJob } from '#library/videos/video-item.ts'
import { advanceVideo, newVideo, type VideoEvent } from '#library/videos/video-state.ts'
import { cancelledTexts, pausedHint, phaseText } from '#studio/features/video/queue/video-status-text.ts'

const file = new File(['clip'], 'clip.mp4')
const recipe = { ...defaultVideoRecipe, format: 'mp4' as const, background: '#00ff00' }
const clip = newVideo({ file, name: 'clip.mp4', url: 'https://example.com/clip.mp4' }, recipe)
const facts: VideoFacts = {
  container: 'mp4',
  codec: 'avc',
  isVariable: false,
  hasAlpha: false,
  decoder: 'webcodecs',
  durationSeconds: 4,
  fps: 25,
  width: 64,
  height: 48,
  frames: 100,
  audio: null,
}
const at = new Date('2026-01-02T03:04:05Z')
const queued = (secondsLater = 0): Job =>
  createJob({
    id: makeJobId(),
    at: new Date(at.getTime() + secondsLater * 1000),
    format: 'mp4',
    channels: 'rgba',
    duration_seconds: 4,
    fps: 25,
    width: 64,
    height: 48,
    frames: 100,
    status_url: 'v1/jobs/x',
  })
const begun = (progress: number) =>
  advanceJob(advanceJob(queued(), { type: 'start', at }), { type: 'advance', progress })
const cancelled = (progress: number) =>
  advanceJob(begun(progress), { type: 'fail', at, error: { code: 'cancelled', message: 'Cancelled.' } })
const done = (secondsLater = 0) =>
  advanceJob(advanceJob(queued(secondsLater), { type: 'start', at }), {
    type: 'complete',
    at,
    result_url: 'v1/x',
    stats: { output_width: 64, output_height: 48 },
  })
const trim = { fromSeconds: 1, toSeconds: 2 }
const submitted = (
  job: Job,
  runLocation: VideoItem['runLocation'],
  part: VideoJob['trim'] = null,
): VideoEvent => ({
  type: 'submitted',
  job: {
    job,
    options: defaultVideoOptions,
    trim: part,
    runLocation,
    source: part ? new Blob(['part']) : file,
  },
})
const after = (...events: readonly VideoEvent[]) => events.reduce(advanceVideo, clip)
const deviceJob = (job: Job, item: string | undefined = clip.id): DeviceJob => ({
  job,
  name: 'clip.mp4',
  options: defaultVideoOptions,
  ...(item !== undefined && { item }),
})

/** No job of a video that comes back is cancelled. */
const cancel = async () => expect.unreachable()

/** What comes back of a video on a later visit, where the device has these jobs; storage keeps plain data. */
const afterwards = async (item: VideoItem, jobs: readonly Job[] = [], mayBegin = true) => {
  const keeping = keepingVideos(async () => jobs.map((job) => deviceJob(job)), cancel)
  const kept = keeping.toKept(item)
  if (!kept) return null
  const stored = { id: item.id, kind: 'video', order: 1, data: structuredClone(kept.data) }
  return keeping.fromKept({ ...stored, files: kept.files }, mayBegin)
}

test('a video that was not started comes back with its choices', async () => {
  const item = after({ type: 'probed', facts }, { type: 'trimmed', trim })
  expect(await afterwards(item)).toEqual({ ...item, facts: null })
  expect(phaseOf(advanceVideo((await afterwards(item)) ?? item, { type: 'probed', facts }))).toBe('ready')
  const sent = after({ type: 'locationChosen', runLocation: 'service' })
  expect((await afterwards(sent))?.runLocation).toBe('service')
})

test('a video whose start failed or was cancelled comes back', async () => {
  const start = { type: 'starting', runLocation: 'device', usedCreditsBefore: null } as const
  const error = new ServiceError('internal_server_error', { reason: 'storage_full' })
  for (const end of [{ type: 'failed', error } as const, { type: 'stopped' } as const])
    expect(await afterwards(after({ type: 'probed', facts }, start, end))).toEqual(clip)
})

test('a send that the page did not survive may have been charged', async () => {
  const start = { type: 'starting', runLocation: 'service', usedCreditsBefore: 3 } as const
  const send = { type: 'sending', progress: { step: 'send', ratio: 0.5 } } as const
  const cut = { type: 'sending', progress: { step: 'save', ratio: 0.5 } } as const
  const unknown = { isOutcomeUnknown: true, usedCreditsBefore: 3 }
  expect(await afterwards(after(start, send))).toMatchObject(unknown)
  expect(await afterwards(after(start, cut))).toMatchObject({ isOutcomeUnknown: false })
})

test('a trimmed video with a result comes back whole, with its part', async () => {
  const [part, whole] = [done(), done(1)]
  const item = after(
    { type: 'probed', facts },
    { type: 'trimmed', trim },
    submitted(part, 'device', trim),
    { type: 'trimmed', trim: null },
    submitted(whole, 'device'),
    { type: 'rated', rated: { jobId: whole.id, places: 2, doubt: 0.7 } },
  )
  const back = await afterwards(item, [part, whole])
  expect(back).toMatchObject({ file, trim: null, isFileOwn: true, rated: { places: 2, doubt: 0.7 } })
  expect(back?.jobs.map(({ job, trim, source }) => [job.id, trim, source])).toEqual([
    [whole.id, null, file],
    [part.id, trim, null],
  ])
  // Another part can be chosen.
  expect(advanceVideo(back ?? item, { type: 'probed', facts })).toMatchObject({ facts, trim: null })
  const source = new Blob(['part'])
  const sourced = advanceVideo(back ?? item, { type: 'sourced', jobId: part.id, file: source })
  expect(sourced.jobs[1]?.source).toBe(source)
  expect(sourced.file).toBe(file)
})

test('two videos that are alike come back as two', async () => {
  const [one, other] = [done(), done()]
  const jobs = [deviceJob(one, 'a'), deviceJob(other, 'b')]
  const keeping = keepingVideos(async () => jobs, cancel)
  const back = await Promise.all(
    ['a', 'b'].map((id) => {
      const { data, files } = keeping.toKept({ ...clip, id }) ?? { data: null, files: {} }
      return keeping.fromKept({ id, kind: 'video', order: 1, data, files }, true)
    }),
  )
  expect(back.map((item) => item?.jobs.map(({ job }) => job.id))).toEqual([[one.id], [other.id]])
})

test('a job that the page missed is of the part chosen last', async () => {
  const item = after({ type: 'probed', facts }, { type: 'trimmed', trim })
  expect((await afterwards(item, [begun(0.5)]))?.jobs[0]?.trim).toEqual(trim)
})

test('a job of a service is kept with its video', async () => {
  const job = done()
  const back = await afterwards(after(submitted(job, 'service')))
  expect(back?.jobs).toEqual([
    { job, options: defaultVideoOptions, trim: null, runLocation: 'service', source: file },
  ])
})

test('a video whose results are gone can be started again', async () => {
  const back = await afterwards(after(submitted(done(), 'device')))
  expect(back).toMatchObject({ file, jobs: [], isExpired: true })
})

test('a job is cancelled even if its page closed while cancelling', async () => {
  const job = begun(0.5)
  const ended: string[] = []
  const list = async () => [deviceJob(ended.includes(job.id) ? { ...cancelled(0.5), id: job.id } : job)]
  const keeping = keepingVideos(list, async (id) => ended.push(id))
  const item = after({ type: 'probed', facts }, submitted(job, 'device'), { type: 'stopped' })
  const { data, files } = keeping.toKept(item) ?? { data: null, files: {} }
  const back = await keeping.fromKept({ id: item.id, kind: 'video', order: 1, data, files }, true)
  expect(back?.jobs.map(({ job }) => job.error?.code)).toEqual(['cancelled'])
})

test('a cancelled job never hides a result of the same video', async () => {
  const [result, stopped] = [done(), cancelled(0.2)]
  const back = await afterwards(after(submitted(result, 'device'), submitted(stopped, 'device')), [
    stopped,
    result,
  ])
  expect(back && phaseOf(back)).toBe('done')
  expect(back?.jobs).toHaveLength(2)
})

test('a video that no page survives rests until it is asked for', async () => {
  const resting = (await afterwards(clip, [], false)) ?? clip
  expect(phaseOf(resting)).toBe('stopped')
  expect(phaseOf(advanceVideo(resting, { type: 'probed', facts }))).toBe('ready')
})

test('an unreadable video does not come back', async () => {
  const keeping = keepingVideos(async () => [], cancel)
  const { data, files } = keeping.toKept(clip) ?? { data: {}, files: {} }
  const kept = { id: 'a', kind: 'video', order: 1, data, files }
  expect(await keeping.fromKept({ ...kept, files: {} }, true)).toBeNull()
  expect(await keeping.fromKept({ ...kept, data: { ...(data as object), version: 1 } }, true)).toBeNull()
  expect(keeping.parseRecipe('none')).toBeNull()
})

test('the file of a job of the API is not kept twice', async () => {
  const job = done()
  const item = advanceVideo(videoOfJob(deviceJob(job), recipe), { type: 'sourced', jobId: job.id, file })
  expect(item.file).toBe(file)
  expect(keepingVideos(async () => [], cancel).toKept(item)?.files).toEqual({})
  expect(await afterwards({ ...item, id: clip.id }, [job])).toMatchObject({ file: null, isFileOwn: false })
  // After its job has expired it says so.
  const gone = await afterwards({ ...item, id: clip.id })
  expect(gone && phaseOf(gone)).toBe('expired')
})

test('a job of an earlier visit reports its progress and resumes', () => {
  const item = videoOfJob(deviceJob(cancelled(0.615)), recipe)
  expect(phaseOf(item)).toBe('stopped')
  expect(phaseText(item)).toBe('Cancelled at 61 %')
  expect(cancelledTexts(item).label).toBe('Go on')
  const early = videoOfJob(deviceJob(cancelled(0)), recipe)
  expect(cancelledTexts(early)).toEqual({ said: 'Cancelled.', label: 'Start again' })
})

test('a paused video shows how long it is kept', () => {
  const hintOf = (until?: string) => {
    const pause = { state: 'on', at: at.toISOString(), ...(until !== undefined && { until }) } as const
    return pausedHint(videoOfJob({ ...deviceJob(begun(0.5)), pause }, recipe), at.getTime())
  }
  expect(hintOf(new Date(at.getTime() + 20 * 3_600_000).toISOString())).toBe(
    'What is done is kept for 20 h, also when this page is closed. Then it is given up and costs nothing.',
  )
  // Without a time from the service.
  expect(hintOf()).toContain('kept for 24 h')
})
