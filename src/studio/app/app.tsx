import { useState } from 'react'
import type { BackgroundService } from '#service/background-service.ts'
import { EngineDialog } from '#studio/features/engine/engine-dialog.tsx'
import { ShortcutsDialog } from '#studio/features/help/shortcuts-dialog.tsx'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { openSettings, type TextStorage } from '#studio/state/settings.ts'
import { LiveText } from '#studio/ui/live-text.tsx'
import { Providers } from './providers.tsx'
import { createQueryClient } from './query-client.ts'
import { StudioPage } from './studio-page.tsx'
import { TopBar } from './top-bar.tsx'

type Props = { readonly service: BackgroundService; readonly storage: () => TextStorage }

/** The studio over one service; `storage` keeps its settings. */
export function App({ service, storage }: Props) {
  const [queryClient] = useState(() => createQueryClient(service.traits))
  const [studio] = useState(() => ({ settings: openSettings(storage), announcer: createAnnouncer() }))
  const [dialog, setDialog] = useState<'engine' | 'help' | null>(null)
  const close = () => setDialog(null)
  return (
    <Providers service={service} queryClient={queryClient} studio={studio}>
      <div className="flex h-dvh flex-col overflow-hidden">
        <TopBar onEngine={() => setDialog('engine')} onHelp={() => setDialog('help')} />
        <StudioPage onHelp={() => setDialog('help')} />
      </div>
      <EngineDialog open={dialog === 'engine'} onClose={close} />
      <ShortcutsDialog open={dialog === 'help'} onClose={close} />
      <LiveText />
    </Providers>
  )
}
