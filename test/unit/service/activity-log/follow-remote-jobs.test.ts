import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Job } from '#contract/job.ts'
import { pollDelayMs } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { followRemoteJobs } from '#service/activity-log/follow-remote-jobs.ts'
import {
  activityOf,
  jobOf,
  memoryActivityLog,
  memoryTabEvents,
  serviceBase,
} from '#support/memory-activity.ts'
import { recordingService } from '#support/recording-service.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A tab that polls the jobs of one service; `answer` returns the job for each poll. */
const tab = (
  answer: (poll: number) => Job | Promise<Job>,
  { log = memoryActivityLog(), inOneTab = (work: () => Promise<void>) => work() } = {},
) => {
  const polls: number[] = []
  const started = Date.now()
  const service: BackgroundService = {
    ...recordingService(),
    id: serviceBase,
    getJob: async () => {
      polls.push((Date.now() - started) / 1000)
      return answer(polls.length)
    },
    getResult: vi.fn(async () => new Blob(['result'], { type: 'video/webm' })),
  }
  const [connected, kept, visibility] = [memoryTabEvents(), memoryTabEvents(), memoryTabEvents()]
  const state = { service: service as BackgroundService | null, keeps: false, isVisible: true }
  const stop = followRemoteJobs({
    log,
    connection: { get: () => ({ service: state.service }), subscribe: connected.watch },
    keeping: { get: () => state.keeps, subscribe: kept.watch },
    visibility: { isVisible: () => state.isVisible, watch: visibility.watch },
    inOneTab,
  })
  const set = (next: Partial<typeof state>) => {
    Object.assign(state, next)
    for (const events of [connected, kept, visibility]) events.publish()
  }
  const entry = async () => (await log.list())[0]
  return { log, service, polls, set, stop, entry }
}

const open = (known: Partial<Job> = {}) =>
  activityOf({ id: 'job_one', kind: 'video', state: 'queued', progress: 0, credits: 35, job: jobOf(known) })

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

test('polls begin every 2 s and ease to 5 s (D-54)', () => {
  expect([0, 1, 4, 5, 10, 50].map(pollDelayMs)).toEqual([2000, 2000, 2000, 2500, 5000, 5000])
})

test('an unfinished job is polled until its end is stored', async () => {
  const { log, polls, entry } = tab((poll) =>
    jobOf(poll < 3 ? { status: 'processing', progress: poll / 4 } : { status: 'completed', progress: 1 }),
  )
  await log.put(open())
  await seconds(1)
  expect(await entry()).toMatchObject({ state: 'processing', progress: 0.25 })
  await seconds(60)
  expect(await entry()).toMatchObject({ state: 'completed', progress: 1, credits: 35, refunded: 0 })
  expect(polls).toHaveLength(3)
})

test('a failed job is refunded; an unknown one expires', async () => {
  const failed = tab(() => jobOf({ status: 'failed', error: { code: 'processing_failed', message: 'x' } }))
  await failed.log.put(open())
  await seconds(1)
  expect(await failed.entry()).toMatchObject({ state: 'failed', credits: 35, refunded: 35 })

  const gone = tab(() => Promise.reject(new ServiceError('job_not_found')))
  await gone.log.put(open())
  await seconds(30)
  expect(await gone.entry()).toMatchObject({ state: 'expired', credits: 35 })
  expect(gone.polls).toHaveLength(1)
})

test('a hidden tab does not poll; a visible one does (D-54)', async () => {
  const { log, polls, set } = tab(() => jobOf({ status: 'processing', progress: 0.5 }))
  await log.put(open())
  await seconds(3)
  expect(polls).toHaveLength(2)
  set({ isVisible: false })
  await seconds(60)
  expect(polls).toHaveLength(2)
  set({ isVisible: true })
  await seconds(0.5)
  expect(polls).toHaveLength(3)
})

test('a failed poll does not stop polling; a refused key does', async () => {
  const { log, service, polls, set, entry } = tab((poll) => {
    if (poll === 1) throw new ServiceError('upstream_error', { status: 0 })
    if (poll === 2) throw new ServiceError('authentication_error')
    return jobOf({ status: 'processing', progress: 0.5 })
  })
  await log.put(open())
  await seconds(60)
  expect(polls).toHaveLength(2)
  expect(await entry()).toMatchObject({ state: 'queued' })
  set({ service: { ...service } })
  await seconds(1)
  expect(await entry()).toMatchObject({ state: 'processing' })
})

test('a service that answers 429 is not polled for a minute', async () => {
  const { log, polls } = tab((poll) => {
    if (poll === 1) throw new ServiceError('rate_limit_exceeded')
    return jobOf({ status: 'processing', progress: 0.5 })
  })
  await log.put(open())
  await seconds(55)
  expect(polls).toHaveLength(1)
  await seconds(10)
  expect(polls.length).toBeGreaterThan(1)
})

test('jobs of another service are not polled', async () => {
  const { log, polls } = tab(() => jobOf())
  await log.put({ ...open(), service: 'https://other.test/v1' })
  await seconds(10)
  expect(polls).toEqual([])
})

test('one of two tabs polls, the other when that is hidden', async () => {
  const log = memoryActivityLog()
  let last: Promise<void> = Promise.resolve()
  const inOneTab = (work: () => Promise<void>) => {
    last = last.then(work, work)
    return last
  }
  const [one, other] = [0, 1].map(() =>
    tab(() => jobOf({ status: 'processing', progress: Math.random() }), { log, inOneTab }),
  )
  await log.put(open())
  await seconds(7)
  expect(one?.polls.length).toBe(4)
  expect(other?.polls.length).toBe(0)
  one?.set({ isVisible: false })
  await seconds(1)
  expect(other?.polls.length).toBe(1)
})

test('finished results are downloaded once where the user chose so', async () => {
  const { log, service, set, entry } = tab(() => jobOf({ status: 'completed', progress: 1 }))
  await log.put(open())
  await seconds(5)
  expect(service.getResult).not.toHaveBeenCalled()
  set({ keeps: true })
  await seconds(20)
  expect(service.getResult).toHaveBeenCalledTimes(1)
  expect(await entry()).toMatchObject({ kept: { type: expect.any(String) } })
  expect(await (await log.readResult('job_one'))?.text()).toBe('result')
})

/** A tab that downloads a result whose download never ends. */
const fetching = async () => {
  const under = tab(() => jobOf({ status: 'completed', progress: 1 }))
  let signal = new AbortController().signal
  vi.mocked(under.service.getResult).mockImplementation((_id, call) => {
    signal = call?.signal ?? signal
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  under.set({ keeps: true })
  await under.log.put(open())
  await seconds(5)
  expect([under.service.getResult, signal.aborted]).toEqual([expect.anything(), false])
  expect(under.service.getResult).toHaveBeenCalledTimes(1)
  return { ...under, isGivenUp: () => signal.aborted }
}

test.each([
  ['its entry is deleted', ({ log }) => log.delete('job_one')],
  ['the list is cleared', ({ log }) => log.clear()],
  ['results are no longer to be kept', async ({ set }) => set({ keeps: false })],
  ['the service is disconnected', async ({ set }) => set({ service: null })],
  ['the page goes', async ({ stop }) => stop()],
] as [string, (under: ReturnType<typeof tab>) => Promise<void>][])(
  'a result is not fetched to its end once %s',
  async (_, end) => {
    const under = await fetching()
    await end(under)
    await seconds(1)
    expect(under.isGivenUp()).toBe(true)
    expect(await under.log.readResult('job_one')).toBeNull()
    await seconds(60)
    expect(under.service.getResult).toHaveBeenCalledTimes(1)
  },
)

test('the reason why a result is not kept stays until it is', async () => {
  const { log, service, set, entry } = tab(() => jobOf({ status: 'completed', progress: 1 }))
  const noRoom = new ServiceError('upstream_error', { status: 200, message: 'No room.' })
  vi.mocked(service.getResult).mockRejectedValueOnce(noRoom)
  set({ keeps: true })
  await log.put(open())
  await seconds(5)
  expect(await entry()).toMatchObject({ state: 'completed', kept: null, unkept: { message: 'No room.' } })
  await log.keepResult('job_one', new Blob(['result']))
  expect(await entry()).toMatchObject({ kept: { type: expect.any(String) } })
  expect(await entry()).not.toHaveProperty('unkept')
})

test('a download is limited to the free space', async () => {
  const log = { ...memoryActivityLog(), freeBytes: async () => 1234 }
  const { service, set } = tab(() => jobOf({ status: 'completed', progress: 1 }), { log })
  set({ keeps: true })
  await log.put(open())
  await seconds(5)
  expect(service.getResult).toHaveBeenCalledWith('job_one', expect.objectContaining({ freeBytes: 1234 }))
})

test('nothing is polled after the stop', async () => {
  const { log, polls, stop } = tab(() => jobOf({ status: 'processing', progress: 0.5 }))
  await log.put(open())
  await seconds(1)
  stop()
  await seconds(60)
  expect(polls).toHaveLength(1)
})
