import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isolatePage } from '#service/door/isolate-page.ts'
import { openDoor } from '#service/door/open-door.ts'
import { startLocalService } from '#service/local/start-local-service.ts'
import { openService } from '#service/open-service.ts'
import { App } from '#studio/app/app.tsx'
import { loadTypeface } from '#studio/app/load-typeface.ts'
import '#studio/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const local = startLocalService(new URL(import.meta.env.BASE_URL, location.href).href)
const service = openService({ kind: 'local' }, local)
void loadTypeface().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App service={service} storage={() => localStorage} />
    </StrictMode>,
  ),
)

const hasPictures = () => root.querySelector('[data-busy]') !== null
void openDoor(local, { basePath: import.meta.env.BASE_URL }).then((controlled) =>
  isolatePage(
    { isolated: window.crossOriginIsolated, controlled, isBusy: hasPictures() },
    sessionStorage,
    () => location.reload(),
  ),
)
