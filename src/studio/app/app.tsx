import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { Connection } from '#service/connection.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { useImageQueue } from '#studio/features/image/use-image-queue.ts'
import { useVideoQueue } from '#studio/features/video/queue/use-video-queue.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { useAccountRefresh } from '#studio/hooks/use-activity-list.ts'
import { SaveAllContext } from '#studio/hooks/use-save-all.ts'
import { ActivityLogContext, ConnectionContext, ServiceContext } from '#studio/hooks/use-service.ts'
import { StudioContext, type StudioState, useStudio } from '#studio/hooks/use-studio.ts'
import { keepFocus } from '#studio/keyboard/keep-focus.ts'
import { language } from '#studio/messages/language.ts'
import { messages } from '#studio/messages/messages.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { openBackgroundPicture } from '#studio/state/background-picture.ts'
import type { Settings } from '#studio/state/settings.ts'
import type { Store } from '#studio/state/store.ts'
import { useStore } from '#studio/state/store.ts'
import { Dialog } from '#studio/ui/dialog.tsx'
import { ErrorBoundary } from '#studio/ui/error-boundary.tsx'
import { Later } from '#studio/ui/later-part.tsx'
import { laterParts } from './later-parts.ts'
import { createQueryClient } from './query-client.ts'
import { createSaveAll } from './save-all.ts'
import { StudioPage } from './studio-page.tsx'
import { TopBar } from './top-bar.tsx'
import { useReconcile, useWorkspace } from './workspace.ts'

const { parts } = messages.app

type Props = {
  /** The service of this device. */
  readonly service: BackgroundService
  readonly connection: Connection
  readonly activityLog: ActivityLog
  readonly settings: Store<Settings>
}

/** The whole page, over the service of this device and the one that is connected beside it. */
export function App({ service, connection, activityLog, settings }: Props) {
  useEffect(() => {
    document.documentElement.lang = language
  }, [])
  useEffect(keepFocus, [])
  const [queryClient] = useState(() => createQueryClient(service.traits))
  const [studio] = useState(() => ({
    settings,
    announcer: createAnnouncer(),
    backgroundPicture: openBackgroundPicture(() => caches),
  }))
  const [saveAll] = useState(() =>
    createSaveAll({ service, connection, activityLog, ...studio, client: queryClient }),
  )
  const [dialog, setDialog] = useState<'account' | 'engine' | 'help' | null>(null)
  const close = () => setDialog(null)
  return (
    <SaveAllContext value={saveAll}>
      <ErrorBoundary name={parts.studio} variant="main" className="h-dvh">
        <Providers {...{ service, connection, activityLog, queryClient, studio }}>
          <div className="flex h-dvh flex-col overflow-hidden pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] max-lg:bg-panel">
            <ErrorBoundary name={parts.topBar} variant="line">
              <TopBar
                onAccount={() => setDialog('account')}
                onEngine={() => setDialog('engine')}
                onHelp={() => setDialog('help')}
              />
            </ErrorBoundary>
            <QueueOwner onQueues={saveAll.setQueues} onHelp={() => setDialog('help')} />
          </div>
          <AccountRefresh />
          <Dialog title={messages.account.title} isWide open={dialog === 'account'} onClose={close}>
            <Later part={laterParts.account} props={{}} />
          </Dialog>
          <Dialog title={messages.engine.title} open={dialog === 'engine'} onClose={close}>
            <Later part={laterParts.engine} props={{}} />
          </Dialog>
          <Dialog title={messages.help.title} open={dialog === 'help'} onClose={close}>
            <Later part={laterParts.shortcuts} props={{}} />
          </Dialog>
          <LiveRegion />
        </Providers>
      </ErrorBoundary>
    </SaveAllContext>
  )
}

/** A component of its own, so that a change of the activity log renders nothing else again. */
function AccountRefresh() {
  useAccountRefresh()
  return null
}

type ProvidersProps = {
  readonly service: BackgroundService
  readonly connection: Connection
  readonly activityLog: ActivityLog
  readonly queryClient: QueryClient
  readonly studio: StudioState
  readonly children: ReactNode
}

/** Gives everything below it the services, the shared state and the cache of queries. */
export const Providers = ({
  service,
  connection,
  activityLog,
  queryClient,
  studio,
  children,
}: ProvidersProps) => (
  <ServiceContext value={service}>
    <ConnectionContext value={connection}>
      <ActivityLogContext value={activityLog}>
        <StudioContext value={studio}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </StudioContext>
      </ActivityLogContext>
    </ConnectionContext>
  </ServiceContext>
)

type QueueOwnerProps = {
  readonly onQueues: (queues: { readonly images: ImageQueue; readonly videos: VideoQueue }) => void
  readonly onHelp: () => void
}

/** Owns the queues and the selection, so that they survive when the page that shows them fails. */
function QueueOwner({ onQueues, onHelp }: QueueOwnerProps) {
  const workspace = useWorkspace()
  const images = useImageQueue(workspace.selectedId)
  const videos = useVideoQueue()
  useReconcile(workspace, images, videos)
  useEffect(() => onQueues({ images, videos }), [onQueues, images, videos])
  return (
    <ErrorBoundary name={parts.page} variant="main" className="flex-1">
      <StudioPage imageQueue={images} videoQueue={videos} workspace={workspace} onHelp={onHelp} />
    </ErrorBoundary>
  )
}

/** Screen readers read each text that is added here. */
function LiveRegion() {
  const announcements = useStore(useStudio().announcer)
  return (
    <div role="log" aria-live="polite" className="sr-only" data-testid="announcements">
      {announcements.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
