import { useState } from 'react'
import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { Connection } from '#service/connection.ts'
import { AccountDialog } from '#studio/features/account/account-dialog.tsx'
import { EngineDialog } from '#studio/features/engine/engine-dialog.tsx'
import { ShortcutsDialog } from '#studio/features/help/shortcuts-dialog.tsx'
import { useFreshBooks } from '#studio/hooks/use-fresh-books.ts'
import { RescueContext } from '#studio/hooks/use-rescue.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import type { Store } from '#studio/state/create-store.ts'
import type { Settings } from '#studio/state/settings.ts'
import { LiveText } from '#studio/ui/live-text.tsx'
import { Region } from '#studio/ui/region.tsx'
import { Providers } from './providers.tsx'
import { createQueryClient } from './query-client.ts'
import { createRescue } from './rescue.ts'
import { TopBar } from './top-bar.tsx'
import { Workshop } from './workshop.tsx'

type Props = {
  /** The service of this device. */
  readonly service: BackgroundService
  readonly connection: Connection
  readonly ledger: ActivityLog
  readonly settings: Store<Settings>
}

/** The studio over the service of this device, and another one where it is connected. */
export function App({ service, connection, ledger, settings }: Props) {
  const [queryClient] = useState(() => createQueryClient(service.traits))
  const [studio] = useState(() => ({ settings, announcer: createAnnouncer() }))
  const [rescue] = useState(() =>
    createRescue({ service, connection, ledger, settings, client: queryClient }),
  )
  const [dialog, setDialog] = useState<'account' | 'engine' | 'help' | null>(null)
  const close = () => setDialog(null)
  return (
    <RescueContext value={rescue}>
      <Region name="The studio" look="main" className="h-dvh">
        <Providers {...{ service, connection, ledger, queryClient, studio }}>
          <div className="flex h-dvh flex-col overflow-hidden">
            <Region name="The bar at the top" look="line">
              <TopBar
                onAccount={() => setDialog('account')}
                onEngine={() => setDialog('engine')}
                onHelp={() => setDialog('help')}
              />
            </Region>
            <Workshop onQueues={rescue.hold} onHelp={() => setDialog('help')} />
          </div>
          <FreshBooks />
          <AccountDialog open={dialog === 'account'} onClose={close} />
          <EngineDialog open={dialog === 'engine'} onClose={close} />
          <ShortcutsDialog open={dialog === 'help'} onClose={close} />
          <LiveText />
        </Providers>
      </Region>
    </RescueContext>
  )
}

function FreshBooks() {
  useFreshBooks()
  return null
}
