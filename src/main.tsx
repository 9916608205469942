import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { laterPart, laterStore } from '#base/later-part.ts'
import { scopedName } from '#base/scoped-name.ts'
import { sleep } from '#base/timers.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { openAskToKeep } from '#library/store/ask-to-keep.ts'
import { isolatePage } from '#service/api-bridge/isolate-page.ts'
import { keepOffline, onceSo } from '#service/api-bridge/keep-offline.ts'
import { openApiBridge } from '#service/api-bridge/open-api-bridge.ts'
import { configFile, fetchDeploymentConfig } from '#service/connection/deployment-config.ts'
import { startConnection } from '#service/connection/start-connection.ts'
import { deviceFacts, hasWorkedHere, laterActivityLog, laterDevice } from '#service/later-service.ts'
import { App } from '#studio/app/app.tsx'
import { laterParts } from '#studio/app/later-parts.ts'
import { openStudio } from '#studio/app/open-studio.ts'
import { openTheme } from '#studio/state/theme.ts'
import '#studio/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const maxTypefaceWaitMs = 400

/**
 * Resolves when the typeface of the page can be painted, or after `maxTypefaceWaitMs`. Rendering waits for it, so that
 * no text changes its shape while it is read.
 */
const loadTypeface = async (): Promise<void> => {
  const wait = sleep(maxTypefaceWaitMs)
  await Promise.race([document.fonts.load("500 1em 'Instrument Sans'").catch(() => []), wait])
}

/** The script of the page that this tab has left for a newer one. */
const leftItem = scopedName('clearcut-left')

/**
 * Loads the page once more where another script of it could not be loaded because a release has taken this one away
 * too. Its list comes back.
 */
const renewPage = async (): Promise<void> => {
  const { ok, headers } = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' })
  const isThere = ok && !headers.get('Content-Type')?.includes('html')
  if (isThere || sessionStorage.getItem(leftItem) === import.meta.url) return
  sessionStorage.setItem(leftItem, import.meta.url)
  location.reload()
}
addEventListener('vite:preloadError', () => void renewPage().catch(() => {}))

let isReady: (answers: Promise<boolean>) => void = () => {}
const apiReady = new Promise<boolean>((resolve) => {
  isReady = resolve
})
/** For scripts and developer tools, as `docs/api.md` describes it. It is there before anything is waited for. */
Object.defineProperty(window, 'clearcut', { value: Object.freeze({ apiReady }) })

/** Not at the top level: what it loads needs this script, which must have ended by then. */
const start = async (): Promise<void> => {
  const base = new URL(import.meta.env.BASE_URL, location.href).href
  const theme = openTheme(() => localStorage, window)
  const settingsPart = laterPart(async () =>
    (await import('#studio/state/settings.ts')).openSettings(() => localStorage, window),
  )
  const settings = laterStore(settingsPart)
  const keeping = { get: () => settings.get().keepsResults, subscribe: settings.subscribe }
  const askToKeep = openAskToKeep(() => navigator.storage)
  const config = fetchDeploymentConfig(new URL(configFile, base).href)

  /** What works, which the first view does not need: it is loaded by its first call. */
  const services = laterPart(async () => {
    const [{ openDatabase }, { startLocalService }, { startActivityLog }, { makeThumbnail }] =
      await Promise.all([
        import('#library/store/database.ts'),
        import('#service/local/start-local-service.ts'),
        import('#service/activity-log/start-activity-log.ts'),
        import('#studio/media/make-thumbnail.ts'),
        settingsPart.load(),
      ])
    const database = openDatabase()
    const { service: device, results } = startLocalService(base, askToKeep, database)
    // The worker of pictures comes beside the rest of the page; whatever is wrong with it is told to who uses it.
    void device.onDevice?.workers.describe().catch(() => {})
    const { log, record, follow } = startActivityLog({
      device,
      keeping,
      makeThumbnail,
      askToKeep,
      database,
      results,
    })
    follow(connection)
    // Jobs that the API is asked for are on the list too.
    void studio.work.load().catch(() => {})
    return { device: record(device), log, record }
  })
  const service = laterDevice(deviceFacts, async () => (await services.load()).device)
  const activityLog = laterActivityLog(async () => (await services.load()).log)
  const record = async (remote: BackgroundService) => (await services.load()).record(remote)
  const connection = startConnection({ config, device: service, record })

  const studio = openStudio(
    { service, connection, activityLog, settings, theme },
    async () => {
      // First, since the worker that it starts has the most to load.
      const begun = services.load()
      const [{ openWork }, { openImageKind }, { openVideoKind }] = await Promise.all([
        import('#studio/app/open-work.ts'),
        import('#studio/features/image/image-kind.tsx'),
        import('#studio/features/video/video-kind.tsx'),
        laterParts.workArea.load(),
        begun,
      ])
      // Pictures take every file that no other kind takes.
      return (parts) => openWork(parts, [openImageKind, openVideoKind])
    },
    async () =>
      (await import('#library/batch/open-batches.ts')).openBatches({
        device: service,
        remote: () => connection.get().service,
      }),
  )

  /** Goes on with what this browser has worked on before. Where it cannot be loaded, that is told when a file comes. */
  const goOn = async (): Promise<void> => {
    // A recipe in the address asks before it is used.
    if (!location.hash.startsWith('#recipe=') && !(await hasWorkedHere())) return
    const work = await studio.work.load().catch(() => null)
    await work?.kept?.opened
  }

  // A list that is nearly there is shown at once, without an empty page before it.
  const wait = Promise.race([goOn(), sleep(maxTypefaceWaitMs)])
  void Promise.all([loadTypeface(), wait]).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App studio={studio} />
      </StrictMode>,
    ),
  )

  const hasResult = () => {
    const { items } = studio.list.get()
    return items.some((item) => studio.list.kindOf(item).phase(item) === 'done')
  }
  onceSo(studio.list, hasResult, () => void keepOffline())

  const hasPictures = () => root.querySelector('[data-busy]') !== null
  const onFault = (cause: unknown) => console.error('The service worker, or the API behind it:', cause)
  const answers = openApiBridge(service, { basePath: import.meta.env.BASE_URL, onFault }).then(
    (controlled) => {
      const facts = { isolated: window.crossOriginIsolated, controlled, isBusy: hasPictures() }
      const isReloading = isolatePage(facts, sessionStorage, () => location.reload())
      // The page after the reload has a promise of its own.
      return isReloading ? new Promise<boolean>(() => undefined) : controlled
    },
  )
  isReady(answers)
}

void start()
