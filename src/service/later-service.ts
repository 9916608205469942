import { laterPart } from '#base/later-part.ts'
import { databaseName } from '#base/scoped-name.ts'
import type { BackgroundService, JobChange, OnDevice, ServiceTraits } from '#library/background-service.ts'
import type { ActivityLog } from './activity.ts'

type Load<T> = () => Promise<T>

/** What is known of a service before its code is there. */
type KnownFacts = Pick<BackgroundService, 'id' | 'traits'>

/** What the page knows of the service of this device without its code. */
export const deviceFacts: KnownFacts = {
  id: 'local',
  traits: { metered: false, uploads: false },
}

/** Opened on every visit that works with the service: its existence shows that this studio has been here. */
const database = databaseName('clearcut')

/**
 * Whether this studio has worked here before, so that there may be jobs to go on with. Also true where the browser does
 * not tell.
 */
export const hasWorkedHere = async (): Promise<boolean> => {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === database)
  } catch {
    return true
  }
}

/** How every service elsewhere works. */
export const remoteTraits: ServiceTraits = { metered: true, uploads: true }

/** A service whose code is loaded by the first call of it. */
export const laterService = (facts: KnownFacts, load: Load<BackgroundService>): BackgroundService => {
  const { removeImage, submitVideo, getJob, getResult, getAccount } = laterCalls(load)
  return { ...facts, removeImage, submitVideo, getJob, getResult, getAccount, onDevice: null }
}

/** As `laterService`, for the service of this device. */
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

/** An activity log whose code is loaded by the first call of it. */
export const laterActivityLog = (load: Load<ActivityLog>): ActivityLog => {
  const log = laterPart(load)
  return Object.assign(laterCalls(log.load), {
    watch: laterWatch<void>(async () => (await log.load()).watch),
    // A tab that has not loaded it has sent nothing.
    resend: (id: string) => log.get()?.resend(id) ?? null,
  })
}

type Calls = Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>

/**
 * The functions of what `load` gives. Each must return a promise. Once it is there they are called at once, since a
 * page that goes waits for nothing.
 */
const laterCalls = <T extends object>(load: Load<T>): T => {
  const part = laterPart(async () => (await load()) as Calls)
  return new Proxy({} as T, {
    get: (own, name) =>
      Reflect.get(own, name) ??
      // Whoever awaits the object itself asks for `then`.
      (typeof name === 'string' && name !== 'then'
        ? (...given: readonly unknown[]) => {
            const loaded = part.get()
            return loaded ? loaded[name]?.(...given) : part.load().then((known) => known[name]?.(...given))
          }
        : undefined),
  })
}

type Watch<T> = (onChange: (change: T) => void) => () => void

/** Begins to watch when the code is there, unless it was left by then. */
const laterWatch =
  <T>(load: Load<Watch<T>>): Watch<T> =>
  (onChange) => {
    let leave: (() => void) | null = null
    let isLeft = false
    load().then(
      (watch) => {
        if (!isLeft) leave = watch(onChange)
      },
      // Its calls reject with the reason.
      () => {},
    )
    return () => {
      isLeft = true
      leave?.()
    }
  }
