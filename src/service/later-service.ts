import { laterPart } from '#base/later-part.ts'
import { databaseName } from '#base/scoped-name.ts'
import type { BackgroundService, JobChange, OnDevice, ServiceTraits } from '#library/background-service.ts'
import type { ActivityLog } from './activity.ts'

type Load<T> = () => Promise<T>

/** Facts of a service that are known before its code is loaded. */
type KnownFacts = Pick<BackgroundService, 'id' | 'traits'>

/** Facts of this device's service. */
export const deviceFacts: KnownFacts = {
  id: 'local',
  traits: { metered: false, uploads: false },
}

/** Created when the service is first used: its existence shows an earlier visit. */
const database = databaseName('clearcut')

/** Whether the studio was used here before, so that jobs may exist. True if the browser cannot list databases. */
export const hasWorkedHere = async (): Promise<boolean> => {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === database)
  } catch {
    return true
  }
}

/** The traits of every remote service. */
export const remoteTraits: ServiceTraits = { metered: true, uploads: true }

/** A service whose code loads with its first call. */
export const laterService = (facts: KnownFacts, load: Load<BackgroundService>): BackgroundService => {
  const { removeImage, submitVideo, getJob, getResult, getAccount } = laterCalls(load)
  return { ...facts, removeImage, submitVideo, getJob, getResult, getAccount, onDevice: null }
}

/** `laterService` for this device. */
export const laterDevice = (facts: KnownFacts, load: Load<BackgroundService>): BackgroundService => {
  const device = async () => {
    const { onDevice } = await load()
    if (!onDevice) throw new Error('The service of this device is not on this device.')
    return onDevice
  }
  const videos = async () => (await device()).videos
  const onDevice: OnDevice = Object.assign(laterCalls(device), {
    workers: laterCalls(async () => (await device()).workers),
    savedEdits: laterCalls(async () => (await device()).savedEdits),
    keptItems: laterCalls(async () => {
      const { keptItems } = await device()
      if (!keptItems) throw new Error('The service of this device keeps no lists.')
      return keptItems
    }),
    unreadable: laterCalls(async () => (await device()).unreadable),
    videos: Object.assign(laterCalls(videos), {
      savedEdits: laterCalls(async () => (await videos()).savedEdits),
      watch: laterWatch<JobChange>(async () => (await videos()).watch),
    }),
  })
  return { ...laterService(facts, load), onDevice }
}

/** An activity log whose code loads with its first call. */
export const laterActivityLog = (load: Load<ActivityLog>): ActivityLog => {
  const log = laterPart(load)
  return Object.assign(laterCalls(log.load), {
    watch: laterWatch<void>(async () => (await log.load()).watch),
    // A tab that has not loaded the log has sent nothing.
    resend: (id: string) => log.get()?.resend(id) ?? null,
  })
}

type Calls = Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>

/**
 * The functions of the loaded object, each of which must return a promise. Once loaded they are called synchronously,
 * since a closing page waits for nothing.
 */
const laterCalls = <T extends object>(load: Load<T>): T => {
  const part = laterPart(async () => (await load()) as Calls)
  return new Proxy({} as T, {
    get: (own, name) =>
      Reflect.get(own, name) ??
      // Awaiting the object itself reads `then`.
      (typeof name === 'string' && name !== 'then'
        ? (...given: readonly unknown[]) => {
            const loaded = part.get()
            return loaded ? loaded[name]?.(...given) : part.load().then((known) => known[name]?.(...given))
          }
        : undefined),
  })
}

type Watch<T> = (onChange: (change: T) => void) => () => void

/** Starts watching after loading, unless ended before. */
const laterWatch =
  <T>(load: Load<Watch<T>>): Watch<T> =>
  (onChange) => {
    let leave: (() => void) | null = null
    let isLeft = false
    load().then(
      (watch) => {
        if (!isLeft) leave = watch(onChange)
      },
      // Other calls reject with the reason.
      () => {},
    )
    return () => {
      isLeft = true
      leave?.()
    }
  }
