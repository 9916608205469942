import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { keepFocus } from '#studio/keyboard/keep-focus.ts'
import { CommandsContext } from '#studio/keyboard/use-commands.ts'
import { SaveAllContext } from '#studio/media/saver.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { language } from '#studio/messages/language.ts'
import { isIn } from '#studio/state/modes.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { StudioContext, useStudio } from '#studio/state/use-studio.ts'
import { Dialog } from '#studio/ui/dialog.tsx'
import { ErrorBoundary } from '#studio/ui/error-boundary.tsx'
import { Later } from '#studio/ui/later.tsx'
import { dialogParts, laterParts } from './later-parts.ts'
import type { Studio } from './open-studio.ts'
import { type PageCalls, pageCommands } from './page-commands.ts'
import { StudioPage } from './studio-page.tsx'
import { TopBar } from './top-bar.tsx'

const { parts } = messages.app

const pageDialogs = [
  { name: 'account', title: messages.account.title, isWide: true },
  { name: 'engine', title: messages.engine.title, isWide: false },
  { name: 'help', title: messages.help.title, isWide: true },
  { name: 'folder', title: messages.app.folder.title, isWide: true },
] as const

/** The whole page for an opened studio. */
export function App({ studio }: { readonly studio: Studio }) {
  useEffect(() => {
    document.documentElement.lang = language
  }, [])
  useEffect(keepFocus, [])
  const { work, batches, modes } = studio
  const opened = useStore(work)
  useEffect(() => {
    for (const kind of opened?.kinds ?? []) void kind.restore()
  }, [opened])
  const [dialogs] = useState(() => dialogParts(work, batches))
  const filePicker = useRef<HTMLInputElement>(null)
  const shown = useStoreSelector(
    modes,
    (state) => pageDialogs.find(({ name }) => isIn(state, name))?.name ?? null,
  )
  const commands = useMemo(() => {
    const page: PageCalls = {
      pick: () => filePicker.current?.click(),
      modes,
      openFolder: () => batches.show() || modes.enter({ name: 'folder' }),
    }
    return opened ? opened.commands(page) : pageCommands(page)
  }, [opened, batches, modes])
  return (
    <CommandsContext value={commands}>
      <SaveAllContext value={studio.saveAll}>
        <ErrorBoundary name={parts.studio} variant="main" className="h-dvh">
          <StudioContext value={studio}>
            <QueryClientProvider client={studio.client}>
              <div className="flex h-dvh flex-col overflow-hidden pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] max-lg:bg-panel">
                <ErrorBoundary name={parts.topBar} variant="line">
                  <TopBar theme={studio.theme} isReady={opened !== null} />
                </ErrorBoundary>
                <ErrorBoundary name={parts.page} variant="main" className="flex-1">
                  <StudioPage studio={studio} commands={commands} filePicker={filePicker} />
                </ErrorBoundary>
              </div>
              {opened ? <Later part={laterParts.upkeep} props={{ kinds: opened.kinds }} /> : null}
              {pageDialogs.map(({ name, title, isWide }) => (
                <Dialog
                  key={name}
                  title={title}
                  isWide={isWide}
                  open={shown === name}
                  onClose={() => modes.leave(name)}
                >
                  <Later part={dialogs[name]} props={{ page: batches, list: studio.list }} />
                </Dialog>
              ))}
              <LiveRegion />
            </QueryClientProvider>
          </StudioContext>
        </ErrorBoundary>
      </SaveAllContext>
    </CommandsContext>
  )
}

/** Screen readers read each text added here. */
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
