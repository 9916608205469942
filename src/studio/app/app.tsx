import { useState } from 'react'
import type { ActivityLedger } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { Connection } from '#service/connection.ts'
import { AccountDialog } from '#studio/features/account/account-dialog.tsx'
import { EngineDialog } from '#studio/features/engine/engine-dialog.tsx'
import { ShortcutsDialog } from '#studio/features/help/shortcuts-dialog.tsx'
import { useFreshBooks } from '#studio/hooks/use-fresh-books.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import type { Store } from '#studio/state/create-store.ts'
import type { Settings } from '#studio/state/settings.ts'
import { LiveText } from '#studio/ui/live-text.tsx'
import { Providers } from './providers.tsx'
import { createQueryClient } from './query-client.ts'
import { StudioPage } from './studio-page.tsx'
import { TopBar } from './top-bar.tsx'

type Props = {
  /** The service of this device. */
  readonly service: BackgroundService
  readonly connection: Connection
  readonly ledger: ActivityLedger
  readonly settings: Store<Settings>
}

/** The studio over the service of this device, and another one where it is connected. */
export function App({ service, connection, ledger, settings }: Props) {
  const [queryClient] = useState(() => createQueryClient(service.traits))
  const [studio] = useState(() => ({ settings, announcer: createAnnouncer() }))
  const [dialog, setDialog] = useState<'account' | 'engine' | 'help' | null>(null)
  const close = () => setDialog(null)
  return (
    <Providers {...{ service, connection, ledger, queryClient, studio }}>
      <div className="flex h-dvh flex-col overflow-hidden">
        <TopBar
          onAccount={() => setDialog('account')}
          onEngine={() => setDialog('engine')}
          onHelp={() => setDialog('help')}
        />
        <StudioPage onHelp={() => setDialog('help')} />
      </div>
      <FreshBooks />
      <AccountDialog open={dialog === 'account'} onClose={close} />
      <EngineDialog open={dialog === 'engine'} onClose={close} />
      <ShortcutsDialog open={dialog === 'help'} onClose={close} />
      <LiveText />
    </Providers>
  )
}

function FreshBooks() {
  useFreshBooks()
  return null
}
