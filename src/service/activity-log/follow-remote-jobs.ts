import { sleep } from '#base/timers.ts'
import { createWakeup } from '#base/wakeup.ts'
import { pollDelayMs } from '#contract/job.ts'
import { isAbort, isServiceError } from '#contract/service-error.ts'
import type { Activity, ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { openJobOf, withJob, withoutJob, withoutKept } from './activity-entry.ts'

export type FollowParts = {
  readonly log: ActivityLog
  /** The service that is connected now, and the news of another. */
  readonly connection: {
    get(): { readonly service: BackgroundService | null }
    subscribe(onChange: () => void): () => void
  }
  /** Whether finished results are fetched before they expire, and the news of that. */
  readonly keeping: { get(): boolean; subscribe(onChange: () => void): () => void }
  readonly visibility: PageVisibility
  /** Runs `work` while no other tab of this browser does. */
  readonly inOneTab: (work: () => Promise<void>) => Promise<void>
}

/** The log changes often while something runs; whether there is a new job is looked up this much later. */
const settleMs = 200
/** A service that is asked too often is left alone for so long. */
const busyMs = 60_000

/**
 * Asks the connected service what became of the jobs in the log that are still open, and fetches the
 * results that are to be kept; until the answer is called. One tab at a time, and only while it is seen:
 * a tab that is seen again asks at once (D-54). What it learns lies in the log, so that it goes on
 * after a reload.
 */
export const followRemoteJobs = ({
  log,
  connection,
  keeping,
  visibility,
  inOneTab,
}: FollowParts): (() => void) => {
  let isOver = false
  /** The service that refused the key, until there is another: asking again would change nothing. */
  let refusedBy: BackgroundService | null = null
  let isBusy = false
  /** Results that could not be fetched; the next visit tries again. */
  const unkept = new Set<string>()
  /** `work`: there may be something to do. `now`: what is done should be done at once. */
  const wakeups = { work: createWakeup(), now: createWakeup() }
  /** What is asked of a service, until another is connected. */
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

  const look = async (service: BackgroundService, entry: Activity): Promise<void> => {
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

  /** A download ends with its entry, and where results are no longer to be kept. */
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
      await Promise.all(open.map((entry) => look(service, entry)))
      for (const entry of due) if (!isOver && connection.get().service === service) await keep(service, entry)
      if (open.length === 0) continue
      // A new job is looked at as often as the first was.
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
  /** Finished ones whose result is to be fetched. */
  readonly due: readonly Activity[]
}

const isFinished = ({ state, job, isKept }: Activity) => state === 'completed' && job !== null && !isKept

/** Whether anybody can see the page. */
interface PageVisibility {
  isVisible(): boolean
  /** Hears of every change until the answer is called. */
  watch(onChange: () => void): () => void
}

export const pageVisibility: PageVisibility = {
  isVisible: () => document.visibilityState === 'visible',
  watch: (onChange) => {
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  },
}
