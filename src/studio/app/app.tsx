import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { showBatch } from '#studio/features/batch/batch-page.ts'
import { ActivityLogContext, ConnectionContext, ServiceContext } from '#studio/hooks/use-service.ts'
import { SaveAllContext, StudioContext, useStudio } from '#studio/hooks/use-studio.ts'
import type { StudioParts } from '#studio/items/kind-parts.ts'
import { keepFocus } from '#studio/keyboard/keep-focus.ts'
import { CommandsContext } from '#studio/keyboard/use-commands.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { language } from '#studio/messages/language.ts'
import { useStore } from '#studio/state/store.ts'
import { Dialog } from '#studio/ui/dialog.tsx'
import { ErrorBoundary } from '#studio/ui/error-boundary.tsx'
import { Later } from '#studio/ui/later.tsx'
import { dialogParts, laterParts } from './later-parts.ts'
import type { Studio } from './open-studio.ts'
import { type PageCalls, pageCommands } from './page-commands.ts'
import { StudioPage } from './studio-page.tsx'
import { TopBar } from './top-bar.tsx'

const { parts } = messages.app

/** The whole page, over the studio that was opened for it. */
export function App({ studio }: { readonly studio: Studio }) {
  useEffect(() => {
    document.documentElement.lang = language
  }, [])
  useEffect(keepFocus, [])
  const { work, batches } = studio
  const opened = useStore(work)
  useEffect(() => {
    for (const kind of opened?.kinds ?? []) void kind.restore()
  }, [opened])
  const [dialogs] = useState(() => dialogParts(work, batches))
  const filePicker = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'account' | 'engine' | 'help' | 'folder' | null>(null)
  const close = () => setDialog(null)
  const commands = useMemo(() => {
    const page: PageCalls = {
      pick: () => filePicker.current?.click(),
      openHelp: () => setDialog('help'),
      openFolder: () => showBatch(batches) || setDialog('folder'),
    }
    return opened ? opened.commands(page) : pageCommands(page)
  }, [opened, batches])
  return (
    <CommandsContext value={commands}>
      <SaveAllContext value={studio.saveAll}>
        <ErrorBoundary name={parts.studio} variant="main" className="h-dvh">
          <Providers {...studio}>
            <div className="flex h-dvh flex-col overflow-hidden pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] max-lg:bg-panel">
              <ErrorBoundary name={parts.topBar} variant="line">
                <TopBar
                  theme={studio.theme}
                  isReady={opened !== null}
                  onAccount={() => setDialog('account')}
                  onEngine={() => setDialog('engine')}
                />
              </ErrorBoundary>
              <ErrorBoundary name={parts.page} variant="main" className="flex-1">
                <StudioPage studio={studio} commands={commands} filePicker={filePicker} />
              </ErrorBoundary>
            </div>
            {opened ? <Later part={laterParts.upkeep} props={{ kinds: opened.kinds }} /> : null}
            <Dialog title={messages.account.title} isWide open={dialog === 'account'} onClose={close}>
              <Later part={dialogs.account} props={{}} />
            </Dialog>
            <Dialog title={messages.engine.title} open={dialog === 'engine'} onClose={close}>
              <Later part={dialogs.engine} props={{}} />
            </Dialog>
            <Dialog title={messages.help.title} isWide open={dialog === 'help'} onClose={close}>
              <Later part={dialogs.shortcuts} props={{}} />
            </Dialog>
            <Dialog title={messages.app.folder.title} isWide open={dialog === 'folder'} onClose={close}>
              <Later part={dialogs.folder} props={{ page: batches, list: studio.list, onClose: close }} />
            </Dialog>
            <LiveRegion />
          </Providers>
        </ErrorBoundary>
      </SaveAllContext>
    </CommandsContext>
  )
}

type ProvidersProps = Omit<StudioParts, 'list' | 'viewer' | 'editor'> & { readonly children: ReactNode }

/** Gives everything below it the services, the shared state and the cache of queries. */
export const Providers = ({
  service,
  connection,
  activityLog,
  client,
  settings,
  announcer,
  backgroundPictures,
  recipes,
  children,
}: ProvidersProps) => {
  const [studio] = useState(() => ({ settings, announcer, backgroundPictures, recipes }))
  return (
    <ServiceContext value={service}>
      <ConnectionContext value={connection}>
        <ActivityLogContext value={activityLog}>
          <StudioContext value={studio}>
            <QueryClientProvider client={client}>{children}</QueryClientProvider>
          </StudioContext>
        </ActivityLogContext>
      </ConnectionContext>
    </ServiceContext>
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
