import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sleep } from '#base/timers.ts'
import { startActivityLog } from '#service/activity-log/start-activity-log.ts'
import { isolatePage } from '#service/api-bridge/isolate-page.ts'
import { openApiBridge } from '#service/api-bridge/open-api-bridge.ts'
import { configFile, fetchDeploymentConfig } from '#service/connection/deployment-config.ts'
import { startConnection } from '#service/connection/start-connection.ts'
import { openAskToKeep } from '#service/local/ask-to-keep.ts'
import { startLocalService } from '#service/local/start-local-service.ts'
import { takeOverStores } from '#service/local/take-over-stores.ts'
import { App } from '#studio/app/app.tsx'
import { openStudio } from '#studio/app/open-studio.ts'
import { openImageKind } from '#studio/features/image/image-kind.tsx'
import { openVideoKind } from '#studio/features/video/video-kind.tsx'
import { decodeSmall } from '#studio/media/decode-picture.ts'
import { openSettings } from '#studio/state/settings.ts'
import '#studio/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const maxTypefaceWaitMs = 400

/**
 * Resolves when the typeface of the page can be painted, or after `maxTypefaceWaitMs`. Rendering waits for it, so that no
 * text changes its shape while it is read.
 */
const loadTypeface = async (): Promise<void> => {
  const wait = sleep(maxTypefaceWaitMs)
  await Promise.race([document.fonts.load("500 1em 'Instrument Sans'").catch(() => []), wait])
}

await takeOverStores()

const base = new URL(import.meta.env.BASE_URL, location.href).href
const settings = openSettings(() => localStorage, window)
const keeping = { get: () => settings.get().keepsResults, subscribe: settings.subscribe }
const askToKeep = openAskToKeep(() => navigator.storage)
const config = fetchDeploymentConfig(new URL(configFile, base).href)
const device = startLocalService(base, askToKeep, config)
const { log, record, follow } = startActivityLog({ device, keeping, decode: decodeSmall, askToKeep })
const service = record(device)
const connection = startConnection({ config, device, record })
follow(connection)
// Pictures take every file that no later kind takes.
const kinds = [openImageKind, openVideoKind]
const studio = openStudio({ service, connection, activityLog: log, settings }, kinds)

// A list that is nearly there is shown at once, without an empty page before it.
const wait = Promise.race([studio.kept?.opened, sleep(maxTypefaceWaitMs)])
void Promise.all([loadTypeface(), wait]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App studio={studio} />
    </StrictMode>,
  ),
)

const hasPictures = () => root.querySelector('[data-busy]') !== null
const onFault = (cause: unknown) => console.error('The service worker, or the API behind it:', cause)
const apiReady = openApiBridge(service, { basePath: import.meta.env.BASE_URL, onFault }).then(
  (controlled) => {
    const facts = { isolated: window.crossOriginIsolated, controlled, isBusy: hasPictures() }
    const isReloading = isolatePage(facts, sessionStorage, () => location.reload())
    // The page after the reload has a promise of its own.
    return isReloading ? new Promise<boolean>(() => undefined) : controlled
  },
)

/** For scripts and developer tools, as `docs/api.md` describes it. */
Object.defineProperty(window, 'clearcut', { value: Object.freeze({ apiReady }) })
