import { sleep } from '#base/timers.ts'
import { createWakeup } from '#base/wakeup.ts'
import { pollDelayMs } from '#contract/job.ts'
import { isAbort, isServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { Activity, ActivityLog } from '#service/activity.ts'
import { openJobOf, withJob, withoutJob, withoutKept } from './activity-entry.ts'

/** The parts that following needs. */
export type FollowParts = {
  readonly log: ActivityLog
  readonly connection: {
    get(): { readonly service: BackgroundService | null }
    subscribe(onChange: () => void): () => void
  }
  /** Whether finished results are kept on this device. */
  readonly keeping: { get(): boolean; subscribe(onChange: () => void): () => void }
  readonly visibility: PageVisibility
  /** Runs `work` in one tab at a time. */
  readonly inOneTab: (work: () => Promise<void>) => Promise<void>
}

/** Delay between a change of the log and reading it, in milliseconds: the log changes often during work. */
const settleMs = 200
/** Pause after status 429, in milliseconds. */
const busyMs = 60_000

/**
 * Polls the connected service for unfinished jobs of the log, and downloads results to keep, until the returned
 * function is called. Only one visible tab polls, at once when it becomes visible (D-54). All state is in the log, so
 * polling continues after a reload.
 */
export const followRemoteJobs = ({
  log,
  connection,
  keeping,
  visibility,
  inOneTab,
}: FollowParts): (() => void) => {
  let isOver = false
  /** The service that refused the key. It is not polled again. */
  let refusedBy: BackgroundService | null = null
  let isBusy = false
  /** Entries whose result could not be downloaded; the next visit retries. */
  const unkept = new Set<string>()
  /** `work`: there may be jobs to poll. `now`: poll without the delay. */
  const wakeups = { work: createWakeup(), now: createWakeup() }
  /** Aborts requests to a service when another one is connected. */
  let asking: { readonly service: BackgroundService; readonly abort: AbortController } | null = null
  const signalFor = (service: BackgroundService): AbortSignal => {
    if (asking?.service !== service) asking = { service, abort: new AbortController() }
    return asking.abort.signal
  }
  const stopAsking = () => {
    asking?.abort.abort()
    asking = null
  }
  const leave = [
    log.watch(wakeups.work.notify),
    connection.subscribe(() => asking && connection.get().service !== asking.service && stopAsking()),
    ...[connection.subscribe, keeping.subscribe, visibility.watch].map((watch) =>
      watch(() => {
        wakeups.work.notify()
        wakeups.now.notify()
      }),
    ),
  ]

  const plan = async (): Promise<Plan | null> => {
    const { service } = connection.get()
    if (!service || service === refusedBy || !visibility.isVisible()) return null
    const mine = (await log.list()).filter((entry) => entry.service === service.id)
    const open = mine.filter((entry) => openJobOf(entry) !== null)
    const due = keeping.get() ? mine.filter((entry) => isFinished(entry) && !unkept.has(entry.id)) : []
    return open.length + due.length > 0 ? { service, open, due } : null
  }

  const poll = async (service: BackgroundService, entry: Activity): Promise<void> => {
    const id = openJobOf(entry)
    if (id === null) return
    try {
      const job = await service.getJob(id, { signal: signalFor(service) })
      await log.update(entry.id, (activity) => withJob(activity, job))
    } catch (thrown) {
      if (!isServiceError(thrown)) return
      if (thrown.status === 429) isBusy = true
      if (thrown.code === 'job_not_found') await log.update(entry.id, withoutJob)
      if (thrown.status === 401 || thrown.status === 403) refusedBy = service
    }
  }

  /** Downloads and keeps a result. Stops if its entry is deleted or keeping is turned off. */
  const keep = async (service: BackgroundService, { id, job }: Activity): Promise<void> => {
    if (!job) return
    const unwanted = new AbortController()
    const check = async () => {
      if (!keeping.get() || !(await log.has(id))) unwanted.abort()
    }
    const leaveAll = [log.watch, keeping.subscribe].map((watch) => watch(() => void check()))
    try {
      const signal = AbortSignal.any([signalFor(service), unwanted.signal])
      await log.keepResult(id, await service.getResult(job.id, { signal, freeBytes: await log.freeBytes() }))
    } catch (thrown) {
      if (isAbort(thrown)) return
      unkept.add(id)
      const isGone = isServiceError(thrown) && thrown.code === 'job_not_found'
      await log.update(id, (activity) => (isGone ? withoutJob(activity) : withoutKept(activity, thrown)))
    } finally {
      for (const each of leaveAll) each()
    }
  }

  const follow = async (): Promise<void> => {
    let count = 0
    let known = 0
    for (let next = await plan(); next && !isOver; next = await plan()) {
      const { service, open, due } = next
      wakeups.now.reset()
      isBusy = false
      await Promise.all(open.map((entry) => poll(service, entry)))
      for (const entry of due) if (!isOver && connection.get().service === service) await keep(service, entry)
      if (open.length === 0) continue
      // A new job restarts the polling intervals.
      count = open.length > known ? 0 : count + 1
      known = open.length
      await wakeups.now.wait({ timeoutMs: isBusy ? busyMs : pollDelayMs(count) })
    }
  }

  const run = async (): Promise<void> => {
    while (!isOver) {
      if (await plan().catch(() => null)) await inOneTab(follow).catch(() => {})
      await wakeups.work.wait()
      await sleep(settleMs)
    }
  }
  void run()

  return () => {
    isOver = true
    stopAsking()
    for (const each of leave) each()
    wakeups.work.notify()
    wakeups.now.notify()
  }
}

type Plan = {
  readonly service: BackgroundService
  readonly open: readonly Activity[]
  /** Finished jobs with a result to keep. */
  readonly due: readonly Activity[]
}

const isFinished = ({ state, job, kept }: Activity) => state === 'completed' && job !== null && !kept

/** Visibility of the page (Page Visibility API). */
interface PageVisibility {
  isVisible(): boolean
  /** Calls `onChange` until the returned function is called. */
  watch(onChange: () => void): () => void
}

export const pageVisibility: PageVisibility = {
  isVisible: () => document.visibilityState === 'visible',
  watch: (onChange) => {
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  },
}
